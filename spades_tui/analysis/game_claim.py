"""Claims of a score: a game's code and every choice of its people, in a text short enough to paste.

A claim leaves out the cards and the computer players' choices: a check repeats them from the code.
A claim of a day names the day and its games, whose codes follow from the date.
"""

import json
import re
from collections.abc import Callable
from datetime import date
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.analysis.fork import code_of_record
from spades_tui.analysis.simulate import GameInMemory, no_tick
from spades_tui.game.claims import tricks_left
from spades_tui.game.events import Claim, SeatEvent
from spades_tui.game.phase import IllegalEvent
from spades_tui.language.quoting import shown
from spades_tui.language.unusable import UnusableError
from spades_tui.play import daily
from spades_tui.play.game_code import READ_AS, LetterReader, code_of, mark_letters, number_letters
from spades_tui.play.game_loop import GameLoop
from spades_tui.play.resume import setup_of_record
from spades_tui.play.setup import TableSetup
from spades_tui.record.replay import Replayed
from spades_tui.record.writer import JsonLine, event_line
from spades_tui.seats.observer import observe
from spades_tui.system.foreign_text import pasted

CLAIM_MOST = 50_000  # characters; a game of 200 hands between four people has about 22,000
_BY_MOST, _DAY_BY_MOST = 100, 40  # letters before a claim
_END = r":([A-Z0-9]*):([A-Z0-9]{5})"
_CLAIM = re.compile(rf"(?:^|(?<=\s))([a-z0-9-]+ [A-Z0-9-]+){_END}\s*$", re.IGNORECASE)
_DAY = r"Spades daily (\d{4}-\d\d-\d\d)((?: [a-z]+:[A-Z0-9]*:[A-Z0-9]{5})+)"
_DAY_CLAIM = re.compile(rf"(?:^|(?<=\s)){_DAY}\s*$", re.IGNORECASE)
_ALTERED = "the claim was altered, or is another version's; ask for the whole line"
_NO_EVENTS = frozenset(("game", "trick", "hand_score", "game_over", "suspend", "resume"))
_BESIDE_A_CHOICE = frozenset(("at", "sum", "coached", "hinted"))


class ClaimText(Struct, frozen=True):
    """A claim as it was pasted."""

    by: str
    """The text before it, such as a name."""
    code: str
    choices: str
    mark: str


class CheckedClaim(Struct, frozen=True):
    """The result of a claim: the seats of each side, and its final points."""

    setup: TableSetup
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    hands: int
    undo: bool
    """Whether people could undo after they had seen more cards (3B-11)."""


def read_claim(text: str) -> ClaimText:
    """Read one line with a claim at its end. Raises UnusableError."""
    by, (code, choices, mark) = _at_the_end(_CLAIM, text, "claim", _BY_MOST)
    return ClaimText(by, code, choices.upper().translate(READ_AS), mark.upper().translate(READ_AS))


def read_day_claim(text: str, today: date) -> tuple[date, dict[str, ClaimText]]:
    """Read one line with a claim for each game of a day at its end. Raises UnusableError."""
    by, (written, parts) = _at_the_end(_DAY_CLAIM, text, "claim of a day", _DAY_BY_MOST)
    day = daily.day_named(written, today)
    claims = dict[str, ClaimText]()
    for part in parts.split():
        game, claim = part.lower().split(":", 1)
        if game not in daily.GAMES or game in claims:
            words = "isn't a game of the day, or is there twice; ask for the whole line"
            raise UnusableError(f"{shown(game)} {words}")
        code = code_of(daily.table_of_day(day, game))
        claims[game] = replace(read_claim(f"{code}:{claim}"), by=by)
    return day, claims


def _at_the_end(
    form: re.Pattern[str], text: str, what: str, most: int
) -> tuple[str, tuple[str, ...]]:
    """Return at most so many letters before a claim, and its parts. Raises UnusableError."""
    text = pasted(text)
    claim = form.search(text[:CLAIM_MOST])
    if claim is None or len(text) > CLAIM_MOST:
        raise UnusableError(f"{shown(text)} has no {what} at its end; copy the whole line")
    by = text[: claim.start()].strip().removesuffix(":")
    if not by.isprintable() or len(by) > most:
        words = "before the claim; put just a name there"
        raise UnusableError(f"unprintable or more than {most} letters {words}")
    return by, claim.groups()


