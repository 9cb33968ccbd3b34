"""One file of arrays and facts: exact, deterministic, and refused when anything is wrong."""

import json
import pickle
import struct

import numpy as np
import pytest

from agents.tensor_file import pack, unpack

ARRAYS = {
    "a": np.arange(6, dtype=np.float32).reshape(2, 3),
    "b/step": np.array(7.0, np.float32),
    "c": np.array([True, False]),
    "d": np.arange(3, dtype=np.int64)[::-1],
}
FACTS = {"number": 0.1, "text": "é", "list": [1, None, True], "object": {"key": {}}}


def with_header(header: object, body: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


def test_round_trip_is_exact() -> None:
    arrays, facts = unpack(pack(ARRAYS, FACTS))
    assert facts == FACTS
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert arrays[name].shape == array.shape
        assert np.array_equal(arrays[name], array)
        arrays[name][...] = 0  # writable


def test_equal_content_gives_equal_bytes() -> None:
    turned = dict(reversed(list(FACTS.items())))
    assert pack(dict(reversed(list(ARRAYS.items()))), turned) == pack(ARRAYS, FACTS)


@pytest.mark.parametrize("facts", [{"a": float("nan")}, {"a": {1, 2}}, {"a": np.float32(1)}])
def test_facts_must_be_plain_json(facts: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="plain JSON"):
        pack({}, facts)


NESTED = b'{"__metadata__":' + b"[" * 100_000 + b"]" * 100_000 + b"}"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "truncated: 0 bytes"),
        (b"1234567", "truncated: 7 bytes"),
        (pickle.dumps({"weights": [1.0] * 20}), "not a safetensors file"),
        (struct.pack("<Q", 2**63) + b"{}", "not a safetensors file"),
        (struct.pack("<Q", 2**64 - 1) + b"{}", "not a safetensors file"),
        (struct.pack("<Q", 9_999_999) + b"{}", "truncated: a header"),
        (with_header(b"no json at all"), "header is not JSON"),
        (with_header(b"\xff\xfe{}"), "header is not JSON"),
        (with_header(NESTED), "header is not JSON"),
        (with_header([]), "header is no JSON object"),
        (with_header({}), "without 'hidden_partners'"),
        (with_header({"__metadata__": "text"}), "without 'hidden_partners'"),
        (with_header({"__metadata__": {"hidden_partners": 3}}), "without 'hidden_partners'"),
        (with_header({"__metadata__": {"hidden_partners": "[3"}}), "metadata is not JSON"),
        (with_header({"__metadata__": {"hidden_partners": '{"a": NaN}'}}), "metadata is not JSON"),
        (with_header({"__metadata__": {"hidden_partners": "[]"}}), "metadata is no JSON object"),
        (with_header({"__metadata__": {"hidden_partners": "{}"}}), "facts are no JSON object"),
        (with_header(b'{"__metadata__": {}, "__metadata__": {}}'), "key appears twice"),
        (with_header({"a": 3}), "tensor 'a' has no known dtype"),
        (with_header({"a": {"dtype": ["F32"]}}), "tensor 'a' has no known dtype"),
        (with_header({"a": {"dtype": "OBJECT"}}), "tensor 'a' has no known dtype"),
    ],
)
def test_hostile_bytes_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        unpack(data)


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]},
        {"dtype": "F32", "shape": [2], "data_offsets": [0, 2**40]},
        {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]},
        {"dtype": "F32", "shape": [2**62, 2**62], "data_offsets": [0, 4]},
        {"dtype": "F32", "shape": "2", "data_offsets": [0, 4]},
        {"dtype": "F32", "shape": [1], "data_offsets": [4, 0]},
        {"dtype": "F32", "shape": [1]},
    ],
)
def test_tensors_that_do_not_fit_the_file_are_refused(entry: dict[str, object]) -> None:
    own = {"__metadata__": {"hidden_partners": '{"facts": {}}'}, "a": entry}
    with pytest.raises(ValueError, match="damaged or truncated"):
        unpack(with_header(own, b"\0" * 4))


def test_facts_of_infinite_size_are_refused() -> None:
    text = json.dumps({"facts": {"a": 1}}).replace("1", "1e999")
    with pytest.raises(ValueError, match="JSON compliant"):
        unpack(with_header({"__metadata__": {"hidden_partners": text}}))


def test_every_truncation_is_refused() -> None:
    data = pack(ARRAYS, FACTS)
    for length in range(len(data)):
        with pytest.raises(ValueError, match=r"truncated|damaged"):
            unpack(data[:length])


def test_a_longer_file_is_refused() -> None:
    with pytest.raises(ValueError, match="damaged"):
        unpack(pack(ARRAYS, FACTS) + b"\0")


def test_every_flipped_bit_is_found_or_changes_nothing() -> None:
    data = pack(ARRAYS, FACTS)
    for place in range(len(data)):
        for flip in (1, 16, 128):
            broken = bytearray(data)
            broken[place] ^= flip
            try:
                arrays, facts = unpack(bytes(broken))
            except ValueError:
                continue
            assert facts == FACTS  # white space of the header, for instance
            assert all(np.array_equal(arrays[name], ARRAYS[name]) for name in ARRAYS)
