"""Scenes: apps at a given screen, always the same, for tests and screenshots.

Nothing moves in a scene: pauses never end, and the clock of the cut stops.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen

from spades_tui import cards
from spades_tui.game.events import (
    Bid,
    Books,
    Challenge,
    Discard,
    Draft,
    Draw,
    Look,
    Pass,
    Play,
    Raise,
    SeatEvent,
    Stand,
    ZeroBuddy,
)
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Noted
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table.ceremonies import ChitScreen
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.home_runner import HomeRunner
from spades_tui.tui.table.pauses import Pauses
from spades_tui.tui.table.table_screen import TableScreen

NAMES = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay")

T = TypeVar("T")

Until = Callable[[Observation], bool]
Choose = Callable[[Observation], SeatEvent]


def policy(seen: Observation) -> SeatEvent:
    """Return a simple choice that never changes, so that scenes stay the same while computer players improve."""
    by_kind: dict[type, list[SeatEvent]] = {}
    for event in seen.legal:
        by_kind.setdefault(type(event), []).append(event)
    for kind in (Draft, Look, Draw, Stand, Pass):
        if kind in by_kind:
            return by_kind[kind][0]
    ranks = seen.rules.cards.ranks
    if Discard in by_kind:
        return min((f for f in by_kind[Discard] if isinstance(f, Discard)), key=lambda event: ranks[event.card])
    if Bid in by_kind:
        bids = [event for event in by_kind[Bid] if isinstance(event, Bid)]
        own = list(cards.cards_of(seen.own or 0))
        good = (
            sum(ranks[card] % 100 >= 12 for card in own)
            + sum(cards.FACE_SUIT[card] == cards.SPADES for card in own) // 4
        )
        return min(bids, key=lambda event: (event.blind, abs(event.bid - good)))
    plays = [event for event in by_kind[Play] if isinstance(event, Play) and event.ace != "low"]
    bid = seen.bids[seen.on_turn or 0] or 0
    wants = seen.took[seen.on_turn or 0] < bid
    return (max if wants else min)(plays, key=lambda event: ranks[event.card])


class StillPauses(Pauses):
    """Let only a key end a pause."""

    async def pause(self, seconds: float | None, *kinds: type[T], least: float = 0.0) -> T | None:
        return await super().pause(None if seconds is None else 10_000.0, *kinds)


class StillRunner(HomeRunner):
    """Run a table without motion and with a fixed suggestion."""

    PAUSES = StillPauses

    def show_screen(self, screen: Screen[None], then: Callable[[], object] | None = None) -> None:
        """Let a screen of a hand suggest the simple policy's choice at once."""

        def weigh(seen: Observation) -> None:
            assert isinstance(screen, TableScreen)
            screen.suggest(policy(seen))
            self.pauses.suggested(False)

        vars(screen)["weigh"] = weigh
        super().show_screen(screen, then)

    async def show_deal(self) -> None:
        """Stop the animation of a deal after seven rounds."""
        self.app.call_later(self._stop_dealing)
        await super().show_deal()

    def _stop_dealing(self) -> None:
        if isinstance(screen := self.app.screen, DealingScreen):
            screen._stop()
            screen._dealt = 7
            screen.say_turn()


class SceneApp(SpadesApp):
    """Run an app at a table that has been played to some moment."""

    def __init__(self, table: Table, *, viewer: int | None = None, **settings: Any) -> None:
        given = {"pace": "brisk", "cut_patience": 0, "beans_explained": True, **settings}
        super().__init__(settings=Settings(**given), keep=False)
        self.scene_table, self.scene_viewer = table, viewer

    def open_home(self, first: bool = False) -> None:
        """Open the table, and go home when it is left."""
        if self.controller is None:
            self.controller = game = StillRunner(self, self.scene_table)
            if self.scene_viewer is not None:
                game.curtains.viewer = self.scene_viewer
            game.begin()


def setup(slug: str, people: int = 1, *, dealer: int = 3, seed: str = "scene", **options: object) -> TableSetup:
    """Return a table with this many people; computer players have the other seats."""
    variant = shipped()[slug]
    seats = tuple(
        SeatSetup(name, "human" if n < people else "bot", None if n < people else "club")
        for n, name in enumerate(NAMES[: variant.seats])
    )
    return TableSetup(variant, options, seats, min(dealer, variant.seats - 1), seed)


