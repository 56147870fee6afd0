"""Count plays that no partner forgives: ``python -m tests.bench.unforgivable --hands 10000 --level expert``.

Plays two hands at a time, from a random score between the beginning and the end of a game, with one level in every
seat, and judges each card with all cards known. Only certain errors count:

``partner's trick``
    Last to play, I take a trick that the partner is winning, although I had a card that leaves it. Neither of us has
    bid zero, and our side needs this trick and more for its bid, and may still get them. I take it with a trump, or
    with a card of the suit while an opponent holds one between the partner's and mine. Not counted if it gained
    something: the lead, if the next lead is a trump or unbeatable in its suit, or while an opponent's zero is hunted.
    With five tricks or fewer to play, it counts only if best play by all, with open cards, then gives the side fewer
    of the tricks that it needs.
``partner's zero``
    The partner has bid zero, has no trick, and is winning this one at my turn. I could beat the card, don't, and the
    partner takes the trick. Not counted while I have a zero of mine to make.
``own zero``
    I have bid zero, have no trick, am last to play, and take the trick although I had a card that loses it.
``opponent's zero``
    Last to play, an opponent's zero without a trick is winning. My side has made its bid and needs no trick, and I
    take it although I had a card that leaves it. (Exact bids and overtricks only make it worse.)
``own bid``
    Partners only, with three tricks or fewer to play: the side needs all of them for its bid. I am last to play, an
    opponent who didn't bid zero is winning, and I let them, although I had a card that wins and makes the bid
    certain, with open cards and best play by all. Not counted while the partner's zero is good.
``renege``
    A card that doesn't follow suit although one in the hand would (C-6, C-11).
``cover``, ``pass``, ``draft``
    Cards given away for nothing outside the trick: see `given_away`.

Prints each kind with its count, the hands and plays judged, and, with ``--show``, where each was.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from spades_tui.bots.levels import LEVELS
from spades_tui.cards import ACES, FACE_SUIT, SPADES, cards_of, pretty
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.events import Draft, Pass, Play, Score
from spades_tui.game.history import History
from spades_tui.game.kernel import as_played, beats, best_of, followers, leaders
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, HandState, ace_is_low_by_default, contracts, new_game
from spades_tui.rules.ruleset import Ruleset
from tests.bench.bots import play_hand
from tests.bench.given_away import cover_thrown, draft_spoils, is_good_zero, pass_spoils
from tests.bench.measures import rules_of
from tests.bench.pool import results

KINDS = (
    "partner's trick", "partner's zero", "own zero", "opponent's zero", "own bid", "renege", "cover", "pass", "draft",
)  # fmt: skip
DEEP = 5
"""Number of remaining tricks for which the best play of all hands is computed."""
TOGETHER = 2
"""Number of hands per game."""
CLOSE = 3
"""Number of remaining tricks in which a certain bid must not be thrown away."""


@dataclass(frozen=True)
class Blunder:
    """One play that is counted."""

    kind: str
    seat: int
    trick: int
    text: str


@dataclass
class Seen:
    """Collect the plays judged and the blunders among them."""

    hands: int = 0
    plays: int = 0
    found: list[tuple[str, Blunder]] = field(default_factory=list)


def value_of(event: Play, state: GameState) -> int:
    """Return the card as it was played, including an ace called low (3B-3)."""
    uncalled = event.ace is None and state.rules.ace_call is not None
    return as_played(event.card, event.ace == "low" or (uncalled and _low_by_default(state, event)))


def _low_by_default(state: GameState, event: Play) -> bool:
    return event.card in ACES and ace_is_low_by_default(state.rules, state.current, event.seat)


def blunders(state: GameState, event: Play, next_lead: int | None, winner: int | None) -> list[Blunder]:
    """Return the blunders of a play.

    `state` is before it; `next_lead` the card led to the next trick; `winner` the seat that takes this one (None if the
    hand was claimed first).
    """
    rules, hand = state.rules, state.current
    me = event.seat
    holding = hand.holding[me]
    number = len(hand.tricks) + 1
    value = value_of(event, state)

    def told(kind: str, more: str = "") -> Blunder:
        trick = " ".join(f"{played.seat}:{pretty(played.card)}" for played in hand.trick)
        mine = " ".join(pretty(card) for card in cards_of(holding))
        return Blunder(
            kind, me, number,
            f"trick {number}, seat {me} plays {pretty(event.card)} on {trick or 'nothing'} from {mine};"
            f" bids {hand.bids} took {hand.took} {more}".rstrip(),
        )  # fmt: skip

    if hand.led is None:
        return []
    found = []
    follow = followers(rules.cards, holding, hand.led)
    if not follow >> event.card & 1:
        found.append(told("renege"))
        return found
    on_table = [played.value for played in hand.trick]
    place = best_of(rules.cards, on_table)
    best, holder = on_table[place], hand.trick[place].seat
    taking = beats(rules.cards, value, best)
    choices = [choice for card in cards_of(follow) for choice in _as_played(rules, card)]
    losers = [choice for choice in choices if not beats(rules.cards, choice, best)]
    winners = [choice for choice in choices if beats(rules.cards, choice, best)]
    last = len(hand.trick) == len(hand.table) - 1
    side = rules.side_of[me]
    partner = holder != me and rules.side_of[holder] == side
    alive = is_good_zero(rules, hand, holder)
    mine_alive = is_good_zero(rules, hand, me)
    if cover_thrown(state, event):
        found.append(told("cover"))
    if mine_alive and last and taking and losers:
        found.append(told("own zero"))
    if partner and alive and not mine_alive and winners and not taking and winner == holder and rules.zeros_separate:
        found.append(told("partner's zero"))
    if partner and last and taking and losers and not alive and not mine_alive:
        found += _partners_trick(state, event, value, best, losers, next_lead, told)
    if not partner and last and alive and taking and losers and not mine_alive and _made(rules, hand, me):
        found.append(told("opponent's zero"))
    if not partner and last and not alive and not taking and winners and not mine_alive:
        wants, left = _wants(rules, hand, me), rules.tricks - len(hand.tricks)
        sure = {card for card in cards_of(follow) if beats(rules.cards, card, best)}
        close = rules.partners and not any(is_good_zero(rules, hand, other) for other in rules.sides[side])
        if close and left <= CLOSE and wants == left and max(_with_play(state, card) for card in sure) == left:
            found.append(told("own bid"))
    return found


def _as_played(rules: Ruleset, card: int) -> list[int]:
    lows = (False, True) if rules.ace_call is not None and card in ACES else (False,)
    return [as_played(card, low) for low in lows]


def _wants(rules: Ruleset, hand: HandState, seat: int) -> int | None:
    """Return the tricks that the seat's side still needs for its bid; None if the side has a separate zero."""
    seats = [other for other in rules.sides[rules.side_of[seat]] if other in hand.table]
    bid = contracts(rules, hand)[rules.side_of[seat]]
    if bid is None:
        return None
    helps = rules.failed_zeros_help and any(hand.bids[other] == 0 and hand.took[other] for other in seats)
    if rules.zeros_separate and not helps and any(hand.bids[other] == 0 for other in seats):
        if hand.bids[seat] == 0:
            return None
        seats = [seat]
    return max(0, bid - sum(hand.took[other] for other in seats))


