"""What a learnt policy of play-outs looks at before a card, and how it weighs the cards: whole numbers, added up.

A card is described by some small numbers (`described`): how much the trick is worth to whom, how many cards that are
out lie above it and below it, how long the suit is, who plays after. A `Policy` has weights for some of them taken
together (`TERMS`), and takes the card whose weights add up to most. It sees what a player of a play-out sees, and the
voids that were shown.
"""

import json
import math
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain

from spades_tui.bots.cardplay import best_within_reach, zero_worth
from spades_tui.bots.search.bits import LOW
from spades_tui.bots.search.playout import PlayoutTable, tricks_of
from spades_tui.bots.search.playout_cards import BEATEN, SPADES
from tests.bench.choices import Choice, kind_of

LEVELS = (-60.0, -25.0, -14.0, -9.0, -6.0, -4.0, -2.5, -1.0, 0.5, 3.0, 6.0, 10.0, 16.0, 24.0, 34.0, 50.0)
"""Points between which a gain is the same."""
PROMISE = 150.0
"""Points that a promised trick is worth."""
BASE = 32
"""More than any of the numbers that describe a card."""

NAMES: dict[str, tuple[str, ...]] = {
    "lead": (
        "need", "fight", "trick", "zero", "friend", "prey", "trumps", "against", "gain", "left", "suit", "length",
        "out", "ruffs", "ruffed", "card", "above", "below",
    ),
    "follow": (
        "need", "fight", "gain", "trick", "friend", "prey", "ours", "after", "suit", "out", "safe", "above", "over",
        "under", "card",
    ),
    "discard": (
        "need", "fight", "trick", "friend", "prey", "ours", "after", "safe", "out", "gain", "zero", "trumps",
        "against", "left", "cover", "card", "length", "above", "over", "others", "height",
    ),
}  # fmt: skip
"""By kind of choice: what describes a card."""

TERMS: dict[str, tuple[str, ...]] = {
    "lead": (
        "trick need suit card above", "trick suit card below out", "need suit length out card above",
        "suit out ruffs against card above", "suit ruffed trumps card ruffs trick", "zero friend prey card above suit",
        "trumps suit length card above trick", "gain suit card above", "gain need fight suit card",
        "left suit card above out", "length card below out suit", "trick need suit out card above ruffs",
        "trumps against suit card need",
    ),
    "follow": (
        "need trick ours card under", "trick above over after card", "need safe above after ours card",
        "gain fight need card", "friend prey trick after card", "suit out above after card",
        "need ours safe over under after card", "trick safe after card ours", "gain trick card",
        "need fight trick card after",
    ),
    "discard": (
        "need trick card after", "trick ours after safe card", "need card length above height",
        "gain card above height", "gain card over length", "zero card above others", "trumps card length need",
        "against trumps card", "left card above need", "friend prey trick card", "cover card above zero",
        "fight need card above", "card length above over others", "trick card length trumps",
        "ours after safe card against", "gain need card height above", "out after card trick",
    ),
}  # fmt: skip
"""By kind of choice: what is weighed together."""

# The cards that are told apart, of a suit led or followed: its highest, its lowest, and so on.
TOP, BOTTOM, CALLED_LOW = 0, 1, 2
LOWEST, HIGHEST_UNDER, LOWEST_OVER, HIGHEST_OVER, ACE_LOW = 0, 1, 2, 3, 4
RUFF, HIGH_RUFF, UNDER_RUFF, LOW_SPADE, THROW_TOP, THROW_BOTTOM = 1, 2, 3, 4, 5, 6


def highest(cards: int) -> int:
    """The highest of some cards of a suit; 0 for none."""
    return 1 << cards.bit_length() - 1 if cards else 0


def higher(cards: int, card: int) -> int:
    """How many of some cards are higher than a card."""
    return (cards & -(card << 1)).bit_count()


def step(value: float, *bounds: float) -> int:
    """Between which of these bounds a number lies."""
    return bisect(bounds, value)