def advance(
    table: Table, until: Until | None, viewer: int | None = 0, *, choose: Choose | None = None, cut: int | None = None
) -> Table:
    """Play until `until` accepts the viewer's observation (None: until the game is over).

    `choose` decides for all seats (None: `policy`). `cut`: the cards cut off each deck (None: 11 by a person, else
    none). Raises AssertionError if `until` accepts nothing.
    """
    choose = choose or policy
    for _ in range(20_000):
        due = table.next()
        if until is not None and until(table.observe(viewer)):
            return table
        if isinstance(due, CutOffered):
            usual = 11 if due.human else None
            table.deal(usual if cut is None else cut)
        elif isinstance(due, Turn):
            table.do(choose(table.observe(due.seat)))
        elif isinstance(due, HandPlayed):
            table.score()
        elif isinstance(due, GameEnded):
            break
    if until is not None:
        raise AssertionError("the scene was never reached")
    return table


def at(
    slug: str, until: Until | None, people: int = 1, *, dealer: int = 3, seed: str = "scene", **options: object
) -> Table:
    """Return a table without a journal, played to a moment."""
    return advance(Table.create(setup(slug, people, dealer=dealer, seed=seed, **options)), until)


async def nothing(pilot: Pilot[int]) -> None:
    """Do nothing, for scenes that start with the app."""
    await pilot.pause()
    await pilot.pause()


def keys(*names: str) -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return a step that presses these keys."""

    async def press(pilot: Pilot[int]) -> None:
        await nothing(pilot)
        for name in names:
            await pilot.press(name)
            await pilot.pause()
        if isinstance(pilot.app.screen, TableScreen):
            pilot.app.screen.end_typing()  # typed digits disappear after a while
            await pilot.pause()

    return press


def to(screen: str, key: str = "enter") -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return a step that presses a key until a screen of this class is shown."""

    async def press(pilot: Pilot[int]) -> None:
        await nothing(pilot)
        for _ in range(40):
            if type(pilot.app.screen).__name__ == screen:
                break
            await pilot.press(key)
            await pilot.pause()
        await pilot.pause()

    return press


def then(*steps: Callable[[Pilot[int]], Awaitable[None]]) -> Callable[[Pilot[int]], Awaitable[None]]:
    """Return a step that takes other steps one after another."""

    async def all_of(pilot: Pilot[int]) -> None:
        for step in steps:
            await step(pilot)

    return all_of


@dataclass(frozen=True)
class Scene:
    """An app and the steps to its moment."""

    app: Callable[[], SpadesApp]
    go: Callable[[Pilot[int]], Awaitable[None]] = nothing


def mine(phase: str, tricks: int = 0, played: int | None = None) -> Until:
    """Accept the viewer's turn in this phase, this far into the hand."""

    def check(seen: Observation) -> bool:
        return (
            seen.phase == phase
            and seen.on_turn == seen.seat
            and len(seen.tricks) >= tricks
            and (played is None or len(seen.trick) == played)
        )

    return check


def may(kind: type[SeatEvent], phase: str | None = None) -> Until:
    """Accept a moment when the viewer may do an event of this kind, in turn or out of turn."""

    def check(seen: Observation) -> bool:
        found = any(isinstance(event, kind) for event in (*seen.legal, *seen.aside))
        return found and phase in (None, seen.phase)

    return check


def scored(hands: int) -> Until:
    """Accept a moment when this many hands have been scored."""
    return lambda seen: seen.standing.hands >= hands


def last_card(table: Table) -> Table:
    """Play until only the viewer's last card is missing, so that one key ends the hand."""
    return advance(
        table, lambda seen: seen.phase == "play" and len(seen.tricks) == seen.rules.tricks - 1 and seen.on_turn == 0
    )


class ChitApp(SceneApp):
    """Run an app where the game is over and the person in last place holds a chit."""

    def open_home(self, first: bool = False) -> None:
        """Show the chit's screen."""
        super().open_home()
        if self.controller is not None:
            self.call_later(self.controller.show_screen, ChitScreen(self.controller, 0))


