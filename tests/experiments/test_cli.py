"""The command line as a person meets it: in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from experiments.cli import first_paragraph, main, parse_config
from experiments.games import load_game, make_rules, parse_options

ROOT = Path(__file__).resolve().parents[2]


def start(*arguments, cwd, code=None, **pipes):
    command = ["-c", code] if code else ["-m", "experiments.cli", *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, *command], cwd=cwd, env=environment, text=True, stderr=subprocess.PIPE,
        stdout=subprocess.PIPE, **pipes,
    )  # fmt: skip


def run(*arguments, cwd, code=None, stdin=""):
    process = start(*arguments, cwd=cwd, code=code, stdin=subprocess.PIPE)
    out, err = process.communicate(stdin, timeout=240)
    return process.returncode, out, err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fly"], "unknown command 'fly'"),
        (["study"], "say which study: hidden-partners study NAME GAME, where NAME is one of best"),
        (["study", "life"], "unknown study 'life': known are best-response"),
        (["tournament", "bridge"], "bridge"),
        (["tournament"], "Missing from hidden-partners tournament: {spitzer,michigan,smear}"),
        (["tournament", "spitzer", "--luck", "3"], "Unrecognized options: --luck, 3"),
        (["tournament", "spitzer", "--deals", "many"], "--deals: invalid literal"),
        (["tournament", "spitzer", "--deals", "0"], "deals must be 1 or more, not 0"),
        (["tournament", "spitzer", "--agents", "rule"], "two agents or more"),
        (["tournament", "spitzer", "--agents", "random", "genius"], "agent 'genius' is unknown"),
        (["tournament", "spitzer", "--agents", "rule", "ppo:no/such"], "no file or folder"),
        (["tournament", "spitzer", "--rules", "revoke"], "'revoke' must be name=value"),
        (["tournament", "spitzer", "--rules", "trumps=3"], "unknown option 'trumps'"),
        (["tournament", "spitzer", "--rules", "revoke=never"], "option revoke must be one of"),
        (["play", "spitzer", "--seat", "4"], "seat must be from 0 to 3, not 4"),
        (["play", "spitzer", "--opponents", "rule", "rule"], "opponents must be 1 or 3 agents"),
        (["benchmark", "spitzer", "--games", "0"], "games must be 1 or more"),
        (["benchmark", "--rules", "blind=2"], "--rules needs a game"),
        (["benchmark", "spitzer", "--rules", "blind=3"], "option blind must be one of"),
        (["benchmark", "spitzer", "--core", "9999"], "core must be one of"),
    ],
)
def test_a_users_error_is_one_line(arguments, message, capsys):
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("hidden-partners: error: ")
    assert said.err.count("\n") == 1
    assert message in said.err


def test_errors_in_a_process_of_its_own(tmp_path):
    code, out, err = run("tournament", "spitzer", "--agents", "random", "genius", cwd=tmp_path)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []  # nothing was begun


def test_usage_names_commands_and_games(capsys):
    assert main([]) == 2
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    for word in ("train", "tournament", "play", "benchmark", "spitzer"):
        assert word in said
    assert main(["study", "--help"]) == 0
    said = capsys.readouterr().out
    assert "study best-response" in said
    assert "tournament" not in said
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("hidden-partners ")


@pytest.mark.parametrize("command", ["tournament", "play", "benchmark"])
def test_help_of_a_command_loads_no_torch(command, tmp_path):
    code = (
        "import sys\nfrom experiments.cli import main\n"
        f"try:\n    main(['{command}', '--help'])\nexcept SystemExit as end:\n    print(end.code)\n"
        "print('torch' in sys.modules, 'matplotlib' in sys.modules)"
    )
    exit_code, out, err = run(cwd=tmp_path, code=code)
    assert (exit_code, err) == (0, "")
    assert "--rules" in out
    assert out.splitlines()[-2:] == ["0", "False False"]


@pytest.mark.parametrize(
    ("command", "missing"),
    [("tournament", "safetensors"), ("play", "tyro"), ("train", "torch"), ("benchmark", "rich")],
)
def test_a_core_install_says_what_is_missing(command, missing, tmp_path):
    blocked = ["matplotlib", "rich", "safetensors", "tensorboard", "torch", "tyro"]
    code = (
        f"import sys\nsys.modules.update(dict.fromkeys({blocked}))\n"
        f"from experiments.cli import main\nsys.exit(main(['{command}', 'spitzer']))"
    )
    exit_code, _, err = run(cwd=tmp_path, code=code)
    assert exit_code == 2
    assert err == (
        f"hidden-partners: error: {missing} is not installed: "
        "pip install 'hidden-partners[train]'\n"
    )


def test_a_core_install_still_shows_the_usage(tmp_path):
    code = (
        "import sys\nsys.modules.update(dict.fromkeys(['tyro', 'rich', 'torch']))\n"
        "from experiments.cli import main\nsys.exit(main(['--help']))"
    )
    exit_code, out, err = run(cwd=tmp_path, code=code)
    assert (exit_code, err) == (0, "")
    assert "tournament" in out


def test_a_reader_that_leaves_is_no_error(tmp_path):
    code = (
        "import sys\nfrom experiments.cli import main\nsys.stdin.read()\nsys.exit(main(['--help']))"
    )
    process = start(cwd=tmp_path, code=code, stdin=subprocess.PIPE)
    process.stdout.close()
    process.stdin.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == ""
    process.stderr.close()


def test_a_traceback_on_demand(monkeypatch, capsys):
    monkeypatch.setenv("HIDDEN_PARTNERS_TRACEBACK", "1")
    assert main(["tournament", "spitzer", "--agents", "rule"]) == 2
    assert "Traceback" in capsys.readouterr().err


def test_a_missing_module_of_our_own_is_a_bug(monkeypatch):
    monkeypatch.setitem(sys.modules, "experiments.contest", None)
    monkeypatch.delitem(sys.modules, "experiments.tournament", raising=False)
    with pytest.raises(ModuleNotFoundError):
        main(["tournament", "spitzer"])


@dataclass
class Wishes:
    """A config."""

    game: str
    agents: tuple[str, ...] = ("a",)
    deals: int = 5


def test_config_from_arguments():
    given = ["spitzer", "--agents", "b", "c", "--deals", "7"]
    assert parse_config(Wishes, "x", given) == Wishes("spitzer", ("b", "c"), 7)
    assert parse_config(Wishes, "x", ["spitzer"]) == Wishes("spitzer")


def test_a_framed_message_becomes_one_line():
    lines = [
        "╭─ Error ──╮",
        "│ \x1b[31mThis is\x1b[0m  │",
        "│   wrong. │",
        "│ ──────── │",
        "│ More.    │",
    ]
    box = "\n".join(lines)
    assert first_paragraph(box) == "This is wrong."
    assert first_paragraph("plain words") == "plain words"
    assert first_paragraph("") == ""


def test_options_are_read_as_what_they_are():
    texts = [
        "revoke=lose_deal",
        "double_spitzer=True",
        "deals=16",
        "score_limit=none",
        "solo=false",
    ]
    assert parse_options(texts) == {
        "revoke": "lose_deal",
        "double_spitzer": True,
        "deals": 16,
        "score_limit": None,
        "solo": False,
    }
    rules = make_rules(load_game("spitzer"), texts)
    assert rules.revoke == "lose_deal"
    assert rules.double_spitzer


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["solo"], "must be name=value"),
        (["=3"], "must be name=value"),
        (["deals=3", "deals=4"], "given twice"),
        (["deals=[1]"], "deals"),
        (["deals=1.5"], "deals"),
    ],
)
def test_wrong_options_are_refused(texts, message):
    with pytest.raises(ValueError, match=message):
        make_rules(load_game("spitzer"), texts)


def test_unknown_game():
    with pytest.raises(ValueError, match="unknown game 'whist': known are spitzer"):
        load_game("whist")


def test_ctrl_c_leaves_marked_partial_results(tmp_path):
    process = start(
        "tournament", "spitzer", "--agents", "random", "random", "--deals", "400000",
        "--chunk", "1", "--out", "here", "--resamples", "50", cwd=tmp_path,
    )  # fmt: skip
    while not (tmp_path / "here" / "run.json").exists() and process.poll() is None:
        time.sleep(0.1)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert err == ""
    assert "stopped early" in out
    results = json.loads((tmp_path / "here" / "results.json").read_text())
    assert results["complete"] is False
    assert 0 < results["deals"] < 400_000
