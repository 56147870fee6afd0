"""Whole games in a real pseudo-terminal, played with keys alone, show and save everything and leak nothing."""

import json
import re
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from spades_tui import cards, fair
from spades_tui.rules.catalogue import shipped
from spades_tui.tui.table.curtain_screen import DEAF
from tests.outside.sample_players import random_player
from tests.terminal.terminal import ENTER, LONG, SPACE, TAKE, Start, Terminal
from tests.terminal.watching import PASS, allowed_cards, faces, journal

pytestmark = pytest.mark.slow


A_GAME = 1800.0
"""Maximum seconds of a game on a busy machine."""


def play_until(terminal: Terminal, done: Callable[[], bool], keys: str = TAKE) -> None:
    """Press keys until a condition is true, which must stay true.

    Raises AssertionError with the screen if that takes too long.
    """
    end = time.monotonic() + A_GAME
    while not done():
        assert time.monotonic() < end, f"too long; the screen:\n{terminal.text()}"
        assert terminal.child.isalive(), f"the program has ended:\n{terminal.text()}"
        terminal.press(keys)


def test_everything_shown_survives_a_kill(start: Start, tmp_path: Path) -> None:
    terminal = start("play", "--seed", "kill", "--pace", "instant")
    play_until(terminal, lambda: sum(line["event"] == "trick" for line in journal(tmp_path)) >= 3)
    if "Your turn" not in terminal.wait("Your turn|[Aa]ny key|Enter: continue"):  # the trick stays until a key (C-10)
        terminal.press(ENTER)
    terminal.wait("Your turn")
    hand = terminal.text().splitlines()[-9:-2]
    shown = faces("\n".join(hand))
    assert shown
    terminal.kill()
    events = journal(tmp_path)

    again = start()
    again.wait("Continue")
    again.press(ENTER)
    if "Your turn" not in again.wait("Your turn|[Aa]ny key|Enter: continue"):
        again.press(ENTER)
    again.wait("Your turn")
    assert faces("\n".join(again.text().splitlines()[-9:-2])) == shown
    assert journal(tmp_path)[: len(events)] == events


