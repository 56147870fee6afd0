"""A hint counts made bids, nils and bags in play-outs exactly as the score of such a hand does."""

from __future__ import annotations

from random import Random

import pytest

from spades_tui.bots.search.playout import packed_tricks
from spades_tui.bots.search.playout_outlook import outlooks
from spades_tui.bots.valued_choice import Aim, ValuedChoice
from spades_tui.game import machine
from spades_tui.game.events import Score
from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.rules.ledger import Decided, Note
from tests.bots.at_random import any_card, bid, ends_at
from tests.bots.tables import rules_of
from tests.games import SLUGS

DONE = {
    Aim.MAKE: (Decided.MADE, Decided.SET), Aim.SET: (Decided.SET, Decided.MADE),
    Aim.KEEP: (Decided.ZERO_MADE, Decided.ZERO_FAILED), Aim.BREAK: (Decided.ZERO_FAILED, Decided.ZERO_MADE),
    Aim.PROMISE: (Decided.KEPT, Decided.BROKEN),
}  # fmt: skip
"""For each aim, the note of the score when it is reached and when it isn't."""


@pytest.mark.parametrize(
    ("slug", "options"),
    [*((slug, {}) for slug in SLUGS), ("classic", {"failed_nil": "helps"}), ("classic", {"failed_nil": "bags"})],
)
def test_a_hint_judges_an_ending_as_the_score_does(slug: str, options: dict[str, object]) -> None:
    random, met = Random(slug), 0
    rules = rules_of(slug, **options)
    for _ in range(12):
        state = bid(rules, random)
        seat = state.current.player
        ends, notes = ends_at(state), list[Note]()
        while state.phase == Phase.PLAY:
            state = machine.apply(state, any_card(state, random))[0]
        hand = state.current
        for finding in machine.apply(state, Score())[1]:
            notes += finding.notes if isinstance(finding, HandScore) else ()
        took = [sum(hand.took[other] for other in seats) for seats in ends.seats]
        winners = [hand.table.index(winner) for winner in hand.winners]
        end = ends.outcomes().of(packed_tricks(took), winners)
        [look] = outlooks([ValuedChoice(Score(), 0.0, float(end.made), 0.0, 1, 0.0, (end,))], seat)  # type: ignore[arg-type]
        assert look is not None
        for (aim, whose), number in look.numbers.items():
            if aim in DONE:
                zero = aim in (Aim.KEEP, Aim.BREAK, Aim.PROMISE)
                about = [note for note in notes if (whose in note.seats if zero else note.side == whose)]
                decided = {note.what for note in about} & {*DONE[aim]}
                assert decided == {DONE[aim][0 if number else 1]}, (aim, whose, notes)
                met += 1
            if aim in (Aim.BAGS, Aim.GIVE):
                over = sum(note.tricks for note in notes if note.what == Decided.OVER and note.side == whose)
                assert number == over, (aim, whose, notes)
                met += 1
    assert met > 12
