"""At a table elsewhere, the tray person decides about a chit, and each hunter votes, at their own terminal."""

import asyncio
import os
import threading
from pathlib import Path

import pytest
from msgspec.structs import fields
from textual.pilot import Pilot

from spades_tui.game.events import Chit
from spades_tui.hosting import hosted_table
from spades_tui.hosting.guest_screens import GuestApp
from spades_tui.hosting.hosted_table import HostedTable, SeasonVotes
from spades_tui.hosting.messages import BALLOT, Decide, FromTable, Refused, StandIn, TableUpdate, Vote
from spades_tui.hosting.plain_guest import GuestTable
from spades_tui.play.shown import Shown, Turn
from spades_tui.play.table import Table
from spades_tui.system.folders import data_folder
from spades_tui.tui.table.ceremonies import HearingScreen, TrayScreen
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from tests.hosting.guest_side import SETTINGS, Side, keyboard
from tests.hosting.tables import SECONDS, Guest
from tests.scorebook.games import Season, verdicts
from tests.scorebook_screens.playing import hunted, unfinished
from tests.screens.looking import screen_text

GUILTY = 0
"""The seat that everybody votes a zero buddy."""


@pytest.fixture
def season(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Season:
    """Return a season in which Cy holds a chit; the next game's cards of Ann and Cy are marked, and Cy will be last."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    season = Season(data_folder(), patience=SECONDS)
    season.on("2026-04-06").play((1, 2, 0), perfect=(2,), bones=(0,))
    return season


def last_game(season: Season) -> Table:
    """Return the next day's game, which lacks its last tricks."""
    path = unfinished(season.path(), hunted(season.on("2026-04-07")))
    return Table.resume(path, stays_open=True, clock=lambda: "2026-04-07T20:00:00+00:00")


class Voter(Guest):
    """A guest who names the next player for a chit, and votes."""

    def send(self, message: FromTable) -> None:
        """Answer at once."""
        super().send(message)
        if not isinstance(message, TableUpdate) or self.seat is None:
            return
        ballot = message.ballot
        if message.shown.decider == self.seat:
            self.host.hear(self.seat, Decide(Chit(self.seat, (self.seat + 2) % 3)))
        if ballot is not None and self.seat in ballot.voters and self.seat not in ballot.votes:
            self.host.hear(self.seat, Vote(ballot.mark.hand, ballot.mark.card, ballot.mark.accused == GUILTY))


def moments(guest: Guest, what: str) -> list[TableUpdate]:
    """Return what a guest has heard of this kind."""
    return [one for one in guest.heard if isinstance(one, TableUpdate) and one.what == what]


@pytest.mark.rule("3B-27", "3B-30")
async def test_guests_spend_a_chit_and_vote(season: Season) -> None:
    """The scorebook of the host counts both. Nobody spends another's chit, or votes twice or about their own card."""
    table = last_game(season)
    host = HostedTable(table, season=SeasonVotes())
    ann, bea, cy = guests = [Voter(host, seat) for seat in range(3)]
    host.hear(0, Decide(Chit(0, 1)))
    host.hear(0, Vote(1, 1, True))
    async with asyncio.timeout(SECONDS):
        await host.run()
    refused = [one.refusal.rule for one in ann.heard if isinstance(one, Refused)]
    assert refused == ["3B-27", "3B-30"]
    assert not [one for one in (*bea.heard, *cy.heard) if isinstance(one, Refused)]
    heard = [one.ballot for one in moments(bea, "verdict")]
    assert [(one.mark.accused, one.verdict, one.left) for one in heard if one is not None] == [
        (2, False, 1),
        (0, True, 0),
    ]
    for guest in guests:
        (over,) = moments(guest, "over")
        assert over.shown.final is not None and over.shown.final.values(["tray"]) == {"tray": 1}
    table.leave()
    assert season.line("Cy").chits == 0
    assert season.line("Bea").tray_times == 1
    assert [season.line(name).zero_buddies for name in ("Ann", "Bea", "Cy")] == [1, 0, 0]
    assert verdicts(season.book, season.book.games(limit=1)[0].id) == {"Ann": True, "Cy": False}
    season.book.close()


@pytest.mark.rule("3B-27", "3B-30")
async def test_absent_guests_keep_nobody_waiting(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in, the chit isn't spent; a missing vote counts as none."""
    monkeypatch.setattr(hosted_table, "VOTE_SECONDS", 0.05)
    table = last_game(season)
    host = HostedTable(table, season=SeasonVotes())
    bea = Voter(host, 1)
    host.hear(1, StandIn())
    async with asyncio.timeout(SECONDS):
        await host.run()
    (over,) = moments(bea, "over") or moments(bea, "score")[-1:]
    assert over.shown.final is not None and over.shown.final.values(["tray"]) == {"tray": 2}
    assert [one.ballot.verdict for one in moments(bea, "verdict") if one.ballot is not None] == [False, False]
    table.leave()
    season.book.close()


async def test_a_chit_that_nobody_has_isnt_asked_about(season: Season, tmp_path: Path) -> None:
    """Without the scorebook, the game ends with its last score, as in earlier versions."""
    table = last_game(season)
    host = HostedTable(table)
    guests = [Voter(host, seat) for seat in range(3)]
    async with asyncio.timeout(SECONDS):
        await host.run()
    for guest in guests:
        assert moments(guest, "score")[-1].shown.final is not None
        assert not moments(guest, "over")
    table.leave()
    season.book.close()


async def press_until_over(pilot: Pilot[int], app: GuestApp, side: Side) -> list[str]:
    """Claim the last tricks, then press Enter; return the screens and all text of hearings."""
    remote, seen = side.remote, list[str]()
    assert remote is not None
    while not isinstance(app.screen, GameOverScreen):
        await pilot.pause(0.01)
        controller, screen, step = app.controller, app.screen, remote.next()
        assert controller is not None
        if seen[-1:] != [type(screen).__name__]:
            seen.append(type(screen).__name__)
        if isinstance(screen, ScoreScreen | HearingScreen | TrayScreen):
            seen.append(screen_text(app))
            if "▸" in seen[-1] or not isinstance(screen, HearingScreen):
                await pilot.press("enter")
        elif remote.waits or controller.finished_trick is not None:
            controller.pauses.hurry()
        elif isinstance(step, Turn) and step.human:
            await pilot.press("m", "left", "enter")  # claim the rest
        else:
            await pilot.press("enter")
    return seen


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.rule("3B-27", "3B-30")
async def test_screens_of_a_guest_ask_for_their_own_vote_alone(season: Season, seat: int) -> None:
    """Everybody sees the chit's question, the hearings and their verdicts."""
    side = Side(last_game(season), 3, seat, SeasonVotes(), Voter)
    remote = side.remote
    assert remote is not None
    app = GuestApp(remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot, asyncio.timeout(SECONDS):
        seen = await press_until_over(pilot, app, side)
    await asyncio.to_thread(side.ended)
    text = "\n".join(seen)
    assert "TrayScreen" in seen and "HearingScreen" in seen
    assert ("did Cy let the zero off?" in text) is (seat == 0)
    assert ("did Ann let the zero off?" in text) is (seat == 2)
    assert "Cy isn't a zero buddy." in text
    assert ("Ann is a zero buddy." in text) is (seat != 2)
    side.table.leave()
    season.book.close()


@pytest.mark.rule("3B-27", "3B-30")
async def test_plain_text_asks_for_a_chit_and_a_vote(season: Season) -> None:
    side = Side(last_game(season), 3, 2, SeasonVotes(), Voter)
    remote = side.remote
    assert remote is not None
    with keyboard() as (console, printed, writes, waker):
        remote.arrived = lambda: os.write(waker, b".")
        game = GuestTable(remote, console, SETTINGS)
        playing = threading.Thread(target=game.run, daemon=True)
        playing.start()
        async with asyncio.timeout(SECONDS):
            answered = 0
            while playing.is_alive():
                await asyncio.sleep(0.02)
                said = printed.getvalue()
                asked = said[answered:]
                answered = len(said)
                if "You hold a tray-chit" in asked:
                    os.write(writes, b"Bea\n")
                elif "let the zero off? Yes or no" in asked:
                    os.write(writes, b"yes\n")
                elif asked:
                    os.write(writes, b"take\n")
    await asyncio.to_thread(side.ended)
    said = printed.getvalue()
    assert "Cy isn't a zero buddy." in said and "Ann is a zero buddy." in said
    side.table.leave()
    season.book.close()


def test_messages_keep_the_names_of_earlier_releases() -> None:
    def names(kind: type[TableUpdate | Shown]) -> dict[str, str]:
        return {field.name: field.encode_name for field in fields(kind)}

    assert names(TableUpdate)["ballot"] == "hearing"
    assert (names(Shown)["decider"], names(Shown)["named"]) == ("may_spend_chit", "tray_row")
    assert (BALLOT, f"{Chit.event_name()}-due") == ("hearing", "chit-due")
