"""Play a game through its screens with keys alone, and make each decision on a list as early as possible.

Nothing here depends on the clock or on computer players, so a game is always the same. People have all seats, pauses
end only with a key, and the other decisions follow a simple policy.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from msgspec.structs import replace
from textual.message_pump import MessagePump
from textual.timer import Timer

from spades_tui import cards
from spades_tui.fair import seeded_dealer
from spades_tui.game.events import (
    Bid,
    Bone,
    Books,
    Challenge,
    Claim,
    Draft,
    Dump,
    Look,
    Pass,
    Play,
    Promise,
    Raise,
    Redeal,
    SeatEvent,
    ZeroBuddy,
)
from spades_tui.game.reneges import found_renege
from spades_tui.play.game_code import code_of
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import Offer
from spades_tui.seats import Observation
from spades_tui.tui.scorebook_thread import BookKeeper, TableSeason
from spades_tui.tui.table import choosing_screen, dealing_screen, typed_keys
from spades_tui.tui.table.ceremonies import ChitScreen, HearingScreen
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.pauses import PACES, Pace
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets.choices import ChoicePanel
from tests.scenes import policy
from tests.screens.looking import TableApp, screen_text, settle, type_keys

NEVER = 10_000.0
"""Seconds of a pause that no test waits for."""

Kind = TypeVar("Kind")

Wish = Callable[[Observation, Table], object]
"""Returns the event that makes a listed decision now, or the key for it; None if it isn't possible yet."""


def of(kind: type[Kind], also: Callable[[Kind, Observation], bool] = lambda event, seen: True) -> Wish:
    """Return a wish for the first legal event of a kind."""

    def find(seen: Observation, table: Table) -> object:
        return next(
            (event for event in (*seen.legal, *seen.aside) if isinstance(event, kind) and also(event, seen)), None
        )

    return find


def challenge(right: bool) -> Wish:
    """Return a wish for a challenge that turns out right or wrong."""

    def find(seen: Observation, table: Table) -> object:
        hand = table.course.state.hand
        assert hand is not None
        events = [event for event in seen.aside if isinstance(event, Challenge)]
        return next((f for f in events if (found_renege(table.rules, hand, f.accused) is not None) == right), None)

    return find


def claim(stands: bool) -> Wish:
    """Return a wish for a claim that is accepted or refused."""

    def find(seen: Observation, table: Table) -> object:
        if not seen.may_claim or seen.on_turn != seen.seat:
            return None
        assert seen.seat is not None
        event = Claim(seen.seat, seen.rules.tricks - len(seen.tricks))
        return event if (table.course.refusal(event) is None) == stands else None

    return find


def renege(seen: Observation, table: Table) -> object:
    """Return the play of a card that doesn't follow suit although it could."""
    return next((event for event in seen.legal if isinstance(event, Play) and not seen.follows >> event.card & 1), None)


def dictated(seen: Observation, table: Table) -> object:
    """Return the only legal bid."""
    bids = [event for event in seen.legal if isinstance(event, Bid)]
    return bids[0] if len(bids) == 1 and seen.why_bids else None


def take_back(seen: Observation, table: Table) -> object:
    """Return the key that takes a trick back."""
    return "u" if seen.seat is not None and seen.tricks and table.may_take_back(seen.seat) else None


WISHES: dict[str, Wish] = {
    "thirteen": of(Bid, lambda event, seen: event.bid == 13 and not event.blind and seen.hand_number == 1),
    "look": of(Look),
    "blind": of(Bid, lambda event, seen: event.blind and event.bid == 7),
    "zero": of(Bid, lambda event, seen: event.bid == 0 and not event.blind and event in seen.legal),
    "nil": of(
        Bid,
        lambda event, seen: (
            event.bid == 0
            and not event.blind
            and len(seen.legal) > 1
            and 0 not in {seen.bids[seat] for seat in seen.rules.sides[seen.side or 0]}
        ),
    ),
    "blind nil": of(Bid, lambda event, seen: event.bid == 0 and event.blind),
    "number beside nil": of(
        Bid,
        lambda event, seen: (
            event.bid == 4
            and any(rule.rule == "SU-1" for rule in seen.why_bids)
            and 0 in {other.bid for other in seen.legal if isinstance(other, Bid)}
        ),
    ),
    "dictated": dictated,
    "keep": of(Draft, lambda event, seen: event.keep),
    "throw": of(Draft, lambda event, seen: not event.keep),
    "changed bid": of(Bid, lambda event, seen: event in seen.aside and event.bid > 0),
    "new deal": of(Redeal),
    "raise": of(Raise, lambda event, seen: seen.side != 0 or not seen.rules.partners),
    "Bemo": of(Promise, lambda event, seen: event.tricks == 4),
    "Big Bemo": of(Promise, lambda event, seen: event.tricks == 6),
    "ace high": of(Play, lambda event, seen: event.ace == "high"),
    "ace low": of(Play, lambda event, seen: event.ace == "low"),
    "renege": renege,
    "wrong challenge": challenge(False),
    "right challenge": challenge(True),
    "dump": of(Dump),
    "bonehead": of(Bone),
    "ZB mark": of(ZeroBuddy),
    "refused claim": claim(False),
    "claim": claim(True),
    "take back": take_back,
}
HOW = ("no cut", "curtain take back", "books")
"""Wishes that the code for their screens handles."""
KEYS: dict[type, str] = {Dump: "d", Challenge: "x", Books: "k", Bone: "o", ZeroBuddy: "z"}

