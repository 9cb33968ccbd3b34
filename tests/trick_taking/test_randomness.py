"""Counter-based keys, choices drawn from them, and deals."""

import numpy as np
import pytest

from trick_taking.choice import pick_nth, uniform_legal
from trick_taking.counter import Purpose, as_key, mix, random_keys, unit_interval
from trick_taking.deals import deal_hands, first_dealers, shuffled_packs

MANY = np.arange(200_000, dtype=np.uint64)


def test_mix_is_splitmix64():
    """The first outputs of SplitMix64 seeded with 0: Java's SplittableRandom, Vigna's C code."""
    state = np.array([0x9E3779B97F4A7C15 * k % 2**64 for k in (1, 2, 3)], np.uint64)
    published = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert mix(state).tolist() == published


def test_keys_never_change():
    """Golden values: changed keys would change every deal of every seed."""
    assert random_keys(0).tolist() == [0xE220A8397B1DCDAF]
    assert random_keys(1, 2, 3).tolist() == [0x6AE515C1C0AC7E37]
    assert random_keys(Purpose.DEAL, 7, np.array([0, 1])).tolist() == [
        0x6C00AE194713AD93,
        0x7A5FBB64491D0D83,
    ]
    assert random_keys(-1).tolist() == random_keys(2**64 - 1).tolist()
    assert as_key(-1) == np.uint64(2**64 - 1)
    assert as_key(np.array([-1], np.int64)).tolist() == [2**64 - 1]


def test_keys_broadcast_and_depend_on_every_number_and_its_place():
    grid = random_keys(5, np.arange(3)[:, None], np.arange(4)[None, :])
    assert grid.shape == (3, 4)
    assert grid[2, 1] == random_keys(5, 2, 1)[0]
    assert len({int(random_keys(*names)[0]) for names in [(1, 2), (2, 1), (1,), (1, 2, 0)]}) == 4
    assert len(np.unique(random_keys(9, MANY))) == len(MANY)


def test_unit_interval_is_uniform_and_below_one():
    draws = unit_interval(random_keys(3, MANY))
    assert draws.dtype == np.float64
    shares = np.bincount((draws * 10).astype(int), minlength=10) / len(MANY)
    assert np.abs(shares - 0.1).max() < 0.004  # 6 standard errors
    assert unit_interval(np.array([0, 2**64 - 1], np.uint64)).tolist() == [0.0, 1 - 2.0**-53]


def test_every_bit_of_a_key_is_fair():
    bits = np.unpackbits(random_keys(4, MANY).view(np.uint8).reshape(-1, 8), axis=1)
    assert np.abs(bits.mean(axis=0) - 0.5).max() < 0.007  # 6 standard errors


def test_pick_nth_equals_a_plain_loop():
    sets = np.concatenate(
        [random_keys(1, MANY[:500]), np.array([1, 1 << 63, 2**64 - 1], np.uint64)]
    )
    sets = np.where(sets == 0, np.uint64(1), sets)
    for row, members in enumerate(sets.tolist()):
        ids = [bit for bit in range(64) if members >> bit & 1]
        for n in {0, len(ids) // 2, len(ids) - 1}:
            assert pick_nth(sets[row : row + 1], np.array([n]))[0] == ids[n]


@pytest.mark.parametrize("num_actions", [1, 7, 43, 64, 65, 130])
def test_uniform_legal_equals_a_plain_loop(num_actions):
    keys = random_keys(2, MANY[: 300 * num_actions]).reshape(300, num_actions)
    legal = keys % np.uint64(3) == 0
    draws = random_keys(6, MANY[:300])
    actions = uniform_legal(legal, draws)
    for row in range(300):
        ids = np.flatnonzero(legal[row]).tolist()
        assert actions[row] == (ids[int(draws[row]) % len(ids)] if ids else 0)


def test_uniform_legal_is_uniform():
    legal = np.zeros((len(MANY), 43), np.bool_)
    legal[:, [0, 13, 31, 32, 42]] = True
    actions = uniform_legal(legal, random_keys(8, MANY))
    shares = np.bincount(actions, minlength=43)[[0, 13, 31, 32, 42]] / len(MANY)
    assert shares.sum() == 1
    assert np.abs(shares - 0.2).max() < 0.0054  # 6 standard errors


def test_deals_are_functions_of_seed_stream_and_deal():
    pack = np.arange(32, dtype=np.uint64)
    one = np.ones(4, np.uint64)
    deals = np.array([0, 1, 2, 0], np.uint64)
    order = shuffled_packs(one, one, deals, pack)
    assert (np.sort(order, axis=1) == pack).all()
    assert (order[0] == order[3]).all()
    assert not (order[0] == order[1]).all()
    assert (shuffled_packs(one[:1], one[:1], deals[2:3], pack)[0] == order[2]).all()
    hands = deal_hands(order, [8, 8, 8, 8])
    assert hands.shape == (4, 4)
    assert (np.bitwise_count(hands) == 8).all()
    assert (np.bitwise_or.reduce(hands, axis=1) == 2**32 - 1).all()
    assert hands[0, 0] == sum(1 << int(card) for card in order[0, :8])


def test_every_card_lies_in_every_place_equally_often():
    size = 20_000
    pack = np.arange(8, dtype=np.uint64)
    zeros = np.zeros(size, np.uint64)
    order = shuffled_packs(zeros, zeros, MANY[:size], pack)
    for place in range(8):
        shares = np.bincount(order[:, place].astype(int), minlength=8) / size
        assert np.abs(shares - 1 / 8).max() < 0.0141  # 6 standard errors


def test_first_dealers_are_uniform():
    size = 50_000
    zeros = np.zeros(size, np.uint64)
    dealers = first_dealers(zeros, zeros, MANY[:size], 5)
    assert dealers.dtype == np.int8
    assert np.abs(np.bincount(dealers, minlength=5) / size - 0.2).max() < 0.0108