@dataclass
class Gains:
    """What the next trick is worth to each unit, with certain tricks taken: reckoned as `club` does, from the bids."""

    points: list[float]
    zeros: list[bool]
    """The unit wants no trick, and has none."""
    needs: list[int]
    """Tricks that are lacking to the count that is worth most."""
    rest: int
    """Tricks after this one."""


def gains(table: PlayoutTable, count: int, number: int) -> Gains:
    """The gains of trick `number`, counted from 0."""
    units = range(len(table.worth))
    rest = table.tricks - number - 1
    took = [tricks_of(count, unit) for unit in units]
    sizes = [table.unit_of.count(unit) for unit in units]
    wanted = table.wanted
    zeros = [not wanted[unit] and not took[unit] for unit in units]
    bidders = sum(size for size, best in zip(sizes, wanted, strict=True) if best)
    spare = (table.tricks - sum(wanted)) / max(1, bidders)
    wishes = []
    for unit, size in enumerate(sizes):
        wish = max(size * (0.25 + 0.05 * rest), wanted[unit] + 0.6 * spare * size - took[unit])
        wishes.append(0.05 if zeros[unit] else wish)
    whole = sum(wishes) or 1.0
    spread, control = 0.42 * math.sqrt(rest), 0.25 + 0.12 * rest
    points = []
    for unit in units:
        worth, had = table.worth[unit], float(took[unit])
        if zeros[unit]:
            points.append(best_within_reach(worth, 1.0, 0.0, 0.5, 0.5) - zero_worth(worth, 0.05 * rest))
            continue
        expected = min(float(rest), wishes[unit] * rest / whole)
        least, most = max(0.0, expected - control), min(float(rest), expected + control)
        with_it = best_within_reach(worth, had + 1.0, least, most, spread)
        points.append(with_it - best_within_reach(worth, had, least, most, spread))
    return Gains(points, zeros, [max(0, wanted[unit] - took[unit]) for unit in units], rest)


