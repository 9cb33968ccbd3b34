"""Observation layouts."""

import copy
import pickle

import numpy as np
import pytest

from trick_taking.layout import Field, Layout, RowWriter

SUITS = ("C", "S", "H", "D")
HAND = Field(name="hand", shape=(3,), labels=("A", "K", "Q"), meaning="own cards")
VOIDS = Field(name="voids", shape=(2, 4), labels=SUITS, meaning="known voids")
WIDE = Field(name="wide", shape=(60,), labels=tuple(map(str, range(60))), meaning="over a word")
POINTS = Field(name="points", shape=(2,), top=120, meaning="card points")
TRICK = Field(name="trick", shape=(1,), top=8, meaning="tricks played")
LAYOUT = Layout([HAND, VOIDS, WIDE, POINTS, TRICK])


def write(rows: int) -> np.ndarray:
    """Rows with other facts each, the first always the same."""
    number = np.arange(rows)
    writer = LAYOUT.writer(rows)
    writer["hand"] = (0b101 ^ number).astype(np.uint64)
    writer["voids"] = np.stack([1 << number % 4, np.full(rows, 0b1000)], axis=1).astype(np.uint8)
    writer["wide"] = (np.uint64(1 << 59 | 1) ^ (number.astype(np.uint64) << np.uint64(30))).astype(
        np.uint64
    )
    writer["points"] = np.stack([number, np.full(rows, 120)], axis=1)
    writer["trick"] = np.full(rows, 5, np.int8)
    return writer.finish()


def test_places_follow_each_other():
    assert LAYOUT.size == 3 + 8 + 60 + 2 + 1
    assert LAYOUT.num_flags == 71
    assert LAYOUT.slices["voids"] == slice(3, 11)
    assert LAYOUT.slices["trick"] == slice(73, 74)
    assert LAYOUT.scales.dtype == np.float32
    assert (
        LAYOUT.scales[[0, 70, 71, 73]].tolist() == np.array([1, 1, 1 / 120, 1 / 8], "f4").tolist()
    )


@pytest.mark.parametrize("rows", [1, 2, 3, 100])
def test_rows_decode_to_the_facts_that_were_written(rows):
    out = write(rows)
    assert out.shape == (rows, LAYOUT.size)
    assert out.dtype == np.uint8
    assert LAYOUT.decode(out[0]) == {
        "hand": ["A", "Q"],
        "voids": [["C"], ["D"]],
        "wide": ["0", "59"],
        "points": [0, 120],
        "trick": 5,
    }
    if rows > 1:
        assert LAYOUT.decode(out[1])["hand"] == ["Q"]
        assert LAYOUT.decode(out[1])["voids"] == [["S"], ["D"]]
        assert LAYOUT.decode(out[1])["wide"] == ["0", "30", "59"]


def test_one_row_is_written_like_many():
    assert isinstance(LAYOUT.writer(1), RowWriter)
    assert not isinstance(LAYOUT.writer(2), RowWriter)
    assert write(1)[0].tolist() == write(50)[0].tolist()


@pytest.mark.parametrize("rows", [1, 4])
def test_out_is_filled_and_checked(rows):
    out = np.full((rows, LAYOUT.size), 99, np.uint8)
    writer = LAYOUT.writer(rows, out)
    for name in LAYOUT.fields:
        width = {"points": 2, "voids": 2}.get(name, 1)
        writer[name] = np.zeros((rows, width), np.int64)
    assert writer.finish() is out
    assert not out[:, LAYOUT.slices["points"]].any()
    assert set(np.unique(out)) == {0}
    for wrong in (out[:, 1:], out.astype(np.int8), np.zeros((rows + 1, LAYOUT.size), np.uint8)):
        with pytest.raises(ValueError, match="out must be"):
            LAYOUT.writer(rows, wrong)


def test_views_show_the_rows_and_cannot_be_rebound():
    out = write(3)
    views = LAYOUT.views(out)
    assert views["voids"].shape == (3, 2, 4)
    views["points"][2] = 7
    assert out[2, 71:73].tolist() == [7, 7]
    with pytest.raises(TypeError):
        views["points"] = np.zeros((3, 2))
    with pytest.raises(TypeError):
        LAYOUT.slices["points"] = slice(0)


def test_digest_names_the_declaration():
    assert Layout([HAND, VOIDS, WIDE, POINTS, TRICK]).digest == LAYOUT.digest
    changes = [
        [HAND, VOIDS, WIDE, TRICK, POINTS],
        [HAND, VOIDS, WIDE, POINTS],
        [Field(name="hold", shape=(3,), labels=("A", "K", "Q"), meaning=""), VOIDS, WIDE, POINTS],
        [Field(name="hand", shape=(3,), labels=("A", "Q", "K"), meaning=""), VOIDS, WIDE, POINTS],
        [HAND, VOIDS, WIDE, Field(name="points", shape=(2,), top=121, meaning=""), TRICK],
    ]
    digests = {Layout(fields).digest for fields in changes}
    assert len(digests | {LAYOUT.digest}) == 6
    reworded = Field(name="trick", shape=(1,), top=8, meaning="other words")
    assert Layout([HAND, VOIDS, WIDE, POINTS, reworded]).digest == LAYOUT.digest


def test_table_lists_every_field():
    lines = LAYOUT.table().splitlines()
    assert lines[0] == "| bytes | field | shape | usual values | meaning |"
    assert lines[2:] == [
        "| 0..2 | `hand` | 3 | 0/1 | own cards |",
        "| 3..10 | `voids` | 2 x 4 | 0/1 | known voids |",
        "| 11..70 | `wide` | 60 | 0/1 | over a word |",
        "| 71..72 | `points` | 2 | 0..120 | card points |",
        "| 73..73 | `trick` | 1 | 0..8 | tricks played |",
    ]


def test_copies_and_pickles_are_equal_layouts():
    for twin in (copy.deepcopy(LAYOUT), pickle.loads(pickle.dumps(LAYOUT))):
        assert twin.digest == LAYOUT.digest
        assert twin.slices == LAYOUT.slices
        assert twin.table() == LAYOUT.table()


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ([HAND, HAND], "share a name"),
        ([POINTS, HAND], "flags must come before numbers"),
        ([Field(name="hand", shape=(4,), labels=("A",), meaning="")], "labels differ"),
    ],
)
def test_wrong_declarations_are_refused(fields, fault):
    with pytest.raises(ValueError, match=fault):
        Layout(fields)


def test_decode_wants_one_row():
    with pytest.raises(ValueError, match=r"shape \(74,\)"):
        LAYOUT.decode(write(2))


def test_row_takes_python_numbers():
    values = {"hand": [5], "voids": [1, 8], "wide": [1 << 59 | 1], "points": [0, 120], "trick": [5]}
    assert LAYOUT.row(values).tolist() == write(1)[0].tolist()
    for wrong in ({"voids": [1]}, {"points": [1, 2, 3]}, {"trick": []}):
        with pytest.raises(ValueError, match="wrong length"):
            LAYOUT.row({**values, **wrong})