def _made(rules: Ruleset, hand: HandState, seat: int) -> bool:
    return _wants(rules, hand, seat) == 0


def _partners_trick(
    state: GameState,
    event: Play,
    value: int,
    best: int,
    losers: Sequence[int],
    next_lead: int | None,
    told: Callable[..., Blunder],
) -> list[Blunder]:
    """Return whether the partner's trick was taken without gain."""
    rules, hand = state.rules, state.current
    me = event.seat
    wants = _wants(rules, hand, me)
    left = rules.tricks - len(hand.tricks)
    if wants is None or not 1 < wants <= left or any(hand.bids[other] == 0 for other in rules.sides[rules.side_of[me]]):
        return []
    enemies = [seat for seat in hand.table if rules.side_of[seat] != rules.side_of[me]]
    if any(is_good_zero(rules, hand, enemy) for enemy in enemies):
        return []
    if rules.cards.suit_of[value] == rules.cards.suit_of[best] and not _between(rules, hand, enemies, best, value):
        return []
    if next_lead is not None and (FACE_SUIT[next_lead] == SPADES or _high(rules, hand, me, next_lead)):
        return []
    if left <= DEEP:
        mine = _with_play(state, event.card)
        other = max(_with_play(state, card) for card in losers)
        if min(mine, wants) >= min(other, wants):
            return []
    return [told("partner's trick", f"wants {wants}")]