Plan = Callable[[Observation], SeatEvent | None]
"""Returns the event if no listed decision is possible; None for the simple policy."""


class StubSeason(TableSeason):
    """A season where the first `chits` tray persons hold a chit; hearings are kept."""

    def __init__(self) -> None:
        super().__init__(cast(BookKeeper, None), None)
        self.heard: list[dict[str, bool]] = []
        self.chits = 1
        self.holders: list[str] = []

    def game_over(self) -> None:
        """Do nothing."""

    async def answer_about(self, name: str, work: object) -> str | None:
        """Return the name of a player who still holds a chit."""
        if name not in self.holders and len(self.holders) < self.chits:
            self.holders.append(name)
        return name if name in self.holders else None

    def record_votes(self, mark: object, votes: Mapping[str, bool]) -> None:
        self.heard.append(dict(votes))


class DecidingApp(TableApp):
    """Run an app whose scorebook says that the last player holds a chit, and which plays nothing for a person."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, hand_end=False)
        self.season = StubSeason()

    def season_of(self, table: Table) -> StubSeason:
        return self.season


def let_numbers_last(patch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let the next digit belong to a typed number for so many seconds."""
    for module in (typed_keys, choosing_screen):
        patch.setattr(module, "PAUSE", seconds)


def _lasting(pace: Pace, think: float, seconds: float, deal: float = 0.0) -> Pace:
    """Return a pace with such pauses that stops where this one does."""
    return Pace(think, seconds, seconds, deal, seconds, unseen_waits=pace.unseen_waits)


def stop_pauses(patch: pytest.MonkeyPatch) -> None:
    """Let pauses end only with a key, at every pace; computer players think for no time at the instant pace."""
    let_numbers_last(patch, NEVER)
    for name, pace in PACES.items():
        think, deal = (NEVER if seconds else 0.0 for seconds in (pace.think, pace.deal))
        patch.setitem(PACES, name, _lasting(pace, think, NEVER, deal))


def stop_the_clock(patch: pytest.MonkeyPatch) -> None:
    """Let pauses end only with a key and curtains accept keys at once, so that keys alone drive the game."""
    stop_pauses(patch)
    for module_name, module in list(sys.modules.items()):
        if module_name.startswith("spades_tui.tui"):
            if hasattr(module, "BID_CHANGE"):
                patch.setattr(module, "BID_CHANGE", NEVER)
            for name in ("DEAF", "LEAST_SHOWN"):
                if hasattr(module, name):
                    patch.setattr(module, name, 0.0)


def hurry_the_clock(patch: pytest.MonkeyPatch, seconds: float = 0.001, think: float = 0.0) -> None:
    """Make every pause of every pace this short, and let computer players think this long."""
    for name, pace in PACES.items():
        patch.setitem(PACES, name, _lasting(pace, think, seconds))


def clock_of_the_cut(patch: pytest.MonkeyPatch) -> list[float]:
    """Let the time to cut follow this clock, whose only entry is the time in seconds; the screen often looks at it."""

    def often(screen: DealingScreen, seconds: float, tick: Callable[[], None], **more: Any) -> Timer:
        return MessagePump.set_interval(screen, min(seconds, 0.02), tick, **more)

    now = [0.0]
    patch.setattr(dealing_screen, "monotonic", lambda: now[0])
    patch.setattr(DealingScreen, "set_interval", often)
    return now


