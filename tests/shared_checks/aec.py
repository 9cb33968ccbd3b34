"""What must hold for the PettingZoo environment of any game; `make(**options)` builds one."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from trick_taking.choice import uniform_legal
from trick_taking.counter import random_keys

with warnings.catch_warnings():  # where pygame is installed it imports its own old names
    warnings.simplefilter("ignore", DeprecationWarning)
    import pettingzoo.test

Make = Callable[..., Any]
PLAYER = 11  # names the keys of these checks' own draws

# PettingZoo excuses its own classics from these two by name; nobody else can be without them.
HARD_CODED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box",
)


def drawn(mask: np.ndarray, *names: int) -> int:
    """An action drawn uniformly from a mask (A,) by a key named `names`."""
    assert mask.any()
    return int(uniform_legal(mask.astype(bool)[None], random_keys(PLAYER, *names))[0])


def advance(env: Any, *names: int) -> None:
    """One turn of whoever is selected, drawn from the mask."""
    observation, _, over, truncated, _ = env.last()
    assert not truncated
    env.step(None if over else drawn(observation["action_mask"], *names))


def advance_lawfully(env: Any, *names: int) -> None:
    """One turn of whoever is selected, without a revoke where the rules allow one."""
    env.step(drawn(env.game.lawful[0], *names))


def turns(env: Any, draw: int = 0) -> Iterator[int]:
    """Play the rest of the episode, one turn an item."""
    turn = 0
    while env.agents:
        yield turn
        advance(env, draw, turn)
        turn += 1


def everything(env: Any) -> dict[str, Any]:
    """All that the interface shows, for comparing two environments."""
    return {
        "agents": list(env.agents),
        "selected": env.agent_selection,
        "observations": {agent: env.observe(agent) for agent in env.possible_agents},
        "rewards": dict(env.rewards),
        "cumulative": dict(env._cumulative_rewards),
        "over": (dict(env.terminations), dict(env.truncations)),
        "infos": copy.deepcopy(env.infos),
        "state": env.state(),
        "record": env.record(),
        "arrays": {name: array.copy() for name, array in env.game.state.arrays().items()},
    }


def same(first: Any, second: Any) -> bool:
    """Whether nested values agree bit for bit."""
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[k], second[k]) for k in first)
    if isinstance(first, tuple | list):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, np.ndarray):
        return first.dtype == second.dtype and np.array_equal(first, second)
    return type(first) is type(second) and first == second


def check_pettingzoo_tests(make: Make, cycles: int = 1000) -> None:
    """PettingZoo's own tests; every warning is an error, except the two that are hard-coded."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in HARD_CODED:
            warnings.filterwarnings("ignore", message=message)
        pettingzoo.test.api_test(make(), num_cycles=cycles)
        pettingzoo.test.seed_test(make)


def check_pettingzoo_tests_unmasked(make: Make) -> None:
    """PettingZoo's tests that choose without the mask, or observe idle and finished agents."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env, parallel = make(illegal="terminate"), make(illegal="terminate")
        pettingzoo.test.state_test(env, turn_based_aec_to_parallel(parallel))
        for illegal in ("raise", "terminate"):
            env = turn_based_aec_to_parallel(make(illegal=illegal))
            pettingzoo.test.parallel_api_test(env, num_cycles=100)
        pettingzoo.test.test_save_obs(make())


def check_rendering(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """PettingZoo's render test; a person sees what "ansi" returns; no mode, no rendering."""
    pettingzoo.test.render_test(make)
    human, text = make(render_mode="human"), make(render_mode="ansi")
    human.reset(seed=3)
    text.reset(seed=3)
    for turn in turns(text):
        capsys.readouterr()
        assert human.render() is None
        assert capsys.readouterr().out == text.render()
        advance(human, 0, turn)
    silent = make()
    silent.reset(seed=3)
    with pytest.raises(ValueError, match="render_mode"):
        silent.render()
    with pytest.raises(ValueError, match="render_mode"):
        make(render_mode="rgb_array")


