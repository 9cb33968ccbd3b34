"""States of arrays, games first, and lines that run on arrays and on numbers."""

import pickle
from dataclasses import dataclass

import numpy as np

from trick_taking.arrays import NO_ROWS, ONE_ROW, GameArrays, cells, choose, those


@dataclass
class Scores(GameArrays):
    """Two fields, games first."""

    total: np.ndarray  # (G,)
    by_seat: np.ndarray  # (G, 2)


def scores(*rows: int) -> Scores:
    total = np.array(rows, np.int16)
    return Scores(total, np.stack([total, -total], axis=1))


def test_copy_select_and_assign_go_over_every_field():
    state = scores(1, 2, 3)
    assert state.num_rows == 3
    assert state.bytes_per_game() == 6
    twin = state.copy()
    assert twin.equals(state)
    twin.by_seat[0, 0] = 9
    assert not twin.equals(state)
    chosen = state.select(np.array([2, 0, 2]))
    assert chosen.total.tolist() == [3, 1, 3]
    assert chosen.by_seat.tolist() == [[3, -3], [1, -1], [3, -3]]
    assert state.select(np.array([True, False, True])).total.tolist() == [1, 3]
    assert state.select([2, 0]).total.tolist() == [3, 1]
    assert state.select(slice(1, None)).total.tolist() == [2, 3]
    chosen.total[:] = 0
    assert state.total.tolist() == [1, 2, 3]
    state.assign(np.array([0, 2]), scores(8, 7))
    assert state.total.tolist() == [8, 2, 7]
    assert state.by_seat[:, 1].tolist() == [-8, -2, -7]


def test_read_only_buffers_become_writable_again():
    buffers = []
    data = pickle.dumps(scores(1, 2), protocol=5, buffer_callback=buffers.append)
    twin = pickle.loads(data, buffers=[bytes(buffer) for buffer in buffers])
    twin.total[0] = 5
    assert twin.total.tolist() == [5, 2]


def test_cells_are_flat_places():
    table = np.arange(12).reshape(3, 4)
    rows, columns = np.array([2, 0]), np.array([1, 3], np.int8)
    assert table.reshape(-1)[cells(rows, columns, 4)].tolist() == table[rows, columns].tolist()
    assert cells(ONE_ROW, np.int8(3), 4) == 3


def test_those_and_choose_on_arrays():
    mask = np.array([True, False, True])
    assert those(np.array([4, 5, 6]), mask).tolist() == [4, 6]
    assert choose(mask, np.array([1, 2, 3]), 0).tolist() == [1, 0, 3]


def test_those_and_choose_on_numbers():
    assert those(ONE_ROW, np.bool_(True)) is ONE_ROW
    assert those(ONE_ROW, np.bool_(False)) is NO_ROWS
    assert NO_ROWS.size == 0
    assert choose(np.bool_(True), np.int8(7), np.int8(3)) == 7
    assert choose(np.bool_(False), np.int8(7), np.int8(3)) == 3
