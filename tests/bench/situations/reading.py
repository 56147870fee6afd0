"""Reads situations from their text files and builds them through the game machine.

A situation is seen from the chair of *me*; the others are *left*, *partner* (*across*, where each is alone) and
*right* — with three players *left* and *right*. The lines of a situation, each once unless it says otherwise::

    == the partner's ace is left alone         its name; everything up to the next == belongs to it
    kind    partner's sure trick               what it is about
    game    sandbags bag_penalty=true          a shipped variant, and its options
    score   us 120, them 85                    points; left out: everybody has none
    bags    us 3, them 0                       overtricks counted so far; in the same way: sets, rows (perfect bids)
    number  7                                  the number of the hand; left out: 1
    pool    40                                 what zeros have lost since one was made (3B-14)
    dealer  right
    bids    me 3, left 4, partner blind 5      in any order; a missing player has not bid yet
    raises  left 5                             raises made in the round after the bids
    promise me 4                               a promise of the first tricks (BM-5)
    hand    ♠ AK4 ♥ 85 ♣ QJ2                   my cards now, unless I have not looked; jokers are ♠ BJ LJ
    drew    K♠                                 the card that I have drawn and not thrown back yet; it is in the hand
    threw   2♣                                 the extra card, if I have drawn it and thrown it back
    played  me A♥ 5♥ 3♥ 2♥                     a trick, with its leader; a line for each of them
    table   partner K♦ 4♦                      the trick on the table, with its leader
    ask     blind | raise                      stop at this question of the bidding
    must    A♥ | K♥                            the right choices, or …
    never   ♠ AK4                              … the wrong ones
    because the partner's ace is winning       why no strong player would argue

Choices: a card (``A♥``, ``A♥ low``, ``♠ AK4`` for several), ``bid 0``, ``bid 2-4``, ``blind``, ``look``, ``raise``,
``raise 7-9``, ``stand``, ``promise``, ``claim``, ``pass ♣ A ♥ K`` (all of these, among others); several stand with
``|`` between them. A card is also the discarded card. The other hands are dealt at random from the unseen cards, as
far as the tricks allow.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from spades_tui.bots import choose
from spades_tui.cards import FACE_SUIT, LITTLE_JOKER, cards_of, hand_of, pretty, text
from spades_tui.cards import parse as parse_card
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Claim, Deal, Discard, Draw, Look, Pass, Play, Promise, Raise, SeatEvent, Stand
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import IllegalEvent, Phase
from spades_tui.game.sequence import playing_seats
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import with_options
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.games import option_of

HERE = Path(__file__).parent

_CHAIRS = {
    3: (("me",), ("left",), ("right",)),
    4: (("me",), ("left",), ("partner", "across"), ("right",)),
    5: (("me",), ("left",), ("far-left",), ("far-right",), ("right",)),
}
_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_KEYS = {
    "kind", "game", "score", "bags", "sets", "rows", "number", "pool", "dealer", "bids", "raises", "promise", "hand",
    "drew", "threw", "played", "table", "ask", "must", "never", "because",
}  # fmt: skip


class SituationError(ValueError):
    """A situation that cannot be read, or that the rules do not allow."""


@dataclass
class Situation:
    """One situation, as it was read."""

    name: str
    file: str
    lines: dict[str, str] = field(default_factory=dict)
    played: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """Return the kind of situation, as its file names it."""
        return self.lines["kind"]


def load(folder: Path = HERE) -> list[Situation]:
    """Return all situations of a folder's text files. Raises SituationError for a line that can't be read."""
    situations: list[Situation] = []
    for path in sorted(folder.glob("*.txt")):
        current: Situation | None = None
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            where = f"{path.name}:{number}"
            if line.startswith("=="):
                current = Situation(line[2:].strip(), where)
                situations.append(current)
                continue
            if not line.strip() or line.startswith("#"):
                continue
            key, _, rest = line.partition(" ")
            if current is None or key not in _KEYS:
                raise SituationError(f"{where}: {key!r} is not a line of a situation")
            if key == "played":
                current.played.append(rest.strip())
            elif key in current.lines:
                raise SituationError(f"{where}: {key} stands twice")
            else:
                current.lines[key] = rest.strip()
    names = [situation.name for situation in situations]
    if len(set(names)) < len(names):
        raise SituationError("two situations have the same name")
    return situations


# ---- words ---------------------------------------------------------------------------------------------------


def card(text: str) -> int:
    """Return the card of a text such as ``A♥``, ``10♠``, ``T♠``, ``BJ``. Raises SituationError for any other text."""
    name = text.replace("10", "T")
    for symbol, letter in _SUITS.items():
        name = name.replace(symbol, letter)
    try:
        return parse_card(name)
    except ValueError as error:
        raise SituationError(str(error)) from None


def cards(text: str) -> list[int]:
    """Return several cards, suit by suit: ``♠ BJ AK4 ♥ 85``."""
    found: list[int] = []
    for symbol, ranks in re.findall(r"([♠♥♦♣])([^♠♥♦♣]*)", text):
        for rank in re.findall(r"BJ|LJ|10|[2-9TJQKA]", ranks):
            found.append(card(rank if rank in ("BJ", "LJ") else rank + symbol))
        if re.sub(r"BJ|LJ|10|[2-9TJQKA]|[\s–-]", "", ranks):
            raise SituationError(f"{ranks.strip()!r} are not ranks")
    return found


def rules_of(situation: Situation) -> Ruleset:
    """Return the rules of a situation's game."""
    return _rules(situation.lines["game"])