def check_spaces(make: Make, episodes: int = 5) -> None:
    """Same objects at each call, plain types, every view inside its space, masks for one seat."""
    env = make()
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
    for episode in range(episodes):
        env.reset(seed=episode)
        for _ in turns(env, episode):
            assert type(env.num_agents) is int
            assert env.state_space.contains(env.state())
            for agent in env.possible_agents:
                view = env.observe(agent)
                assert env.observation_space(agent).contains(view)
                assert view["action_mask"].dtype == np.int8
                acts = agent == env.agent_selection and agent in env.agents
                acts = acts and not env.terminations[agent]
                assert view["action_mask"].any() == acts
            for agent in env.agents:
                assert type(env.rewards[agent]) is float
                assert type(env.terminations[agent]) is bool
        assert env.agents == []


def check_mask_and_names_agree(make: Make, episodes: int = 5) -> None:
    """The mask, the list of names and the game's own legal set are one."""
    env = make()
    for episode in range(episodes):
        env.reset(seed=episode)
        for _ in turns(env, episode):
            view = env.observe(env.agent_selection)
            ids = np.flatnonzero(view["action_mask"]).tolist()
            assert env.legal_action_names() == [env.action_name(action) for action in ids]
            assert [env.action_id(name) for name in env.legal_action_names()] == ids
            assert np.array_equal(env.game.legal[0], view["action_mask"] == 1)


def check_rewards_are_the_units(make: Make, episodes: int = 20) -> None:
    """What each agent collects through last() is the units of all deals, each exactly once."""
    env = make(rewards="units")
    env.reset(seed=5)
    for episode in range(episodes):
        collected = dict.fromkeys(env.possible_agents, 0.0)
        while env.agents:
            collected[env.agent_selection] += env.last(observe=False)[1]
            advance(env, episode, env._turns)
        counted = [deal.units for deal in env.deals if deal.units is not None]  # no redeals
        scored = np.sum(counted, axis=0)
        assert list(collected.values()) == scored.tolist()
        env.reset()


def check_deal_results(make: Make, episodes: int = 5, somebody_sits_out: bool = False) -> None:
    """Each agent reads every deal's result in infos until it acts again; plain values only.

    Who sits a deal out may miss the result of the one before it.
    """
    env = make()
    env.reset(seed=1)
    for episode in range(episodes):
        deals = {agent: set() for agent in env.possible_agents}
        while env.agents:
            info = env.last(observe=False)[4]
            if "deal_result" in info:
                assert_plain(info["deal_result"])
                number = info["deal_result"]["deal_number"]
                deals[env.agent_selection].add(number)
                assert info["deal_result"]["units"] in [deal.units for deal in env.deals]
            advance(env, episode, env._turns)
            assert len({id(info.get("deal_result", info)) for info in env.infos.values()}) == len(
                env.infos
            )
        finished = len(env.deals)
        assert all(len(seen) == finished or somebody_sits_out for seen in deals.values())
        env.reset()


def check_results_come_after_their_deals(make: Make) -> None:
    """Nobody is told of a deal before it is over; then everybody is, before the next action."""
    env = make(episode="match")
    env.reset(seed=3)
    finished = 0
    for _ in turns(env):
        over = sum(deal.units is not None for deal in env.deals)
        told = [agent for agent in env.agents if "deal_result" in env.infos[agent]]
        if not over:
            assert told == []
        elif over > finished and not all(env.terminations.values()):
            assert told == env.agents
        finished = over
    assert finished > 1


def assert_plain(value: Any) -> None:
    """Only what JSON knows."""
    if isinstance(value, dict):
        assert all(type(key) is str for key in value)
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            assert_plain(item)
    else:
        assert value is None or type(value) in (int, str, bool)