class Scene:
    """A choice as the policy sees it."""

    def __init__(self, choice: Choice) -> None:
        table, position = choice.table, choice.position
        self.choice, self.table, self.position = choice, table, position
        self.me = position.player
        self.hand = choice.hands[self.me]
        self.others = [0, 0, 0, 0]
        """By suit: the cards in the other hands."""
        for player, hand in enumerate(choice.hands):
            if player != self.me:
                for suit in range(4):
                    self.others[suit] |= hand[suit]
        number = len(position.winners)
        self.gains = gains(table, position.count, number)
        self.unit, self.side = table.unit_of[self.me], table.side_of[self.me]
        everybody = range(table.players)
        self.enemies = [player for player in everybody if table.side_of[player] != self.side]
        self.friends = [player for player in everybody if table.side_of[player] == self.side and player != self.me]
        self.after = table.players - 1 - position.lying
        self.share = 1.0 / max(1, len(set(table.side_of)) - 1)
        self.gain = self.gains.points[self.unit] + (PROMISE if table.paid[self.me] >> number & 1 else 0.0)

    def zero(self, player: int) -> int:
        """1 if a player's zero stands."""
        return int(self.gains.zeros[self.table.unit_of[player]])

    def comes(self, player: int) -> bool:
        """Whether a player plays later to this trick."""
        return 0 < (player - self.me) % self.table.players <= self.after

    def taken_from(self, holder: int) -> float:
        """Points for taking the trick from who holds it."""
        unit = self.table.unit_of[holder]
        if unit == self.unit:
            return self.gain
        points = self.gains.points[unit]
        return self.gain - (points if self.table.side_of[holder] == self.side else -self.share * points)

    def need(self) -> tuple[int, int]:
        """How much the own unit needs of what is left, and how much all units need together."""
        mine, left = self.gains.needs[self.unit], self.gains.rest + 1
        part = 0 if not mine else 4 if mine > left else 1 + min(2, int(3 * mine / (left + 0.01)))
        return part, step(sum(self.gains.needs) - left, -2, 0, 2)

    # ---- the cards, described

    def described(self) -> list[tuple[tuple[int, ...], int]]:
        """The cards that are told apart, each with its group among those of the choice."""
        kind = kind_of(self.choice)
        return self._leads() if kind == "lead" else self._follows() if kind == "follow" else self._discards()

    def _leads(self) -> list[tuple[tuple[int, ...], int]]:
        against = self.share * sum(self.gains.points[self.table.unit_of[player]] for player in self.enemies)
        against /= len(self.enemies) or 1
        ahead = (
            *self.need(),
            step(self.gain + against, *LEVELS),
            self.zero(self.me),
            int(any(self.zero(player) for player in self.friends)),
            int(any(self.zero(player) for player in self.enemies)),
            step(self.hand[SPADES].bit_count(), 1, 2, 4),
            step(self.others[SPADES].bit_count(), 1, 4),
            step(self.gain, *LEVELS),
            step(self.gains.rest, 1, 4, 8),
        )
        found: list[tuple[tuple[int, ...], int]] = []
        for group, cards in enumerate(self.choice.groups):
            suit, bits = cards[0][0], [bit for _, bit in cards]
            held, out, voids = self.hand[suit], self.others[suit], self.choice.voids[suit]
            top, low = highest(held), held & -held
            suited = (
                int(suit == SPADES),
                min(4, held.bit_count()),
                step(out.bit_count(), 1, 2, 3, 5, 7, 9, 11),
                min(2, sum(voids >> player & 1 for player in self.enemies)),
                min(1, sum(voids >> player & 1 for player in self.friends)),
            )
            around = min(4, higher(out, top)), min(5, higher(out, low))
            for bit, card in ((top, TOP), (low, BOTTOM)):
                if bit in bits:
                    found.append(((*ahead, *suited, card, *around), group))
                    break
            if LOW in bits:
                found.append(((*ahead, *suited, CALLED_LOW, *around), group))
        return found

    def _trick(self) -> tuple[int, int, int, int, int]:
        """Who holds the trick, and zeros that come after."""
        holder = self.position.holder
        return (
            step(self.taken_from(holder), *LEVELS),
            int(any(self.zero(player) and self.comes(player) for player in self.friends)),
            int(any(self.zero(player) and self.comes(player) for player in self.enemies)),
            int(self.table.unit_of[holder] == self.unit),
            min(3, self.after),
        )

    def _follows(self) -> list[tuple[tuple[int, ...], int]]:
        position = self.position
        suit = position.led
        held, out = self.hand[suit], self.others[suit]
        ruffed = position.ruff > 0
        over = 0 if ruffed else held & -(position.best << 1)
        under = held & (BEATEN if ruffed else position.best) - 1
        cheapest = over & -over
        ahead = (
            *self.need(),
            step(self.gain, *LEVELS),
            *self._trick(),
            int(suit == SPADES),
            step(out.bit_count(), 2, 4, 7),
            3 if ruffed else min(2, higher(out, position.best)),
            min(3, higher(out, highest(over))) if over else 4,
            min(4, higher(out, cheapest)) if over else 5,
            int(bool(under)),
        )
        cards = {
            LOWEST: held & -held, HIGHEST_UNDER: highest(under), LOWEST_OVER: cheapest, HIGHEST_OVER: highest(over),
            ACE_LOW: LOW,
        }  # fmt: skip
        groups = {bit: group for group, alike in enumerate(self.choice.groups) for _, bit in alike}
        return [((*ahead, card), groups[bit]) for card, bit in cards.items() if bit in groups]

    def _discards(self) -> list[tuple[tuple[int, ...], int]]:
        position = self.position
        out = self.others[position.led]
        trumps, against = self.hand[SPADES], self.others[SPADES]
        trick = self._trick()
        ahead = (
            *self.need(),
            *trick,
            3 if position.ruff else min(2, higher(out, position.best)),
            step(out.bit_count(), 2, 4, 7),
            step(self.gain, *LEVELS),
            self.zero(self.me),
            step(trumps.bit_count(), 1, 2, 4),
            step(against.bit_count(), 1, 3, 6),
            step(self.gains.rest, 1, 4, 8),
            int(any(self.zero(player) for player in self.friends)),
        )
        found: list[tuple[tuple[int, ...], int]] = []
        for group, cards in enumerate(self.choice.groups):
            suit, bits = cards[0][0], [bit for _, bit in cards]
            tail = self._spade(bits) if suit == SPADES else self._thrown(suit, bits)
            if tail:
                found.append(((*ahead, *tail), group))
        return found

    def _spade(self, bits: list[int]) -> tuple[int, ...]:
        held, out, ruff = self.hand[SPADES], self.others[SPADES], self.position.ruff
        over = held & -(ruff << 1) if ruff else held
        under = highest(held & ruff - 1) if ruff else 0
        cheapest = over & -over
        around = min(3, higher(out, highest(held))), min(5, higher(out, cheapest)) if over else 6, 0, 0
        if over and cheapest in bits:
            return RUFF, min(4, held.bit_count()), *around
        if over and highest(held) in bits:
            return HIGH_RUFF, 0, *around
        if under and under in bits:
            return UNDER_RUFF, 0, *around
        return (LOW_SPADE, 0, *around) if held & -held in bits else ()

    def _thrown(self, suit: int, bits: list[int]) -> tuple[int, ...]:
        held, out = self.hand[suit], self.others[suit]
        top, low = highest(held), held & -held
        around = (
            min(4, held.bit_count()), min(3, higher(out, top)), min(4, higher(out, low)),
            step(out.bit_count(), 1, 2, 3, 5, 7, 9, 11),
        )  # fmt: skip
        if top in bits:
            return THROW_TOP, *around, step(top.bit_length(), 7, 9, 11, 12, 13)
        return (THROW_BOTTOM, *around, step(low.bit_length(), 2, 3, 4, 5, 6, 7, 9)) if low in bits else ()