@cache
def _rules(game: str) -> Ruleset:
    slug, *options = game.split()
    pairs = (option.split("=") for option in options)
    whole = shipped()[slug]
    return ruleset(with_options(whole, {name: option_of(whole, name).parse(value) for name, value in pairs}))


def chair(rules: Ruleset, name: str) -> int:
    """Return the seat of a name. Raises SituationError if this table has no such name."""
    for seat, names in enumerate(_CHAIRS[rules.seats]):
        if name in names:
            return seat
    raise SituationError(f"{name!r} does not sit at this table")


def _by_side(rules: Ruleset, text: str) -> tuple[int, ...]:
    values = [0] * len(rules.sides)
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, value = part.split()
        side = {"us": 0, "them": 1}[name] if name in ("us", "them") else rules.side_of[chair(rules, name)]
        values[side] = int(value)
    return tuple(values)


def _by_seat(rules: Ruleset, text: str) -> dict[int, list[str]]:
    parts = [part.split() for part in text.split(",") if part.strip()]
    return {chair(rules, name): words for name, *words in parts}


# ---- the table -----------------------------------------------------------------------------------------------


def build(situation: Situation, layout: int = 1) -> History:
    """Return the game up to the question, with one layout of the unseen cards.

    Raises SituationError, naming the place.
    """
    try:
        return _Builder(situation, layout).course
    except (ValueError, KeyError, IllegalEvent) as error:
        raise SituationError(f"{situation.file} {situation.name}: {error}") from error