def through_pickle(env: Any) -> Any:
    """A trip through pickle."""
    return pickle.loads(pickle.dumps(env))


def through_read_only_buffers(env: Any) -> Any:
    """A trip through pickle with buffers out of band, which come back read-only, as with Ray."""
    buffers: list[pickle.PickleBuffer] = []
    data = pickle.dumps(env, protocol=5, buffer_callback=buffers.append)
    return pickle.loads(data, buffers=[bytes(buffer) for buffer in buffers])


def check_copies_in_every_phase(make: Make, every: int = 11) -> None:
    """A copy at any turn is whole, goes on identically, and neither disturbs the other.

    Looks where a part of the deal begins, and at one turn in `every`.
    """
    ways = (copy.copy, copy.deepcopy, through_pickle, through_read_only_buffers)
    fresh = make()
    for way in ways:
        way(fresh).reset(seed=1)  # also before the first reset
    env = make()
    env.reset(seed=9)
    part = ""
    for turn in turns(env):
        part, last = env.kit.heading(env.game, 0), part
        if part == last and turn % every:
            continue
        before = everything(env)
        for way in ways:
            twin = way(env)
            assert same(everything(twin), before)
            other = way(env)
            for place in range(6):
                if twin.agents:
                    advance(twin, turn, place)
            assert same(everything(env), before)
            for place in range(6):
                if other.agents:
                    advance(other, turn, place)
            assert same(everything(other), everything(twin))
    twin, straight = copy.deepcopy(env), make()
    straight.reset(seed=9)
    for _ in turns(straight):
        pass
    assert same(everything(twin), everything(straight))
    twin.reset()
    straight.reset()
    assert same(everything(twin), everything(straight))


def check_rendering_in_every_phase(make: Make, hand_of: Callable[[Any, int], list[str]]) -> None:
    """The table names who acts and shows his hand, with `reveal` all; `hand_of(env, seat)`."""
    env = make(render_mode="ansi")
    env.reset(seed=2)
    for _ in turns(env):
        seat = env.seat
        if seat < 0:
            assert "over" in env.render()
            continue
        shown, revealed = env.render(), env.render(reveal=True)
        assert f"> {env.agent_selection}" in shown
        assert set(hand_of(env, seat)) <= words(shown)
        for other in range(env.game.num_seats):
            assert set(hand_of(env, other)) <= words(revealed)


def words(text: str) -> set[str]:
    """The words of a text, without commas."""
    return set(text.replace(",", " ").split())


def check_lawful_masks(make: Make, episodes: int = 8) -> None:
    """Under a revoke option everybody is told which actions cost nothing: none, out of turn."""
    env, differs = make(), 0
    for episode in range(episodes):
        env.reset(seed=episode)
        for _ in turns(env, episode):
            for agent in env.agents:
                mask, lawful = env.observe(agent)["action_mask"], env.infos[agent]["lawful_mask"]
                assert (lawful.dtype, lawful.shape) == (np.int8, mask.shape)
                assert (lawful <= mask).all()
                assert lawful.any() == mask.any()
                differs += not np.array_equal(lawful, mask)
    assert differs > episodes


def check_deal_number_names_a_deal_of_the_seed(make: Make) -> None:
    """A number that is asked for is that of the deal that as many resets lead to."""
    first, second = make(), make()
    first.reset(seed=6)
    for _ in range(3):
        first.reset()
    second.reset(seed=6, options={"deal_number": 3})
    assert first.deals == second.deals
    for wrong in ("3", 2.0, True, -1, 10**30):
        with pytest.raises(ValueError, match="deal_number"):
            second.reset(seed=6, options={"deal_number": wrong})