def places(kind: str) -> list[list[int]]:
    """The terms of a kind of choice as places in what describes a card."""
    return [[NAMES[kind].index(name) for name in term.split()] for term in TERMS[kind]]


def keys(kind_places: Sequence[Sequence[int]], card: Sequence[int]) -> list[int]:
    """The numbers under which the weights of a card stand, term by term."""
    found = []
    for term in kind_places:
        key = 0
        for place in term:
            key = key * BASE + card[place]
        found.append(key)
    return found


PLACES = {kind: places(kind) for kind in NAMES}


@dataclass
class Policy:
    """Weights, by kind of choice, by term and by key; what has none weighs nothing."""

    weights: dict[str, list[dict[int, int]]] = field(default_factory=lambda: {
        kind: [{} for _ in terms] for kind, terms in TERMS.items()
    })  # fmt: skip

    def group(self, choice: Choice) -> int:
        """The group of cards that it takes; the first of those that weigh most, −1 where it tells none apart."""
        kind = kind_of(choice)
        terms, weights = PLACES[kind], self.weights[kind]
        chosen, most = -1, 0
        for card, group in Scene(choice).described():
            weight = sum(known.get(key, 0) for known, key in zip(weights, keys(terms, card), strict=True))
            if chosen < 0 or weight > most:
                chosen, most = group, weight
        return chosen

    def text(self) -> str:
        """As text, for a file: by kind and term, keys and weights in turns."""
        rows = {kind: [list(chain(*sorted(term.items()))) for term in terms] for kind, terms in self.weights.items()}
        return json.dumps(rows, separators=(",", ":"))

    @classmethod
    def of(cls, text: str) -> "Policy":
        """The inverse of `text`."""
        rows = json.loads(text)
        return cls({
            kind: [dict(zip(term[::2], term[1::2], strict=True)) for term in terms] for kind, terms in rows.items()
        })  # fmt: skip


