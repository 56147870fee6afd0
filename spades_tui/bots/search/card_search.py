"""Choose a card by search."""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from msgspec.structs import replace

from spades_tui.bots.cardplay import CardPlay, best_play, fair_plays
from spades_tui.bots.estimate import alone_with_bags
from spades_tui.bots.living_zero import in_known_order
from spades_tui.bots.search.choice_values import BESIDE, PlayOuts
from spades_tui.bots.search.end_values import EndValues, ends_as_bid
from spades_tui.bots.search.last_tricks import LastTricks
from spades_tui.bots.search.layout import layout
from spades_tui.bots.search.playout import after_card
from spades_tui.bots.search.race import Effort, Runner, race, weighed
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.search.suit_sets import LOW
from spades_tui.bots.search.vetoes import DefensiblePlays, defended
from spades_tui.bots.styles import PLAIN, Style
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.game.events import Play, SeatEvent
from spades_tui.seats import Observation

LATE = 4
"""Number of tricks left at which decisions get more deals, because play-outs are short by then.

Earlier decisions of `Effort.exact` try as many tricks exactly, after the first ones by rules.
"""
WHOLE = 5
"""Number of tricks left at which all of them are tried exactly, if that's possible, and not only the last ones."""
EXACT_FROM = 8
"""Maximum tricks left for `Effort.exact`; with more, the last tricks are too far away."""
EXACT_SHARE = 0.5
"""Share of a card's value that comes from exact play, 0 to 1; the rest comes from play by rules."""
WHOLE_SHARE = 0.75
"""The same with `WHOLE` tricks left; more, because play by rules misjudges most of all what follows a lead."""
LATE_DEALS = 3
"""Multiplies the number of deals in late decisions."""
EXACT_DEALS = 100
"""Maximum deals in late decisions that try the last tricks exactly (`last_tricks`), which takes longer."""
WHOLE_DEALS = 64
"""The same with `WHOLE` tricks left, where each deal takes several times as long; or `Effort.exact`, if that's more."""
LATE_SURE = 3.0
"""Standard errors for dropping a choice late in a hand; more, because few deals may show no rare events."""
LATE_BATCH = 6
"""Multiplies `Effort.batch` late in a hand, because rare events, such as a failed zero, need many deals to show."""
LATE_BEGUN = 5
"""Deals after which the cards are dealt again, because with few cards and known voids no two may be exchangeable."""
EXACT_BATCH = 8
"""`Effort.batch` with exact play-outs; small, because these are slow and vary less."""
ZERO_SURE = 3.5
"""Standard errors for dropping the most dangerous card of a zero, which wins unless it is clearly worse."""
SLIPS_ALONE = 0.4
"""How often everybody plays a random card in play-outs, 0 to 1, where everybody plays alone and counts bags.

Play-outs by rules alone are too sure of the bid: they miss how it can fail (docs/research/2026-11.md).
"""
DEFY_SURE = 2.5
"""Standard errors by which a card rejected by `vetoes` must be better, in separate deals."""


def weigh_cards(
    seen: Observation, seat: int, random: Random, effort: Effort, style: Style = PLAIN,
    among: tuple[SeatEvent, ...] = (),
) -> tuple[ValuedChoice, ...]:  # fmt: skip
    """Return the cards that may be played, or only those `among` them, with their values, best first.

    All of them race. A card that `vetoes` rejects is chosen only if a second race, in other deals, shows that it is
    clearly better than the best of the others. Of cards `among`, none is rejected.
    """
    plays = fair_plays(seen)
    sound = defended(seen, seat, plays, style)
    good = sound.plays
    usual = best_play(seen, seat, good, style)
    ends = ends_as_bid(seen, seat, style.bag)
    deals = Deals(seen, seat, random)
    choices = [event for event in among if isinstance(event, Play)]
    if not choices:
        choices = _one_of_equals(seen, deals, [*good, *(event for event in plays if event not in good)], usual)
    cards, deal = sum(seen.sizes), deals.next
    late, whole = cards <= LATE * len(seen.table), is_whole(seen, ends)
    near = effort.exact > 0 and cards <= EXACT_FROM * len(seen.table)
    exact = (late or near or whole) and is_exact(ends)
    if late or whole:
        effort = _late_effort(effort, exact, whole)
        deal = _restarting_deals(seen, seat, random, LATE_BEGUN * (1 + BESIDE) if exact else LATE_BEGUN).__next__
    elif exact:
        spent = effort.cards * effort.exact // effort.deals
        effort = replace(effort, deals=effort.exact, cards=spent, batch=EXACT_BATCH)
    if sound.losers:
        effort = replace(effort, first_sure=ZERO_SURE)
    played = play_outs_of(seen, deals, ends, choices, exact, deal)
    rows = weighed(choices, effort, cards, played.deal, played.run)
    if among:
        return rows
    if sound.losers:
        rows = in_known_order(CardPlay(seen, seat, style), rows, sound.losers)
    if rows[0].event in good:
        return rows
    best = next(row for row in rows if row.event in good)
    two = [event for row in (best, rows[0]) for event in choices if event == row.event]
    sounder, other = Runner(), Runner()
    played = play_outs_of(seen, deals, ends, two, exact, deal)
    race([sounder, other], replace(effort, batch=effort.deals), cards, played.deal, played.run)
    margin = sound.margin(_successes(sound, sounder, ends), _successes(sound, other, ends), exact)
    if sounder.behind > max(margin, DEFY_SURE * sounder.doubt):
        return rows
    # The second race compares the two more fairly, because the first one has chosen the other for its luck, too.
    best = replace(best, value=rows[0].value + other.behind - sounder.behind)
    others = [row for row in rows if row.event != best.event]
    if sound.losers:
        others = [replace(row, value=min(row.value, best.value)) for row in others]
    return (best, *others)


