"""`study price`: the table, the files and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from experiments.study_price import PriceConfig, main


def test_spv7_the_price_study_solves_both_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = PriceConfig(game="spitzer", iterations=20, run=tmp_path / "price")
    assert main(config) == 0
    facts = json.loads((tmp_path / "price" / "results.json").read_text())
    assert facts["rules"]["cards_each"] == 2
    assert facts["trees"]["secret"]["deals"] == 2520
    profiles = {(one["player"], one["game"]): one for one in facts["profiles"]}
    assert list(profiles) == [
        (player, game)
        for player in ("random", "tabular CFR")
        for game in ("secret", "public teams")
    ]
    for one in profiles.values():
        assert abs(sum(one["units"])) < 1e-9  # SP17
        assert one["nash_conv"] == pytest.approx(sum(one["best"]))
    # Against players who heed nothing it is no help to know the sides.
    convs = [profiles["random", game]["nash_conv"] for game in ("secret", "public teams")]
    assert convs[0] == pytest.approx(convs[1])
    for game, path in facts["cfr"].items():
        assert [point["iterations"] for point in path] == [1, 2, 4, 8, 16, 20]
        assert path[-1]["nash_conv"] == profiles["tabular CFR", game]["nash_conv"] < 0.05
    price = facts["price"]["all"]
    assert price == facts["cfr"]["secret"][-1]["value"] - facts["cfr"]["public teams"][-1]["value"]
    text = (tmp_path / "price" / "table.txt").read_text()
    assert "price of hidden roles" in text
    assert text in capsys.readouterr().out
    assert (tmp_path / "price" / "nash_conv.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="exists already"):
        main(config)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"game": "michigan"}, "michigan has no reduced decks"),
        ({"rules": ("cards_each=3",)}, "cards_each=3 has 369,600 deals"),
        ({"agents": ("rule",)}, "'rule' cannot play cards_each=2"),
        ({"iterations": 0}, "iterations"),
    ],
)
def test_the_price_study_refuses(tmp_path: Path, options: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        main(PriceConfig(**({"game": "spitzer", "run": tmp_path / "price"} | options)))
    assert not (tmp_path / "price").exists()