def marked(table: Table, marker: int = 0, accused: int = 1) -> Table:
    """Add a ZB mark to a game's table: the marker thinks that the accused let a zero off."""
    table._recorder.noted[1] = (Noted("zb", marker, accused, 40),)
    return table


def hearing() -> SceneApp:
    """Return a finished game with a marked card to vote on."""
    return SceneApp(marked(at("3b-four", None, hands=1)))


def worthless() -> Table:
    """Return a deal with this seed and no cut, whose first bidder has no spade, picture card or ace (JK-13)."""
    table = Table.create(setup("jokers", seed="redeal 23294", new_deal=True))
    table.deal(None)
    return table


def goes_blind(seen: Observation) -> bool:
    """Return whether the viewer may bid blind for the side."""
    return mine("bid")(seen) and seen.may_choose_blind and seen.own is None


def partner_blind() -> Table:
    """Return a table where seat 0 has gone blind, so its partner must bid blind too (JK-9)."""
    table = at("jokers", goes_blind, people=3, seed="scene-1")
    table.do(next(event for event in table.observe(0).legal if isinstance(event, Bid) and event.bid == 4))
    return advance(table, lambda seen: seen.on_turn == 2, 2)


def books_due() -> Table:
    """Return a finished hand in which the viewer challenged an opponent's renege, so that books are due (BM-13)."""
    table = Table.create(setup("bemo", enforcement="challenge"))
    done: set[str] = set()
    while not may(Books)(table.observe(0)):
        due = table.next()
        if isinstance(due, CutOffered):
            table.deal(11 if due.human else None)
            continue
        assert isinstance(due, Turn)
        seen = table.observe(due.seat)
        challenges = [event for event in table.observe(0).aside if isinstance(event, Challenge) and event.accused == 1]
        wrong = [event for event in seen.legal if isinstance(event, Play) and not seen.follows >> event.card & 1]
        if due.seat == 1 and wrong and not done:
            done.add("renege")
            table.do(wrong[0])
        elif done == {"renege"} and challenges:
            done.add("challenge")
            table.do(challenges[0])
        else:
            table.do(policy(seen))
    return table


def moment(seed: int, hand: int, trick: int) -> Scene:
    """Return a scene in which the viewer's card ends this trick of a game of Classic, and brings a moment."""

    def until(seen: Observation) -> bool:
        return seen.hand_number == hand and mine("play", trick - 1, 3)(seen)

    return Scene(lambda: SceneApp(at("classic", until, seed=f"moment-{seed}")), keys("enter"))


def scored_moment(seed: int, hand: int) -> Scene:
    """Return the score sheet of this hand of a game of Classic, which brings a moment."""
    return Scene(lambda: SceneApp(last_card(at("classic", scored(hand - 1), seed=f"moment-{seed}"))), to("ScoreScreen"))