def _between(rules: Ruleset, hand: HandState, enemies: Sequence[int], low: int, high: int) -> bool:
    """Return whether an opponent holds a card of the suit between two others."""
    ranks = rules.cards.ranks
    mask = rules.cards.suit_masks[rules.cards.suit_of[low]]
    return any(
        ranks[low] < ranks[card] < ranks[high] for enemy in enemies for card in cards_of(hand.holding[enemy] & mask)
    )


def _high(rules: Ruleset, hand: HandState, me: int, card: int) -> bool:
    """Return whether no other hand holds a higher card of the suit."""
    ranks = rules.cards.ranks
    mask = rules.cards.suit_masks[FACE_SUIT[card]]
    others = [seat for seat in hand.table if seat != me]
    return not any(ranks[other] > ranks[card] for seat in others for other in cards_of(hand.holding[seat] & mask))


# ---- all cards on the table ------------------------------------------------------------------------------------


def _with_play(state: GameState, card: int) -> int:
    """Return the tricks, this one included, that the side on turn takes with a card and best play after it."""
    rules, hand = state.rules, state.current
    solver = Solver(rules, hand.table, rules.side_of[hand.player])
    holding = [hand.holding[seat] for seat in hand.table]
    place = hand.table.index(hand.player)
    trick = tuple((hand.table.index(played.seat), played.value) for played in hand.trick)
    return solver.after(holding, place, card, trick, hand.broken or rules.lead.spades == "always", -1, 99)


class Solver:
    """Solve the last tricks with all cards known, when both sides want tricks."""

    def __init__(self, rules: Ruleset, table: tuple[int, ...], side: int) -> None:
        self.cards = rules.cards
        self.free = rules.lead.spades == "always"
        self.any_spade = rules.lead.broken_by == "any_spade"
        self.mine = [rules.side_of[seat] == side for seat in table]
        self.known: dict[tuple[tuple[int, ...], int, bool], int] = {}

    def after(
        self, holding: list[int], place: int, card: int, trick: tuple[tuple[int, int], ...], broken: bool,
        alpha: int, beta: int,
    ) -> int:  # fmt: skip
        """Return the side's tricks after a card of the player at a place, this trick included."""
        holding = list(holding)
        holding[place] &= ~(1 << card)
        off_suit = bool(trick and self.cards.suit_of[trick[0][1]] != SPADES)
        ruffs = self.cards.suit_of[card] == SPADES and (self.any_spade or off_suit)
        broken = broken or ruffs
        trick = (*trick, (place, card))
        if len(trick) < len(holding):
            return self.best(holding, (place + 1) % len(holding), trick, broken, alpha, beta)
        winner = trick[best_of(self.cards, [value for _, value in trick])][0]
        won = int(self.mine[winner])
        if not holding[winner]:
            return won
        key = (tuple(holding), winner, broken)
        rest = self.known.get(key)
        if rest is None:
            rest = self.known[key] = self.best(holding, winner, (), broken, -1, 99)
        return won + rest

    def best(
        self, holding: list[int], place: int, trick: tuple[tuple[int, int], ...], broken: bool, alpha: int, beta: int
    ) -> int:
        """Return the side's tricks from here on."""
        if trick:
            mask = followers(self.cards, holding[place], self.cards.suit_of[trick[0][1]])
        else:
            mask = leaders(self.cards, holding[place], self.free or broken)
        mine = self.mine[place]
        found = -1 if mine else 99
        for card in cards_of(mask):
            result = self.after(holding, place, card, trick, broken, alpha, beta)
            if mine:
                found = max(found, result)
                alpha = max(alpha, found)
            else:
                found = min(found, result)
                beta = min(beta, found)
            if alpha >= beta:
                break
        return found


