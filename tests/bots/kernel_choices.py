"""Print the exact results of computer players in some positions: ``python -m tests.bots.kernel_choices``.

`test_compiled` checks that compiled inner loops give the same output.
"""

import pickle
from collections.abc import Iterator
from random import Random

from spades_tui import bots, cards
from spades_tui.bots import (
    bidding,
    cardplay,
    club,
    estimate,
    hand_worth,
    portable_math,
    side_scores,
    suit_holdings,
    unseen_cards,
)
from spades_tui.bots.levels import SLOW
from spades_tui.bots.search import (
    card_exchange,
    choice_values,
    last_tricks,
    playout,
    playout_cards,
    race,
    sampled_deals,
    suit_sets,
    win_chances,
)
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.fair import Stream
from spades_tui.game import kernel
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation
from tests.bots.club_hands import on_turn, played_to
from tests.bots.tables import NAMES, TABLES, rules_of

DECISIONS = (1, 5, 9, 14, 22, 31, 40, 47)
"""Numbers of decisions played before the one to compare."""


def form() -> str:
    """Return whether the inner loops are ``compiled`` or ``python``; a mixture returns both."""
    dealt = (suit_sets, sampled_deals, card_exchange, win_chances)
    search = (*dealt, choice_values, last_tricks, playout, playout_cards, race)
    worths = (hand_worth, side_scores, suit_holdings, unseen_cards, portable_math)
    modules = (*search, *worths, cards, kernel, bidding, club, cardplay)
    return " ".join(sorted({"python" if str(module.__file__).endswith(".py") else "compiled" for module in modules}))


def positions(number: int) -> Iterator[Observation]:
    """Yield the views of the seats on turn in some hands at one of the tables."""
    slug, options = TABLES[number]
    for decisions in DECISIONS:
        seen = on_turn(played_to(rules_of(slug, **options), f"kernel {NAMES[number]}", decisions))
        if seen is not None:
            yield seen


def weighed(seen: Observation) -> Iterator[str]:
    """Yield each level's weighed choices."""
    for level in SLOW:
        for row in bots.weigh(level, seen, Stream(b"kernel")):
            yield f"{level} {row.event} {row.value.hex()} {row.made.hex()} {row.tricks.hex()} {row.deals}"


def by_rules(seen: Observation) -> Iterator[str]:
    """Yield the choices of players by rules, with the reason for a card."""
    yield f"club {bots.choose('club', seen, Stream(b'kernel'))}"
    if seen.seat is not None and seen.own is not None:
        hand = estimate.estimate(seen.rules, seen.own)
        yield f"{hand.tricks.hex()} {hand.zero.hex()}"
    if seen.seat is not None and seen.phase == Phase.PLAY:
        decision, plays = cardplay.CardPlay(seen, seen.seat), cardplay.fair_plays(seen)
        for value, event in decision.values(plays, decision.keys(plays)):
            yield f"{event} {value.hex()}"


def ends(seen: Observation, count: int = 20) -> Iterator[str]:
    """Yield sampled deals and how they end, by the table's rules and by others."""
    assert seen.seat is not None
    source = Deals(seen, seen.seat, Random(f"{seen.own}"))
    for _ in range(count):
        held = source.next()
        yield str(held)
        for always, no_spade, opening in ((False, False, -1), (True, True, -1), (False, True, 0), (True, False, 3)):
            values = ends_as_bid(seen, seen.seat)
            values.table.always, values.table.first_no_spade, values.table.opening = always, no_spade, opening
            last = playout.play_out(values.table, [cards[:] for cards in held], values.start, values.table.tricks)
            end = values.outcomes().after([cards[:] for cards in held], values.start)
            yield f"{last.count} {last.winners} {end.value} {end.made} {end.tricks} {end.count} {end.paid}"


def results_at(number: int) -> Iterator[str]:
    """Yield all results at one of the tables, line by line."""
    yield f"# {NAMES[number]}"
    for seen in positions(number):
        yield from weighed(seen)
        yield from by_rules(seen)
        yield str(dict(pickle.loads(pickle.dumps(seen)).why_not))  # as a worker process gets it
        if seen.phase == Phase.PLAY:
            yield from ends(seen)


if __name__ == "__main__":
    print(form())
    for number in range(len(TABLES)):
        for line in results_at(number):
            print(line)