SCENES: dict[str, Scene] = {
    "cut": Scene(lambda: SceneApp(at("classic", lambda seen: True, dealer=1))),
    "cut-word": Scene(
        lambda: SceneApp(at("classic", lambda seen: True, dealer=1)), keys("w", *"Green herring 7", "up")
    ),
    "dealt": Scene(
        lambda: SceneApp(at("classic", lambda seen: True, dealer=1)), keys("left", "left", "left", "enter")
    ),
    "extra-card": Scene(lambda: SceneApp(at("3b-four", lambda seen: True, dealer=0)), keys("enter", "left")),
    "bid": Scene(lambda: SceneApp(at("classic", mine("bid"), dealer=1))),
    "bid-3b": Scene(lambda: SceneApp(at("3b-four", mine("bid")))),
    "blind": Scene(lambda: SceneApp(at("bemo", mine("bid")))),
    "raise": Scene(lambda: SceneApp(at("bemo", mine("raise")))),
    "bid-zero": Scene(
        lambda: SceneApp(at("3b-four", lambda s: mine("bid")(s) and (s.zero_value or 0) > 100, seed="scene-2")),
        # The arrows end the typed number, which is shown only for a moment.
        keys("0", "right", "left"),
    ),
    "bid-sudden-death": Scene(
        lambda: SceneApp(at("3b-four", lambda s: mine("bid")(s) and s.hand_number > 2, seed="scene-4", hands=2))
    ),
    "bid-jokers": Scene(lambda: SceneApp(at("jokers", mine("bid")))),
    "bid-bemo": Scene(lambda: SceneApp(at("bemo", mine("bid"))), keys("enter", "8", "right", "left")),
    "new-deal": Scene(lambda: SceneApp(worthless()), keys("up")),
    "blind-side": Scene(lambda: SceneApp(at("jokers", goes_blind, seed="scene-0"))),
    "blind-partner": Scene(lambda: SceneApp(partner_blind(), viewer=2)),
    "raise-side": Scene(lambda: SceneApp(at("jokers", may(Raise), seed="scene-0")), keys("right")),
    "promise": Scene(lambda: SceneApp(at("bemo", mine("raise"))), keys("right", "right")),
    "discard": Scene(lambda: SceneApp(at("3b-four", mine("discard"), seed="scene-2"))),
    "lead": Scene(lambda: SceneApp(at("classic", mine("play", 3, 0)))),
    "follow": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2)))),
    "refused": Scene(
        lambda: SceneApp(at("classic", lambda s: mine("play", 2, 2)(s) and len(s.why_not) > 3)),
        keys("up", "up", "up", "enter"),
    ),
    "trick-complete": Scene(lambda: SceneApp(at("classic", mine("play", 4, 3))), keys("enter")),
    "three-seats": Scene(lambda: SceneApp(at("bemo", mine("play", 4, 2)))),
    "seventeen-cards": Scene(lambda: SceneApp(at("3b-three", mine("play", 0)))),
    "five-seats": Scene(lambda: SceneApp(at("3b-five", mine("play", 5, 2)))),
    "ace": Scene(
        lambda: SceneApp(
            at("3b-four", lambda s: mine("play")(s) and (s.own or 0) >> 51 & 1 == 1 and 51 not in s.why_not)
        ),
        keys("S", "A", "enter"),
    ),
    "claim": Scene(lambda: SceneApp(at("classic", mine("play", 9, 0))), keys("m")),
    "claim-refused": Scene(lambda: SceneApp(at("classic", mine("play", 9, 0))), keys("m", "left", "enter")),
    "last-trick": Scene(lambda: SceneApp(at("bemo", mine("play", 4, 0))), keys("l")),
    "curtain-take-back": Scene(
        lambda: SceneApp(at("bemo", mine("raise"), people=2, take_back=True), viewer=0), keys("enter")
    ),
    "curtain-bid": Scene(lambda: SceneApp(at("bemo", mine("bid"), people=2))),
    "curtain-play": Scene(lambda: SceneApp(at("classic", mine("play", 3, 2), people=3))),
    "score": Scene(lambda: SceneApp(last_card(at("classic", scored(3)))), to("ScoreScreen")),
    "score-bemo": Scene(lambda: SceneApp(last_card(at("bemo", scored(2)))), to("ScoreScreen")),
    "score-3b-five": Scene(lambda: SceneApp(last_card(at("3b-five", scored(3)))), to("ScoreScreen")),
    "open-hands": Scene(
        lambda: SceneApp(last_card(at("classic", scored(3)))),
        then(to("ScoreScreen"), keys("o", *["down"] * 5, "right", "right", "right")),
    ),
    "open-hands-bemo": Scene(
        lambda: SceneApp(last_card(at("bemo", scored(2)))), then(to("ScoreScreen"), keys("o", *["down"] * 3, "right"))
    ),
    "open-hands-3b-five": Scene(
        lambda: SceneApp(last_card(at("3b-five", scored(3)))), then(to("ScoreScreen"), keys("o", *["down"] * 3))
    ),
    "seal": Scene(lambda: SceneApp(last_card(at("classic", scored(3)))), then(to("ScoreScreen"), keys("f"))),
    "all-scores": Scene(lambda: SceneApp(at("bemo", lambda s: scored(6)(s) and mine("play")(s))), keys("s")),
    "game-over": Scene(lambda: SceneApp(at("classic", None, target=200))),
    "tray": Scene(lambda: SceneApp(at("3b-four", None, hands=4))),
    "moment-big-bid": Scene(
        lambda: SceneApp(at("3b-three", mine("bid"), seed="big"), suggestions=False), keys("left", "enter")
    ),
    "moment-set": moment(10, 7, 13),
    "moment-bid-made": moment(5, 9, 13),
    "moment-nil-broken": moment(3, 2, 10),
    "moment-nil-made": moment(13, 3, 13),
    "moment-last-bean": moment(2, 1, 10),
    "moment-spades-broken": moment(1, 8, 5),
    "score-comeback": scored_moment(4, 5),
    "score-bags": scored_moment(3, 3),
    "game-lost": Scene(lambda: SceneApp(at("classic", None, seed="moment-1", target=200))),
    "game-over-3b": Scene(lambda: SceneApp(at("3b-four", None, hands=4)), to("GameOverScreen")),
    "log": Scene(lambda: SceneApp(at("classic", mine("play", 3, 0))), keys("g")),
    "notes": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2)), cards_out=True, voids=True), keys("n")),
    "why": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2))), keys("y")),
    "renege": Scene(
        lambda: SceneApp(
            at("jokers", lambda s: mine("play", 2, 2)(s) and 0 < s.follows.bit_count() < 4, enforcement="challenge")
        ),
        keys("up"),
    ),
    "challenge": Scene(lambda: SceneApp(at("jokers", mine("play", 2, 0), enforcement="challenge")), keys("x")),
    "books": Scene(lambda: SceneApp(books_due())),
    "change": Scene(lambda: SceneApp(at("3b-four", mine("bid"))), keys("4", "enter", "b")),
    "dump": Scene(lambda: SceneApp(at("3b-four", mine("play"))), keys("d")),
    "bonehead": Scene(lambda: SceneApp(at("3b-four", mine("play", 2, 0))), keys("o")),
    "mark": Scene(lambda: SceneApp(at("3b-four", may(ZeroBuddy), seed="scene-1")), keys("z")),
    "take-back": Scene(lambda: SceneApp(at("classic", mine("bid"), take_back=True)), keys("enter")),
    "draw": Scene(lambda: SceneApp(at("3b-four", mine("draw")))),
    "hearing": Scene(hearing, to("HearingScreen")),
    "hearing-vote": Scene(hearing, then(to("HearingScreen"), keys("enter", "right"))),
    "hearing-verdict": Scene(hearing, then(to("HearingScreen"), keys("enter", "right", "enter"))),
    "chit": Scene(lambda: ChitApp(at("3b-four", None, hands=1))),
    "keys": Scene(lambda: SceneApp(at("classic", mine("play", 3, 0))), keys("question_mark")),
    "letters": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2)), letters=True)),
    "light": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2)), theme="light")),
    "light-bid": Scene(lambda: SceneApp(at("3b-four", mine("bid")), theme="light")),
    "light-score": Scene(lambda: SceneApp(last_card(at("bemo", scored(2))), theme="light"), to("ScoreScreen")),
    "contrast": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2)), theme="contrast")),
    "red-green-score": Scene(lambda: SceneApp(last_card(at("bemo", scored(2))), theme="red-green"), to("ScoreScreen")),
    "warm-bid": Scene(lambda: SceneApp(at("3b-four", mine("bid")), theme="warm")),
    "ascii": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2)), characters="ascii")),
    "ascii-bid": Scene(lambda: SceneApp(at("3b-four", mine("bid")), characters="ascii")),
    "ascii-score": Scene(lambda: SceneApp(last_card(at("bemo", scored(2))), characters="ascii"), to("ScoreScreen")),
    "compact": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2)), faces="compact")),
    "two-colours": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2)), suits="two")),
    "solarized-light": Scene(lambda: SceneApp(at("jokers", mine("play", 2, 2)), theme="solarized-light"), keys("up")),
    "watch": Scene(lambda: SceneApp(at("classic", lambda s: len(s.tricks) == 4 and len(s.trick) == 2, people=0))),
}

PICTURES = Path(__file__).parent.parent / "screenshots"