def _successes(sound: DefensiblePlays, runner: Runner, ends: EndValues) -> float:
    """Return how often a card succeeds in what is at stake, 0 to 1."""
    return sum(sound.succeeds(end.made, ends.taken(end.count)) for end in runner.ends) / len(runner.ends)


def _late_effort(effort: Effort, exact: bool, whole: bool) -> Effort:
    deals, batch = LATE_DEALS * effort.deals, LATE_BATCH * effort.batch
    if exact:
        most = max(WHOLE_DEALS, effort.exact) if whole else EXACT_DEALS
        deals, batch = min(deals, most), min(batch, most // 2)
    return replace(effort, deals=deals, batch=batch, sure=LATE_SURE)


def _restarting_deals(seen: Observation, seat: int, random: Random, begun: int) -> Iterator[list[list[int]]]:
    """Yield deals without end, starting from a new random deal after every `begun` deals."""
    while True:
        deals = Deals(seen, seat, random)
        for _ in range(begun):
            yield deals.next()


def _one_of_equals(seen: Observation, deals: Deals, plays: list[Play], usual: Play) -> list[Play]:
    """Keep one of each group of cards with no unseen card between them; the card of `club` comes first."""
    plan = deals.plan
    out = [0, 0, 0, 0]
    for suit, bit in deals.cards:
        out[suit] |= bit
    for played in seen.trick:
        out[plan.suit_of[played.card]] |= plan.bit_of[played.card]
    kept: dict[tuple[int, int, bool], Play] = {}
    for event in (usual, *plays):
        suit, bit = plan.suit_of[event.card], plan.bit_of[event.card]
        low = event.ace == "low"
        above = (out[suit] & -bit).bit_count()
        called = bool(plan.ace_bits[suit] & bit)
        kept.setdefault((suit * 20 + above, 2 if low else int(called), low), event)
    return list(kept.values())


def is_exact(ends: EndValues) -> bool:
    """Return whether the last tricks can be tried exactly.

    That needs two parties, no called aces, and no pay for winning certain ones of those tricks.
    """
    table = ends.table
    return len(set(table.side_of)) == 2 and not any(table.ace_bits) and ends.last_paid <= len(ends.start.winners)


def is_whole(seen: Observation, ends: EndValues) -> bool:
    """Return whether all tricks left are tried exactly although they are more than `LATE`."""
    players = len(seen.table)
    return LATE * players < sum(seen.sizes) <= WHOLE * players and is_exact(ends)


def play_outs_of(
    seen: Observation, deals: Deals, ends: EndValues, choices: Sequence[Play], exact: bool,
    deal: Callable[[], list[list[int]]],
) -> PlayOuts:  # fmt: skip
    """Return how the choices are played out in deals."""
    plan, table = layout(seen.rules), ends.table
    if alone_with_bags(seen.rules):
        table.slips, table.random = SLIPS_ALONE, deals.random.random
    laid = []
    for event in choices:
        suit, bit = plan.suit_of[event.card], plan.bit_of[event.card]
        laid.append((suit, bit, after_card(table, ends.start, suit, LOW if event.ace == "low" else bit)))
    outcomes = ends.outcomes()
    last = None
    if exact:
        ours = [side == table.side_of[deals.me] for side in table.side_of]
        last = LastTricks(table, ours, lambda count: outcomes.of(count, ends.start.winners).value)
    late, share = LATE, EXACT_SHARE
    if is_whole(seen, ends):
        late, share = WHOLE, WHOLE_SHARE
    return PlayOuts(outcomes, last, table.tricks - late, share, ends.start, deals.me, laid, deal)
