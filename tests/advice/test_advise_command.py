"""`spades-tui advise` explains the next decision in a record, from what the seat on turn sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.bots import LEVELS
from spades_tui.bots.valued_choice import Aim, PlainReason
from spades_tui.cli import main
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped


@pytest.fixture(scope="module")
def lines() -> list[str]:
    """Return the lines of a simulated game."""
    seats = tuple(SeatSetup(name, "bot", LEVELS[1]) for name in ("Ann", "Bea", "Cy", "Dot"))
    return play_game(TableSetup(shipped()["sandbags"], {"target": 100}, seats, seed="advise")).text.splitlines()


def written(tmp_path: Path, lines: list[str]) -> str:
    path = tmp_path / "game.spades.jsonl"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return str(path)


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(["advise", *arguments])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.usefixtures("by_rules")
def test_advise_lists_choices_for_a_bid_and_for_a_card(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = asked(capsys, written(tmp_path, lines[:2]))
    assert (status, err) == (0, "")
    assert out.startswith("Bea (seat 1) is on turn: hand 1. Advice of ")
    assert out.count("\n") == 3 + 14
    status, out, err = asked(capsys, written(tmp_path, lines[:7]))
    assert (status, err) == (0, "")
    assert "hand 1, trick 1" in out
    best = out.splitlines()[3]
    assert best.endswith(".")
    assert "50%" in best


@pytest.mark.rule("NL-5")
@pytest.mark.usefixtures("by_rules")
@pytest.mark.parametrize(("game", "nil"), [("classic", "bid nil"), ("sandbags", "bid 0")])
def test_advice_says_nil_or_0_as_the_game_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, nil: str
) -> None:
    seats = tuple(SeatSetup(name, "bot", LEVELS[1]) for name in ("Ann", "Bea", "Cy", "Dot"))
    played = play_game(TableSetup(shipped()[game], {"target": 100}, seats, seed="nil")).text.splitlines()
    _, out, _ = asked(capsys, written(tmp_path, played[:2]))
    choices = {line[2:].split("  ")[0] for line in out.splitlines()[3:]}
    assert {nil, "bid 1", "bid 13"} <= choices
    assert len(choices & {"bid nil", "bid 0"}) == 1


@pytest.mark.usefixtures("by_rules")
def test_advise_json_has_each_choice_with_its_figures(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = asked(capsys, written(tmp_path, lines[:7]), "--json", "--level", LEVELS[-1])
    data = json.loads(out)
    assert (status, data["level"]) == (0, LEVELS[-1])
    assert data["seat"] == data["choices"][0]["fact"]["seat"]
    assert set(data["choices"][0]) == {"fact", "value", "cost", "made", "tricks", "deals", "reason", "why"}
    assert {choice["why"]["goal"] for choice in data["choices"]} <= {*Aim, *PlainReason}
    assert data["choices"][0]["cost"] == 0
    played = json.loads(lines[7])
    assert any(choice["fact"].get("card") == played["card"] for choice in data["choices"])


@pytest.mark.usefixtures("by_rules")
def test_advice_at_a_line_equals_advice_on_the_record_up_to_it(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, at_end, _ = asked(capsys, written(tmp_path, lines[:9]))
    _, at_line, _ = asked(capsys, written(tmp_path, lines), "--line", "10")
    assert at_end == at_line


@pytest.mark.usefixtures("by_rules")
def test_advice_is_the_same_with_other_hidden_cards(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Swapping the other players' hands leaves every word of the advice unchanged."""
    deal = json.loads(lines[1])
    deal["hands"] = [deal["hands"][n] for n in (2, 1, 0, 3)]
    del deal["fair"]
    _, one, _ = asked(capsys, written(tmp_path, lines[:2]))
    _, two, _ = asked(capsys, written(tmp_path, [lines[0], json.dumps(deal)]))
    assert one == two


def test_wrong_arguments_are_refused_in_one_line(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, lines[:2])
    for arguments, message in (
        ((path, "--seat", "2"), "Cy isn't on turn there; Bea is (seat 1)"),
        ((path, "--seat", "9"), "no seat 9; choose one from 0 to 3"),
        ((path, "--level", "guru"), "'guru' isn't a level"),
        ((path, "--line", "99"), "no line 99; choose one from 2 to 3"),
        ((str(tmp_path / "none"),), "no such file"),
    ):
        status, out, err = asked(capsys, *arguments)
        assert (status, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1
    status, out, err = asked(capsys, written(tmp_path, lines))
    assert (status, out) == (1, "")
    assert err == f"{path}:{len(lines)}: nobody is on turn at the end of this record\n"
    status, out, err = asked(capsys, written(tmp_path, [lines[0], lines[3]]))
    assert (status, out) == (1, "")
    assert err.startswith(f"{path}:2: ")


@pytest.mark.usefixtures("by_rules")
def test_advice_on_a_suspended_game_equals_advice_before_suspending(
    tmp_path: Path, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    aside = asked(capsys, written(tmp_path, [*lines[:7], '{"event": "suspend"}']))
    assert aside == asked(capsys, written(tmp_path, lines[:7]))
    assert aside[0] == 0