# ---- the games ---------------------------------------------------------------------------------------------------


def _before_play(state: GameState, event: Pass | Draft) -> list[str]:
    if isinstance(event, Pass):
        return ["pass"] if pass_spoils(state, event) else []
    return ["draft"] if draft_spoils(state, event) else []


def _held(state: GameState) -> str:
    hand = state.current
    top = f", {pretty(hand.stock[0])} on top" if hand.stock else ""
    return f"{[' '.join(pretty(card) for card in cards_of(held or 0)) for held in hand.holding]} bids {hand.bids}{top}"


def look_at(course: History) -> tuple[int, list[Blunder]]:
    """Return the number of plays in the hand just played, and the blunders among them."""
    found = [
        Blunder(
            kind,
            step.event.seat,
            0,
            f"seat {step.event.seat}: {step.event.short_label(pretty)} from {_held(step.before)}",
        )
        for step in course.steps
        if isinstance(step.event, Pass | Draft)
        for kind in _before_play(step.before, step.event)
    ]
    steps = [step for step in course.steps if isinstance(step.event, Play)]
    winners = course.state.current.winners
    leads = {
        len(step.before.current.tricks): step.event.card
        for step in steps
        if isinstance(step.event, Play) and not step.before.current.trick
    }
    for step in steps:
        assert isinstance(step.event, Play)
        done = len(step.before.current.tricks)
        winner = winners[done] if done < len(winners) else None
        found += blunders(step.before, step.event, leads.get(done + 1), winner)
    return len(steps), found


@dataclass(frozen=True)
class Game:
    """A few hands to judge from the middle of a game."""

    variant: str
    options: tuple[str, ...]
    level: str
    seed: str
    number: int
    most: int


def begun(rules: Ruleset, game: Game) -> GameState:
    """Return a game in progress: the first starts at zero, the others with random points and overtricks."""
    state = new_game(rules, game.number % rules.seats)
    if game.number == 1:
        return state
    stream = Stream(f"unforgivable|{game.seed}|{game.number}".encode())
    standing = state.standing
    totals = tuple(10 * stream.below(60) - 100 for _ in standing.totals)
    bags = tuple(stream.below(10) if rules.bags else 0 for _ in standing.bags)
    return replace(state, standing=replace(standing, totals=totals, bags=bags))


def play_and_look(game: Game) -> Seen:
    """Play a game and look at each of its hands."""
    rules = rules_of(game.variant, game.options)
    course = History(begun(rules, game))
    seen = Seen()
    while course.state.phase != Phase.OVER and seen.hands < game.most:
        seen.hands += 1
        play_hand(course, [game.level] * rules.seats, seeded_secret(game.seed, game.number, seen.hands, 1))
        plays, found = look_at(course)
        seen.plays += plays
        seen.found += [(f"{game.variant} game {game.number} hand {seen.hands}", blunder) for blunder in found]
        course.do(Score())
    return seen


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return 1 if anything was counted."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--level", default=LEVELS[-1], choices=LEVELS)
    parser.add_argument("--variant", default="sandbags")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE")
    parser.add_argument("--seed", default="unforgivable")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--show", action="store_true", help="print each play that is counted")
    args = parser.parse_args(arguments)
    games = (
        Game(args.variant, tuple(args.option), args.level, args.seed, number, min(TOGETHER, args.hands))
        for number in range(1, args.hands + 1)
    )
    counts: Counter[str] = Counter()
    hands = plays = told = 0
    for seen in results(play_and_look, games, args.processes, args.minutes):
        hands += seen.hands
        plays += seen.plays
        for where, blunder in seen.found:
            counts[blunder.kind] += 1
            if args.show:
                print(f"{blunder.kind}: {where}, {blunder.text}", flush=True)
        if hands - told >= 1000:
            told = hands
            print(f"  … {hands} hands, counted {sum(counts.values())}", flush=True)
        if hands >= args.hands:
            break
    print(f"{args.variant}: {args.level}, {hands} hands, {plays} cards")
    for kind in KINDS:
        print(f"  {counts[kind]:5} {kind}")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