def event_of(choice: Offer | None) -> SeatEvent | None:
    assert choice is not None
    return choice.event


class Deciding:
    """A player in all seats. `wishes` shrinks as they come true; `told` collects the sentences on screen."""

    def __init__(self, app: DecidingApp, table: Table, wishes: Iterable[str], plan: Plan = lambda seen: None) -> None:
        self.app, self.table, self.plan = app, table, plan
        self.wishes = list(wishes)
        assert all(name in WISHES or name in HOW for name in self.wishes)
        self.met: set[str] = set()
        self.told: list[str] = []
        self.last: list[object] = []

    async def press(self, *keys: str) -> None:
        """Type these keys and wait until the program rests."""
        self.last = [*self.last[-12:], (type(self.app.screen).__name__, keys)]
        type_keys(self.app, *keys)
        await settle(self.app)
        if isinstance(self.app.screen, TableScreen):
            self.told.append(self.app.screen.sentence.words)
        if isinstance(self.app.screen, TableScreen) and self.app.screen.table_view.state is not None:
            self.told += self.app.screen.table_view.state.news[:1]

    async def play(self, most: int = 900) -> None:
        """Play until the game is over."""
        await settle(self.app)
        for _ in range(most):
            screen = self.app.screen
            self.met.add(type(screen).__name__)
            if isinstance(screen, GameOverScreen):
                return
            await self.step(screen)
        raise AssertionError(f"the game does not end: {self.last}\n{screen_text(self.app)}")

    async def step(self, screen: object) -> None:
        """Answer the current question of the program."""
        if isinstance(screen, CurtainScreen):
            if "curtain take back" in self.wishes and screen.check_action("take_back", ()):
                self.wishes.remove("curtain take back")
                await self.press("u")
            else:
                await self.press("space")
        elif isinstance(screen, DealingScreen):
            await self.deal(screen)
        elif isinstance(screen, ScoreScreen):
            await self.press("s")
            await self.press("escape")
            await self.press("enter")
        elif isinstance(screen, ChitScreen | HearingScreen):
            await self.press("right")
            await self.press("enter")
        elif isinstance(screen, TableScreen):
            await self.decide(screen)
        else:
            await self.press("enter")

    async def deal(self, screen: DealingScreen) -> None:
        """Cut, and choose the extra card."""
        if screen.stage == "cut" and "no cut" in self.wishes:
            self.wishes.remove("no cut")
            await self.press("n")
        elif screen.stage in ("cut", "place"):
            await self.press("left")
            await self.press("enter")
        else:
            await self.press("enter")

    async def decide(self, screen: TableScreen) -> None:
        """Decide for the person at the keyboard."""
        controller = self.app.controller
        assert controller is not None
        if screen.busy:
            await self.answer(screen)
            return
        if controller.viewer is None:
            await self.press("enter")
            return
        seen = self.table.observe(controller.viewer)
        mine = seen.on_turn == seen.seat and controller.finished_trick is None
        wish, event = self.wanted(seen, mine)
        if wish is not None:
            self.wishes.remove(wish)
        if isinstance(event, str):
            await self.press(event)
            return
        if event is None:
            if not mine:
                await self.press("enter")
                return
            event = self.plan(seen) or policy(seen)
        await self.take(screen, seen, event)

    def wanted(self, seen: Observation, mine: bool) -> tuple[str | None, object]:
        """Return the name and event of the first listed decision that is possible."""
        for name in self.wishes:
            event = WISHES[name](seen, self.table) if name in WISHES else None
            if event is not None and (event == "u" or mine or event in seen.aside):
                return name, event
        return None, None

    async def take(self, screen: TableScreen, seen: Observation, event: object) -> None:
        """Press the keys for this choice."""
        before = len(self.table.entries)
        if isinstance(event, Claim):
            await self.press("m")
            assert screen.question.chosen is not None
            assert event_of(screen.question.chosen) is None, "Enter alone plays on"
            await self.press("left")
            await self.press("enter")
            if len(self.table.entries) == before:
                assert "C-12" in screen.sentence.words
                assert not screen.check_action("claim", ())
            return
        on_hand = screen.decision is not None and screen.decision.on_hand
        if type(event) in KEYS or (isinstance(event, Bid) and (event not in seen.legal or on_hand)):
            await self.press(KEYS.get(type(event), "b"))
            await self.choose(screen.question, event)
            if isinstance(event, Challenge):  # the result stays in the log
                await self.press("g")
                self.told.append(screen_text(self.app))
                await self.press("escape")
        elif isinstance(event, Pass):
            await self.give(screen, event)
        elif screen.bidding and not on_hand:
            await self.choose(screen.question, event)
        else:
            assert isinstance(event, Play) or hasattr(event, "card")
            await self.card(screen, event.card)
            await self.press("enter")
            if screen.busy:
                await self.choose(screen.question, event)
            elif not screen.bidding and not seen.follows >> event.card & 1:
                assert len(self.table.entries) > before
            return
        assert len(self.table.entries) > before or seen.phase == "deal", screen_text(self.app)

    async def card(self, screen: TableScreen, card: int) -> None:
        """Select a card by typing its suit and rank."""
        if screen.hand.card == card:
            return
        name = cards.text(card)
        rank, suit = (name[0], "S") if name in ("BJ", "LJ") else (name[0], name[1])
        await self.press(suit)
        if screen.hand.card != card:
            await self.press(rank)
        assert screen.hand.card == card, f"{name} cannot be chosen"

    async def give(self, screen: TableScreen, event: Pass) -> None:
        """Lay back the cards taken up, and take up these instead; Enter takes the last one."""
        assert "picked" in screen.sentence.words or event.cards.bit_count() == 1
        for card in cards.cards_of(screen._picked):
            await self.card(screen, card)
            await self.press("space")
        assert not screen._picked
        *first, last = cards.cards_of(event.cards)
        for card in first:
            await self.card(screen, card)
            await self.press("space")
        await self.card(screen, last)
        await self.press("enter")

    async def choose(self, panel: ChoicePanel, event: object) -> None:
        """Go to a choice with the arrows, or by its number, and take it."""
        options = [option for row in panel.rows for option in row]
        number = next(option.number for option in options if event_of(option) == event)
        if number is not None:
            await self.press(*str(number))
        for _ in options:
            if event_of(panel.chosen) == event:
                break
            await self.press("right")
        assert event_of(panel.chosen) == event
        await self.press("enter")

    async def answer(self, screen: TableScreen) -> None:
        """Answer a question of the program: the books after the last trick."""
        options = [event_of(option) for row in screen.question.rows for option in row]
        wanted = next((event for event in options if isinstance(event, Books) and event.count == 1), None)
        if wanted is None:
            await self.press("escape")
            return
        if "books" in self.wishes:
            self.wishes.remove("books")
        await self.choose(screen.question, wanted)