def test_the_screen_is_drawn_if_errors_go_to_a_file(start: Start, tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    terminal = start("-c", f"exec {sys.executable} -m spades_tui 2>{errors}", program="/bin/sh")
    terminal.wait("Quick game")
    terminal.press("q")
    assert (terminal.ended(), errors.read_bytes()) == (0, b"")


def test_ctrl_l_draws_everything_again(start: Start) -> None:
    terminal = start("play", "--seed", "disturbed", "--pace", "instant")
    terminal.wait("Your bid")
    before = terminal.wait("suggested")
    terminal.screen.reset()  # as after another program's output
    terminal.press("\x0c")
    terminal.wait("Your bid")
    assert terminal.wait("suggested") == before


@dataclass(frozen=True)
class Game:
    """A game between two people: its options, the seat of the second person, how many hands."""

    options: tuple[str, ...]
    apart: int = 1
    hands: int = 2
    """Most hands that are played; nobody may reach the target, since every bid is the first."""


GAMES = {
    "sandbags": Game(("target=1",)),
    "jokers": Game(("target=1",)),
    "bemo": Game(("target=1",)),
    "3b-three": Game(("hands=1",)),
    "3b-four": Game(("hands=1",)),
    "3b-five": Game(("hands=1",)),
    "classic": Game(("target=1", "blind_behind=0", "blind_pass=2", "nil_pass=2"), 2),
    "joker-deuces": Game(("target=1",)),
    "whiz": Game(("target=1", "nil_pass=1"), 2),
    "mirrors": Game(("target=1", "nil_pass=1"), 2),
    "suicide, exchanged together": Game(("target=1", "nil_pass=2"), 2),
    "suicide, the nil gives first": Game(("target=1", "nil_pass=3", "pass_order=nil_first"), 2),
    "cutthroat": Game(("target=1", "last_bid=not_even", "first_trick=no_spade", "opening=lowest_club")),
    "cutthroat-three": Game(("target=1", "last_bid=not_even")),
    "two-handed": Game(("target=1",)),
    "two-handed, the second card unseen": Game(("target=1", "second_card=unseen")),
    "league": Game(("nil_pass=1",), 2, hands=4),
}


@pytest.mark.parametrize("name", GAMES)
def test_two_people_never_see_each_others_cards(name: str, start: Start, tmp_path: Path) -> None:
    """Every byte of output is searched: between two curtains, it may only show one person's cards."""
    game, slug = GAMES[name], name.partition(",")[0]
    options = [part for option in game.options for part in ("--option", option)]
    # With five, the first dealer sits out; with this seed it is seat 0, a computer player.
    first = 1 if slug == "3b-five" else 0
    count = shipped()[slug].seats
    seed = next(text for n in range(100) if fair.seeded_dealer(text := f"two {n}", count) == 0)
    people = "bot:club:Cy," * first + "human:Ann," + "bot:club:Dot," * (game.apart - 1) + "human:Bea"
    terminal = start("play", "--variant", slug, "--seats", people, "--seed", seed, "--pace", "instant", *options)
    seats = {"ANN": first, "BEA": first + game.apart}
    at_keyboard: int | None = None
    begun_at = 0
    curtains = 0
    end = time.monotonic() + A_GAME

    def check() -> None:
        """Check that the output since the last change of people shows only what the person may see."""
        seen = faces(terminal.plain_since(begun_at))
        allowed = allowed_cards(journal(tmp_path), at_keyboard)
        assert seen <= allowed, f"{sorted(map(cards.text, seen - allowed))} seen by seat {at_keyboard}"

    def over() -> bool:
        events = [line["event"] for line in journal(tmp_path)]
        return "game_over" in events or game.hands <= events.count("hand_score")

    while not over():
        assert time.monotonic() < end, terminal.text()
        text = terminal.text()
        if PASS in text:
            # the curtain's output may show only played cards, not even the last person's
            check()
            name = re.sub(r"[ ┃]", "", text.split(PASS, 1)[1].splitlines()[1])
            at_keyboard, begun_at = None, len(terminal.sent_out)
            curtains += 1
            terminal.read(DEAF + 0.03)  # so that no key typed ahead opens it
            check()
            at_keyboard, begun_at = seats[name], len(terminal.sent_out)
            terminal.press(SPACE)
            opened = time.monotonic() + LONG
            while PASS in terminal.text() and time.monotonic() < opened:
                terminal.read()
            assert PASS not in terminal.text()
        else:
            terminal.press(TAKE)
            check()
    assert curtains > 4
    if slug == "suicide":
        assert {line["seat"] for line in journal(tmp_path) if line["event"] == "pass"} >= set(seats.values())


def test_an_outside_program_plays_in_the_terminal(start: Start, tmp_path: Path) -> None:
    """A sample player in `play` bids and plays, and nothing sent to it is shown."""
    (tmp_path / "mine.py").write_text(random_player(), "utf-8")
    seats = f'human:Ann,"exec:{sys.executable} {tmp_path / "mine.py"}",bot:beginner:Cy,bot:beginner:Dot'
    terminal = start("play", "--variant", "sandbags", "--seats", seats, "--seed", "outside", "--pace", "instant")
    play_until(terminal, lambda: any(line["event"] == "hand_score" for line in journal(tmp_path)))
    lines = journal(tmp_path)
    kinds = [(seat["kind"], seat.get("level")) for seat in lines[0]["seats"]]  # type: ignore[attr-defined]
    assert kinds == [("human", None), ("bot", "exec"), ("bot", "beginner"), ("bot", "beginner")]
    mine = [line for line in lines if line.get("seat") == 1 and line["event"] in ("bid", "play")]
    assert len(mine) > 5
    assert not any(line.get("stand_in") for line in mine)
    assert str(tmp_path) not in json.dumps(lines)
    allowed = allowed_cards(lines, 0)
    assert faces(terminal.plain_since(0)) <= allowed