def check_unknown_options_are_refused(make: Make, rules: str) -> None:
    """Each wrong option is named; `rules` is the class of the right ones."""
    faults: list[tuple[dict[str, Any], str]] = [
        ({"rules": {"players": 4}}, f"rules must be {rules}, not dict"),
        ({"episode": "year"}, "episode must be"),
        ({"rewards": "money"}, "rewards must be"),
        ({"rewards": "win"}, 'needs episode="match"'),
        ({"illegal": "ignore"}, "illegal must be"),
        ({"render_mode": "rgb_array"}, "render_mode must be"),
    ]
    for options, fault in faults:
        with pytest.raises(ValueError, match=fault):
            make(**options)


def check_idle_views(make: Make, hand_of: Callable[[Any, int], int]) -> None:
    """Every agent sees its own hand, whoever acts; `hand_of(env, seat)` is the true one."""
    env = make()
    env.reset(seed=2)
    pack = env.game.layout.fields["hand"].labels
    for _ in turns(env):
        for seat, agent in enumerate(env.possible_agents):
            facts = env.game.layout.decode(env.observe(agent)["observation"])
            held = hand_of(env, seat)
            assert facts["hand"] == [card for i, card in enumerate(pack) if held >> i & 1]
            rows = env.game.observe_seats([seat])
            assert np.array_equal(rows[0], env.observe(agent)["observation"])


def check_writes_do_not_corrupt(make: Make) -> None:
    """Arrays that were given out are the caller's: old ones stay, new ones do not feel a write."""
    env, untouched = make(), make()
    env.reset(seed=4)
    untouched.reset(seed=4)
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    for turn in turns(untouched):
        if turn % 3 == 0:
            assert same(everything(env), everything(untouched))
        for agent in env.possible_agents:
            view = env.observe(agent)
            kept.append((view["observation"], view["observation"].copy()))
            for array in env.observe(agent).values():
                array[:] = 77
        env.state()[:] = 77
        for info in env.infos.values():
            if "lawful_mask" in info:
                assert info["lawful_mask"].dtype == np.int8
        advance(env, 0, turn)
    assert all(np.array_equal(given, first) for given, first in kept)


def check_illegal_actions_change_nothing(make: Make) -> None:
    """Every illegal or nonsensical action is refused with one line, and no bit differs."""
    env = make()
    env.reset(seed=6)
    for _ in turns(env):
        if env.terminations[env.agent_selection]:
            continue
        before = everything(env)
        mask = env.observe(env.agent_selection)["action_mask"]
        refused = [*np.flatnonzero(mask == 0), -1, len(mask), 10**30, None, 1.0, "3", True]
        refused += [np.array([1, 2]), np.bool_(True), np.float64(2)]
        for action in refused:
            with pytest.raises(ValueError, match=env.agent_selection) as error:
                env.step(action)
            assert "\n" not in str(error.value)
        assert same(everything(env), before)


def check_illegal_terminates(make: Make, largest_stake: float) -> None:
    """Under "terminate" the offender pays the largest stake, once; wrong types still raise."""
    for turn in range(0, 30, 7):
        for action in ("masked", -1, 10**30):
            env = make(illegal="terminate")
            env.reset(seed=8)
            for place in range(turn):
                if env.seat >= 0:
                    advance_lawfully(env, 0, place)
            if env.seat < 0:  # a short deal
                continue
            offender = env.agent_selection
            earned = dict(env._cumulative_rewards)
            for wrong in (None, 2.5, "AC"):
                with pytest.raises(ValueError, match=offender):
                    env.step(wrong)
            mask = env.observe(offender)["action_mask"]
            env.step(int(np.flatnonzero(mask == 0)[0]) if action == "masked" else action)
            assert all(env.terminations.values())
            collected = {}
            while env.agents:
                collected[env.agent_selection] = env.last()[1]
                env.step(None)
            wanted = {agent: earned[agent] for agent in env.possible_agents}
            wanted[offender] = -largest_stake
            assert collected == wanted
            assert env.game.num_games == 1
            assert env.seat == -1
            env.reset()
            assert env.agents == env.possible_agents


