"""The view of one decision in a review, with a better choice."""

from typing import NamedTuple

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from spades_tui.analysis.review import Judged
from spades_tui.game.events import Play
from spades_tui.game.trick import Trick
from spades_tui.language.sentence_parts import plain, plural, whom
from spades_tui.presentation.review_words import decision_words
from spades_tui.presentation.wording import cost_words, sorted_hand
from spades_tui.seats import Observation
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, StateView, fit
from spades_tui.tui.widgets.card_faces import CardStyle, paint_card
from spades_tui.tui.widgets.table_view import called_bid, trick_words

CARD_WIDTH, CARD_HEIGHT = 11, 7
HINDSIGHT = "With all cards open"
APART = 4
"""Columns between the cards of a trick."""
WIDEST_HAND = 70
"""Columns into which a hand with the full names of jokers must fit."""


class DecisionState(NamedTuple):
    """A decision, its complete trick, and the seat that took it."""

    one: Judged
    look: CardStyle
    trick: Trick = ()
    winner: int | None = None
    hindsight: tuple[str, ...] = ()
    """What it led to with all cards open, in sentences."""


class DecisionView(Vertical):
    """A decision with the table as the player saw it; what came of it and the trick if there is room."""

    DEFAULT_CSS = """
    DecisionView { border-top: solid $line; }
    DecisionView Static { padding: 0 1; }
    DecisionView #facts { text-wrap: nowrap; text-overflow: ellipsis; margin-bottom: 1; }
    DecisionView #hindsight { margin-top: 1; }
    """

    def compose(self) -> ComposeResult:
        """Lay out the words, and the trick below."""
        yield Static(id="facts")
        yield Static(id="choice")
        yield Static(id="hindsight")
        yield TrickOfDecision()

    def show(self, state: DecisionState | None) -> None:
        """Show a decision, or none."""
        facts, choice, hindsight = Content(), Content(), ""
        if state is not None:
            facts, choice = facts_known(state.one.decision.seen, state.look), choice_made(state.one, state.look)
            if state.hindsight:
                hindsight = f"{HINDSIGHT}: {' '.join(state.hindsight)}"
        self.query_one("#facts", Static).update(facts)
        self.query_one("#choice", Static).update(choice)
        self.query_one("#hindsight", Static).update(Content.styled(hindsight, inks.text))
        self.query_one(TrickOfDecision).show(state)


def facts_known(seen: Observation, look: CardStyle) -> Content:
    """Return the bids, the trick and the hand, each in a line."""
    hand: list[Piece] = [("You hadn't looked at your cards.", inks.soft)]
    if seen.own is not None:
        hand = [("Hand: ", inks.soft), *look.row(sorted_hand(seen.rules, look, seen.own), WIDEST_HAND)]
    bids, trick = Content.styled(_bids(seen, look), inks.soft), Content.assemble(*_trick(seen, look))
    return Content("\n").join([bids, trick, Content.assemble(*hand)])


def choice_made(one: Judged, look: CardStyle) -> Content:
    """Return the choice, a better one with its reason, and the chances of both."""
    lesson, verdict, figures = decision_words(one, look)
    lines = [(lesson, inks.bold), (verdict, inks.text), (figures, inks.soft)]
    return Content("\n").join(Content.styled(words, ink) for words, ink in lines if words)


class TrickOfDecision(StateView[DecisionState | None]):
    """The whole trick in the order of play, with the card of the decision marked, and the better one."""

    DEFAULT_CSS = f"TrickOfDecision {{ dock: bottom; height: {CARD_HEIGHT + 4}; }}"

    def picture(self, canvas: Canvas, state: DecisionState | None) -> None:
        """Draw the cards with the players above."""
        assert state is not None
        one, look, trick, winner, _ = state
        event = one.decision.event
        if not isinstance(event, Play):
            return
        x, pitch = 3, CARD_WIDTH + APART
        up = glyphs.sign("▲", look.letters)
        for place, card in enumerate(trick):
            mine, wins = card.seat == one.decision.seat, card.seat == winner
            led = "" if place else " led"
            name = fit(look.who(card.seat), pitch - 1 - len(led)) + led
            canvas.centred(x - 2, pitch, 0, [(name, inks.bold if mine else inks.text)])
            paint_card(canvas, x, 1, CARD_WIDTH, CARD_HEIGHT, look, card.card, chosen=mine, heavy=wins, low=card.low)
            if wins:
                canvas.centred(x - 2, pitch, 1 + CARD_HEIGHT, [("took it", inks.gold)])
            if mine:
                cost = cost_words(one.cost, one.decision.seen.rules.points_unit)
                words = f"{up} cost {cost}" if one.cost and not one.near_end else f"{up} this card"
                canvas.centred(x - 2, pitch, 2 + CARD_HEIGHT, [(words, inks.gold)])
            x += pitch
        if one.best is None or not (one.cost and trick):
            return
        better = one.best.event
        if isinstance(better, Play) and better != event:
            x += pitch // 2
            canvas.centred(x - 2, pitch, 0, [("better", inks.green)])
            low = better.ace == "low"
            paint_card(canvas, x, 1, CARD_WIDTH, CARD_HEIGHT, look, better.card, low=low)


def _bids(seen: Observation, look: CardStyle) -> str:
    bids = []
    for seat in seen.order:
        if seen.bids[seat] is not None:
            took = f", took {seen.took[seat]}" if seen.leader is not None else ""
            bids.append(f"{look.who(seat)} bid {called_bid(seen, seat)}{took}")
    return ";  ".join(bids or ["Nobody had bid"]) + "."


def _trick(seen: Observation, look: CardStyle) -> list[Piece]:
    if seen.leader is None:
        totals = []
        for side, total in enumerate(seen.standing.totals):
            name = whom(look.side_at_start(seen.rules, side))
            totals.append(f"{name} {plain(total, seen.rules.points_unit)}")
        score = f"The score: {', '.join(totals)}, after {plural(seen.standing.hands, 'hand')}."
        return [(score, inks.soft)]
    return trick_words(seen, look) or [("To lead.", inks.soft)]