def events(path: Path) -> list[dict[str, object]]:
    """Return the lines of a journal."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def decisions(lines: Iterable[Mapping[str, object]], people: Iterable[int]) -> dict[str, int]:
    """Return how often people made each decision, by its name here, from a journal's events."""
    seats = set(people)
    found: dict[str, int] = {}
    bidders: set[object] = set()
    for line in lines:
        event = str(line["event"])
        names: list[str] = []
        if event == "deal":
            bidders = set()
            cut = line.get("cut")
            if not isinstance(cut, Mapping):
                names.append("no cut")
            elif cut["seat"] in seats and cut["depth"]:
                names.append("cut")
            if line["dealer"] in seats and line.get("extra_at") is not None:
                names.append("extra card")
        elif line.get("seat") not in seats:
            continue
        elif event == "bid":
            names.append("changed bid" if line["seat"] in bidders else "blind" if line.get("blind") else "bid")
            if line["bid"] == 0:
                names.append("zero")
                if line.get("blind"):
                    names.append("blind nil")
            bidders.add(line["seat"])
        elif event == "bemo":
            names.append({4: "Bemo", 6: "Big Bemo"}[line["tricks"]])  # type: ignore[index]
        elif event == "play":
            names += ["card", f"ace {line['ace']}"] if "ace" in line else ["card"]
        elif event == "draft":
            names.append("keep" if line["keep"] else "throw")
        elif event == "books":
            names.append("books" if line["count"] else "no books")
        else:
            names.append({"redeal": "new deal", "bone": "bonehead", "zb": "ZB mark", "take_back": "take back"}.get(
                event, event))  # fmt: skip
        for name in names:
            found[name] = found.get(name, 0) + 1
    return found


def with_code(table: Table, **options: object) -> str:
    """Give a finished game a seed from a code, and these options; return the code."""
    seed = "code 7QF2M9"
    options = {**table.setup.options, **options}
    table.setup = replace(table.setup, seed=seed, dealer=seeded_dealer(seed, 4), options=options)
    code = code_of(table.setup)
    assert code is not None
    return code
