"""Styles are written as level/style, keep to the rules, and use no hidden cards."""

import json
from pathlib import Path

import pytest

from spades_tui import bots
from spades_tui.analysis.fork import fork_hand
from spades_tui.bots import styles
from spades_tui.bots.levels import LEVELS, is_level, level_problem, searches
from spades_tui.cli import main
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.events import Bid, Claim, Score
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.play.resume import read_journal
from spades_tui.play.shown import Turn
from spades_tui.play.table import Table
from spades_tui.seats.observer import observe
from tests.bench.bots import deal
from tests.bots.tables import TABLES, rules_of, scrambled, stream

CLUBS = [f"club/{style.name}" for style in styles.STYLES]


@pytest.mark.parametrize("level", [*LEVELS, *CLUBS, "expert/zeros"])
def test_a_level_and_its_style_split_and_join(level: str) -> None:
    assert is_level(level)
    assert styles.joined_level(*styles.split_level(level)) == level


@pytest.mark.parametrize(
    ("level", "wrong"),
    [
        ("grandmaster", "'grandmaster' isn't a level; choose from beginner, club, strong, expert"),
        ("", "'' isn't a level"),
        ("/bold", "'/bold' isn't a level"),
        ("club/", "'club/': '' isn't a style; choose from bold, careful, zeros, bags"),
        ("club/plain", "'plain' isn't a style"),
        ("club/Bold", "'Bold' isn't a style"),
        ("club/bold/zeros", "'bold/zeros' isn't a style"),
        ("beginner/bold", "'beginner/bold': a beginner has no style"),
    ],
)
def test_an_unknown_level_is_refused_with_the_known_ones(level: str, wrong: str) -> None:
    assert wrong in str(level_problem(level))
    course = History(new_game(rules_of("sandbags"), 0))
    deal(course, seeded_secret("one", 1, 1, 1))
    turn = on_turn(course.state)
    assert turn is not None
    for ask in (bots.choose, bots.weigh, bots.speak):
        with pytest.raises(ValueError, match=r"isn't a level|style"):
            ask(level, observe(course.state, turn), stream())


def test_plain_style_changes_nothing_and_every_other_style_does() -> None:
    plain = styles.PLAIN
    assert (plain.bid, plain.zero, plain.zero_chance, plain.bag) == (0, 0, 0, 1)
    assert all((style.bid, style.zero, style.zero_chance, style.bag) != (0, 0, 0, 1) for style in styles.STYLES)
    assert searches("strong/bold")
    assert not searches("club/bold")


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("first", range(len(CLUBS)))
@pytest.mark.parametrize(("slug", "options"), [TABLES[0], TABLES[2], TABLES[5], TABLES[7]], ids=lambda one: str(one))
def test_styled_choices_are_legal_and_use_no_hidden_card(slug: str, options: dict[str, object], first: int) -> None:
    """Each seat plays a hand with a different style."""
    rules = rules_of(slug, **options)
    course = History(new_game(rules, 0))
    deal(course, seeded_secret(f"{slug}{first}", 1, 1, 1))
    while course.state.phase not in (Phase.PLAYED, Phase.DEAL):
        turn = on_turn(course.state)
        if turn is None:
            course.do(Score())
            continue
        seed = f"{slug} {len(course.steps)}".encode()
        level = CLUBS[(first + turn) % len(CLUBS)]
        event = bots.choose(level, observe(course.state, turn), Stream(seed))
        assert isinstance(event, Claim) or event in observe(course.state, turn).legal
        other = observe(scrambled(course.state, turn, Stream(seed + b"other")), turn)
        assert bots.choose(level, other, Stream(seed)) == event
        course.do(event)


def test_a_record_has_the_style_and_is_verified_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = ",".join(CLUBS[:4])
    simulate = ["simulate", "--variant", "sandbags", "--option", "target=100", "--seed", "style", "--bots", players]
    assert main(simulate) == 0
    text = capsys.readouterr().out
    assert [seat["level"] for seat in json.loads(text.splitlines()[0])["seats"]] == CLUBS[:4]
    file = tmp_path / "game.spades.jsonl"
    file.write_text(text, "utf-8")
    assert main(["verify", str(file)]) == 0
    told = capsys.readouterr().out
    assert "0 choices" not in told and "not verified" not in told, told
    assert main(["advise", str(file), "--line", "3", "--level", "club/bold"]) == 0
    assert "Advice of club/bold" in capsys.readouterr().out
    # Verifying finds another style in one seat of the same record.
    for other in CLUBS:
        file.write_text(text.replace('"club/careful"', json.dumps(other)).replace('"club/bold"', json.dumps(other)))
        if main(["verify", str(file)]):
            assert f"({other}) wouldn't do that" in capsys.readouterr().err
            break
    else:
        pytest.fail("no style plays otherwise than another")


def test_a_game_with_styles_is_resumed_and_forked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = ",".join(CLUBS[:4])
    assert main(["simulate", "--variant", "sandbags", "--option", "target=100", "--seed", "on", "--bots", players]) == 0
    file = tmp_path / "game.spades.jsonl"
    file.write_text(capsys.readouterr().out)
    path = fork_hand(file, 1, 0, 0, tmp_path)
    seats = read_journal(path).setup.seats
    assert [seat.level for seat in seats] == [None, *CLUBS[1:4]]
    table = Table.resume(path)
    while isinstance(turn := table.next(), Turn):
        event = bots.choose("club", table.observe(0), stream()) if turn.seat == 0 else table.choose()
        table.do(event)
    table.leave()
    assert main(["verify", str(path)]) == 0


@pytest.mark.parametrize("style", styles.STYLES, ids=lambda style: style.name)
@pytest.mark.parametrize(("slug", "options"), [TABLES[0], TABLES[1], TABLES[4], TABLES[7]], ids=lambda one: str(one))
def test_a_styled_bid_stays_within_two_tricks_of_the_plain_bid(
    slug: str, options: dict[str, object], style: styles.Style
) -> None:
    """A styled bid is at most two tricks from the plain one, even if an overtrick costs little."""
    rules = rules_of(slug, **options)
    for number in range(4):
        course = History(new_game(rules, 0))
        deal(course, seeded_secret(slug, number, 1, 1))
        while course.state.phase == Phase.BID:
            turn = on_turn(course.state)
            if turn is None:
                break
            seen = observe(course.state, turn)
            plain, styled = bots.choose("club", seen, stream()), bots.choose(f"club/{style.name}", seen, stream())
            if isinstance(plain, Bid) and isinstance(styled, Bid) and plain.bid:
                off = styled.bid - plain.bid
                assert abs(off) <= 2 or styled.bid == 0
                assert style.bid <= 0 or off >= 0
                assert style.bid >= 0 or off <= 0
            course.do(plain)


def test_a_styles_preference_stops_growing_one_trick_from_the_estimate() -> None:
    bold = styles.style_named("bold")
    assert bold.leans(4, 3.5) == bold.bid / 2
    assert bold.leans(13, 3.5) == bold.leans(5, 3.5) == bold.bid
    assert bold.leans(1, 3.5) == -bold.bid
    assert styles.PLAIN.leans(13, 0.0) == 0