def claim_of(played: Replayed, tick: Callable[[], None] = no_tick) -> str:
    """Return the claim of a finished game with a code and all its lines. Raises UnusableError.

    `tick` is called now and then while the game is played again.
    """
    code = code_of_record(played)
    recorded = _events(played.lines)
    choices = list[str]()
    if code is None:
        raise UnusableError("it isn't over, or not from a code; finish a game from spades-tui code")
    if any(line["event"] == "take_back" for line in recorded):
        raise UnusableError("something was undone in it; a claim needs a game without undo")
    read = done = 0

    def unlike(why: str) -> UnusableError:
        # a suspension moves the random numbers of later choices in its hand (docs/record.md), and
        # claims leave it out
        if any(line["event"] == "suspend" for line in played.lines):
            why = "it was saved before its end, and a computer player may then choose otherwise"
        return UnusableError(f"{why}; play another game")

    def person(loop: GameLoop, seat: int) -> SeatEvent:
        nonlocal read, done
        done += len(_events(game.lines[read:]))
        read = len(game.lines)
        for place, event in enumerate(_options(loop, seat)):
            if [event_line(event)] == recorded[done : done + 1]:
                choices.append(number_letters(place))
                return event
        raise unlike("somebody acted out of turn, or a computer player now chooses otherwise")

    game = GameInMemory(setup_of_record(played), person)
    game.play(tick)
    if _events(game.lines) != recorded:
        raise unlike("its cards or a computer player's choice aren't those of its code")
    return f"{code}:{''.join(choices)}:{_mark(game)}"


def check_claim(
    claim: ClaimText, setup: TableSetup, tick: Callable[[int], None] = lambda _: None
) -> CheckedClaim:
    """Play a claim again at the table of its code. Raises UnusableError if it was altered.

    Another version's claim may look like that. `tick` is called with the number of letters read.
    """
    if not setup.people:
        raise UnusableError("only computer players sit there; compare games that people play")
    altered = UnusableError(_ALTERED)
    reader = LetterReader(claim.choices)

    def person(loop: GameLoop, seat: int) -> SeatEvent:
        options = _options(loop, seat)
        try:
            return options[reader.number()]
        except (IndexError, ValueError):
            raise altered from None

    game = GameInMemory(setup, person)
    try:
        over = game.play(lambda: tick(len(claim.choices) - len(reader.left)))
    except IllegalEvent:
        raise altered from None
    if reader.left or over is None or _mark(game) != claim.mark:
        raise altered
    hands = game.loop.course.state.standing.hands
    return CheckedClaim(setup, game.rules.sides, over.totals, hands, game.rules.undo)


def _options(loop: GameLoop, seat: int) -> list[SeatEvent]:
    """Return the choices of the seat on turn in a fixed order; the claim of all tricks is last."""
    state = loop.course.state
    options: list[SeatEvent] = [*observe(state, seat).legal]
    if state.hand is not None:
        options.append(Claim(seat, tricks_left(state.rules, state.hand)))
    return options


def _events(lines: list[JsonLine]) -> list[JsonLine]:
    """Return the events of a record without their times and help."""
    return [without_marks(line) for line in lines if line["event"] not in _NO_EVENTS]


def without_marks(line: JsonLine) -> JsonLine:
    """Return a line without its time, its sum and the player's help.

    These may differ in games with the same choices.
    """
    return {key: value for key, value in line.items() if key not in _BESIDE_A_CHOICE}


def _mark(game: GameInMemory) -> str:
    """Return five letters that depend on every event and the last totals."""
    over = game.loop.course.game_over()
    facts = [_events(game.lines), over.totals if over is not None else None]
    digest = int.from_bytes(sha256(json.dumps(facts, sort_keys=True).encode()).digest()[:4], "big")
    return mark_letters(digest)