def check_calls_before_reset(make: Make) -> None:
    """Nothing answers before the first reset, and nothing steps after the end."""
    env = make()
    calls: list[Callable[[], Any]] = [
        lambda: env.step(0),
        env.last,
        env.state,
        lambda: env.observe("player_0"),
        lambda: next(iter(env.agent_iter())),
        make(render_mode="ansi").render,
    ]
    for call in calls:
        with pytest.raises(ResetNeeded, match="reset"):
            call()
    for name in ("agents", "rewards", "infos", "agent_selection", "num_agents"):
        with pytest.raises(AttributeError, match="before reset"):
            getattr(env, name)
    env.reset(seed=1)
    rounds = env.agent_iter()
    next(rounds)
    with pytest.raises(ValueError, match=r"step\(\) or reset\(\)"):
        next(rounds)
    with pytest.raises(ValueError, match="player_9"):
        env.observe("player_9")
    for _ in turns(env):
        pass
    for call in (env.last, lambda: env.step(None), lambda: env.step(0)):
        with pytest.raises(ValueError, match="over"):
            call()
    assert env.legal_action_names() == []
    assert env.observe("player_0")["action_mask"].sum() == 0


def check_seeding(make: Make) -> None:
    """A seed fixes the episodes; configuration stays; the global generator is not touched."""
    np.random.seed(123)  # noqa: NPY002
    before = np.random.get_state()[1].tolist()  # noqa: NPY002
    first, second = make(), make()
    first.reset(seed=12)
    second.reset(seed=99)
    second.reset(seed=12)
    for _ in range(3):
        for turn in turns(first):
            assert first.agent_selection == second.agent_selection
            assert first.game.state.equals(second.game.state)
            if turn % 4 == 0:
                assert same(everything(first), everything(second))
            advance(second, 0, turn)
        first.reset()
        second.reset()
    fields = ("rules", "illegal", "render_mode", "metadata", "possible_agents", "state_layout")
    settings = [getattr(first, name) for name in fields]
    first.reset(seed=1)
    assert [getattr(first, name) for name in fields] == settings
    assert first.deals[0].deal != second.deals[0].deal
    unseeded = [make() for _ in range(3)]
    for env in unseeded:
        env.reset()
    assert len({env.deals[0].deal for env in unseeded}) == 3
    assert np.random.get_state()[1].tolist() == before  # noqa: NPY002
    for wrong in ("7", 1.5, True):
        with pytest.raises(ValueError, match="seed"):
            first.reset(seed=wrong)


def cards_by_hand(deal: str) -> list[set[str]]:
    """The cards of each part of a deal text, in whatever order."""
    return [set(part.split()) for part in deal.split("|")]


def check_injected_deals(make: Make, deal: str, faults: dict[str, str]) -> None:
    """A right deal is dealt as given; each wrong one is refused and changes nothing."""
    env = make()
    env.reset(options={"deal": deal, "dealer": 2, "a key of somebody else": object()})
    given = cards_by_hand(deal)
    assert cards_by_hand(env.deals[0].deal)[: len(given)] == given
    assert env.deals[0].dealer == 2
    before = everything(env)
    for text, match in faults.items():
        with pytest.raises(ValueError, match=match):
            env.inject_deal(text)
    assert same(everything(env), before)
    advance(env, 0)
    before = everything(env)
    wrong = [({"deal": text}, match) for text, match in faults.items()]
    wrong += [({"deal": 5}, "text"), ({"dealer": 9}, "dealer"), ({"dealer": "1"}, "dealer")]
    wrong += [({"dealer": -1}, "dealer"), ({"dealer": True}, "dealer")]
    for options, match in wrong:
        with pytest.raises(ValueError, match=match):
            env.reset(seed=3, options=options)
        assert same(everything(env), before)
    with pytest.raises(ValueError, match="before its first action"):
        env.inject_deal(deal)
    assert same(everything(env), before)
    env.reset()
    advance(env, 0)