class _Builder:
    def __init__(self, situation: Situation, layout: int) -> None:
        self.lines = situation.lines
        self.rules = rules = rules_of(situation)
        hands = int(self.lines.get("number", "1")) - 1
        self.dealer = chair(rules, self.lines["dealer"])
        self.table = playing_seats(rules, self.dealer)
        self.bids = _by_seat(rules, self.lines.get("bids", ""))
        self.raises = _by_seat(rules, self.lines.get("raises", ""))
        self.promises = _by_seat(rules, self.lines.get("promise", ""))
        self.ask = self.lines.get("ask")
        self.tricks = [self._trick(line) for line in situation.played]
        if "table" in self.lines:
            self.tricks.append(self._trick(self.lines["table"]))
        self.stream = Stream(f"situations|{situation.name}|{layout}".encode())
        state = new_game(rules, (self.dealer - hands) % rules.seats)
        totals = _by_side(rules, self.lines.get("score", ""))
        last = tuple(seat for seat in range(rules.seats) if totals[rules.side_of[seat]] == min(totals))
        standing = replace(
            state.standing,
            totals=totals,
            bags=_by_side(rules, self.lines.get("bags", "")),
            sets=_by_side(rules, self.lines.get("sets", "")),
            rows=_by_side(rules, self.lines.get("rows", "")),
            zero_pool=int(self.lines.get("pool", "0")),
            last=(last,) * hands,
            played=(hands,) * rules.seats,
            on_nose=(hands // 2,) * rules.seats,
            hands=hands,
        )
        self.course = History(replace(state, standing=standing))
        self.plays = [play for leader, plays in self.tricks for play in plays]
        self._deal()
        self._go()

    def _trick(self, line: str) -> tuple[int, list[tuple[int, str | None]]]:
        name, *words = line.split()
        plays: list[tuple[int, str | None]] = []
        for word in words:
            if word in ("low", "high"):
                plays[-1] = (plays[-1][0], word)
            else:
                plays.append((card(word), None))
        return chair(self.rules, name), plays

    def _deal(self) -> None:
        """Deal the known cards to their holders, and the rest at random as far as shown voids allow."""
        rules = self.rules
        held: dict[int, list[int]] = {seat: [] for seat in self.table}
        voids = [0] * rules.seats
        for leader, plays in self.tricks:
            place = self.table.index(leader)
            for step, (played, _) in enumerate(plays):
                seat = self.table[(place + step) % len(self.table)]
                held[seat].append(played)
                if FACE_SUIT[played] != FACE_SUIT[plays[0][0]]:
                    voids[seat] |= 1 << FACE_SUIT[plays[0][0]]
        mine = cards(self.lines.get("hand", ""))
        drew = next((card(self.lines[key]) for key in ("drew", "threw") if key in self.lines), None)
        held[0] += [found for found in mine if found != drew]
        known = [found for cards_ in held.values() for found in cards_] + ([drew] if drew is not None else [])
        if len(set(known)) < len(known):
            twice = sorted({found for found in known if known.count(found) > 1})
            raise SituationError("dealt twice: " + " ".join(map(pretty, twice)))
        foreign = [found for found in known if found not in rules.cards.pack]
        if foreign:
            raise SituationError("not in this deck: " + " ".join(map(pretty, foreign)))
        if "hand" in self.lines and len(held[0]) != rules.tricks:
            raise SituationError(f"I have {len(held[0])} cards with those played, not {rules.tricks}")
        unseen = [found for found in rules.cards.pack if found not in known]
        for _ in range(400):
            dealt = self._fill(held, voids, unseen)
            if dealt is not None:
                break
        else:
            raise SituationError("the unseen cards cannot lie so that the tricks are right")
        hands = tuple(hand_of(dealt[seat]) if seat in dealt else None for seat in range(rules.seats))
        rest = dealt[-1]
        extra = drew if drew is not None else (rest.pop() if rules.variant.deal.extra else None)
        dead = hand_of(rest) if rules.variant.deal.dead_hands else None
        self.course.do(Deal(self.course.state.next_hand, self.dealer, hands, extra, dead=dead))

    def _fill(self, held: dict[int, list[int]], voids: list[int], unseen: list[int]) -> dict[int, list[int]] | None:
        rest = list(unseen)
        for place in range(len(rest) - 1, 0, -1):
            other = self.stream.below(place + 1)
            rest[place], rest[other] = rest[other], rest[place]
        dealt = {seat: list(cards_) for seat, cards_ in held.items()}
        room = {seat: self.rules.tricks - len(cards_) for seat, cards_ in dealt.items()}
        dealt[-1] = []
        room[-1] = len(rest) - sum(room.values())
        whoever = [seat for seat in dealt if seat != 0 or "hand" not in self.lines]
        choices = {
            found: [seat for seat in whoever if seat < 0 or not voids[seat] >> FACE_SUIT[found] & 1] for found in rest
        }
        for found in sorted(rest, key=lambda found: len(choices[found])):
            open_ = [seat for seat in choices[found] for _ in range(room[seat])]
            if not open_:
                return None
            seat = open_[self.stream.below(len(open_))]
            dealt[seat].append(found)
            room[seat] -= 1
        return dealt

    def _go(self) -> None:
        """Bid and play what the situation says, up to its question."""
        course = self.course
        played = 0
        stood = set()
        while True:
            turn = on_turn(course.state)
            if turn is None:
                raise SituationError("nobody is on turn")
            seen = observe(course.state, turn)
            mine = turn == 0
            if seen.phase == Phase.BID:
                words = self.bids.get(turn)
                if words is None or (mine and self.ask == "blind" and not words):
                    if seen.may_choose_blind and self.ask != "blind":
                        course.do(Look(turn))
                        continue
                    break
                blind = words[0] == "blind"
                if seen.may_choose_blind and not blind:
                    course.do(Look(turn))
                course.do(Bid(turn, int(words[-1]), blind))
            elif seen.phase == Phase.DRAW:
                course.do(Draw(turn))
            elif seen.phase == Phase.DISCARD:
                if mine and "drew" in self.lines:
                    break
                if mine and "threw" not in self.lines:
                    raise SituationError("I have drawn the extra card: which did I throw back?")
                course.do(Discard(turn, self._thrown_by(turn, seen)))
            elif seen.phase == Phase.PASS:
                if mine:
                    break
                course.do(choose("club", seen, self.stream))
            elif seen.phase == Phase.RAISE:
                if turn in self.raises:
                    course.do(Raise(turn, int(self.raises.pop(turn)[0])))
                    continue
                if turn in self.promises:
                    course.do(Promise(turn, int(self.promises.pop(turn)[0])))
                    continue
                if mine and self.ask == "raise" and (not self.raises or turn in stood):
                    break
                stood.add(turn)
                course.do(Stand(turn))
            elif played < len(self.plays):
                found, call = self.plays[played]
                course.do(Play(turn, found, call))
                played += 1
            else:
                break
        if turn != 0:
            raise SituationError(f"it is the turn of {_CHAIRS[self.rules.seats][turn][0]}, not mine")
        if course.state.phase == Phase.PLAY:
            self._check_leaders()
        if seen.own is not None and seen.own != hand_of(cards(self.lines.get("hand", ""))):
            raise SituationError("the hand is not what is left: " + " ".join(pretty(c) for c in cards_of(seen.own)))

    def _thrown_by(self, turn: int, seen: Observation) -> int:
        """Return a card to discard: the drawn card, or another card if the drawn one is played later."""
        later = {found for found, _ in self.plays}
        choice = [found for found in cards_of(seen.own or 0) if found not in later]
        return next((found for found in choice if seen.drawn >> found & 1), choice[0])

    def _check_leaders(self) -> None:
        hand = self.course.state.current
        tricks = [*hand.tricks, *([hand.trick] if hand.trick else [])]
        for number, ((leader, _), trick) in enumerate(zip(self.tricks, tricks, strict=True), 1):
            if trick[0].seat != leader:
                name = _CHAIRS[self.rules.seats][trick[0].seat][0]
                raise SituationError(f"trick {number} is led by {name}")


# ---- the verdict ---------------------------------------------------------------------------------------------


def judge(situation: Situation, event: SeatEvent) -> bool:
    """Return whether a choice passes: one of the `must` choices, none of the `never` choices."""
    if "must" in situation.lines and not _any(situation.lines["must"], event):
        return False
    return not ("never" in situation.lines and _any(situation.lines["never"], event))


def _any(line: str, event: SeatEvent) -> bool:
    return any(_choice(part.strip())(event) for part in line.split("|"))


def _choice(text: str) -> Callable[[SeatEvent], bool]:
    """Return a function that checks one choice. Raises SituationError for unknown words."""
    word, _, rest = text.partition(" ")
    if word == "bid" or (word == "raise" and rest):
        low, _, high = rest.partition("-")
        least, most = int(low), int(high or low)
        kind = Bid if word == "bid" else Raise
        return lambda event: isinstance(event, kind) and least <= event.bid <= most
    plain: dict[str, Callable[[SeatEvent], bool]] = {
        "blind": lambda event: isinstance(event, Bid) and event.blind,
        "look": lambda event: isinstance(event, Look),
        "raise": lambda event: isinstance(event, Raise),
        "stand": lambda event: isinstance(event, Stand),
        "promise": lambda event: isinstance(event, Promise),
        "claim": lambda event: isinstance(event, Claim),
    }
    if word == "pass":
        all_of = hand_of(cards(rest))
        return lambda event: isinstance(event, Pass) and not all_of & ~event.cards
    if text in plain:
        return plain[text]
    if text[0] in _SUITS:
        many = set(cards(text))
        return lambda event: isinstance(event, Play | Discard) and event.card in many
    name, _, call = text.partition(" ")
    one = card(name)
    if call:
        return lambda event: isinstance(event, Play) and event.card == one and (event.ace or "high") == call
    return lambda event: isinstance(event, Play | Discard) and event.card == one


def words_of(event: SeatEvent) -> str:
    """Return a choice in words."""
    if isinstance(event, Play | Discard):
        name = text(event.card) if event.card >= LITTLE_JOKER else pretty(event.card)
        return name + (f" {event.ace}" if isinstance(event, Play) and event.ace else "")
    number = getattr(event, "bid", getattr(event, "tricks", ""))
    blind = "blind " if isinstance(event, Bid) and event.blind else ""
    return f"{type(event).__name__.lower()} {blind}{number}".strip()


def diagram(situation: Situation) -> str:
    """Return the situation as written in its file."""
    lines = [f"== {situation.name}"]
    for key, value in situation.lines.items():
        if key == "table":
            lines += [f"played  {trick}" for trick in situation.played]
        lines.append(f"{key:<7} {value}")
    if "table" not in situation.lines:
        lines += [f"played  {trick}" for trick in situation.played]
    return "\n".join(lines)
