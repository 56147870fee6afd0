"""The view of one decision in a review, with a better choice."""

from typing import NamedTuple

from spades_tui.analysis.review import Judged
from spades_tui.bots.valued_choice import Advice, grouped
from spades_tui.game.events import Play
from spades_tui.game.trick import Trick
from spades_tui.language.address import whom
from spades_tui.language.amounts import plain, plural
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.wording import chance_words, choice_words, cost_words, sorted_hand
from spades_tui.seats import Observation
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, Piece, StateView, fit
from spades_tui.tui.widgets.card_faces import CardStyle, paint_card
from spades_tui.tui.widgets.paragraphs import wrapped
from spades_tui.tui.widgets.table_view import trick_words

CARD_WIDTH, CARD_HEIGHT = 11, 7
APART = 4
"""Columns between the cards of a trick."""
WORDS_HIGH = 10
"""Rows of text; the trick is drawn below if there is room."""
TRICK_HIGH = CARD_HEIGHT + 4


class DecisionState(NamedTuple):
    """A decision, if one is chosen, its complete trick, and the seat that took it."""

    one: Judged | None
    look: CardStyle
    trick: Trick = ()
    winner: int | None = None


class DecisionView(StateView[DecisionState]):
    """A decision, with the table as the player saw it and the complete trick."""

    DEFAULT_CSS = "DecisionView { width: 1fr; }"

    def picture(self, canvas: Canvas, state: DecisionState) -> None:
        """Draw bids, trick, hand, choice and reason; below them the trick's cards."""
        canvas.rule(0)
        one, look, trick, winner = state
        if one is None:
            return
        if trick and canvas.height >= WORDS_HIGH + TRICK_HIGH:
            _cards(canvas, WORDS_HIGH, one, look, trick, winner)
        seen, letters = one.decision.seen, look.letters
        canvas.put(1, 1, _bids(seen, look), inks.soft, canvas.width - 2)
        canvas.pieces(1, 2, _trick(seen, look))
        hand: list[Piece] = [("Hand: ", inks.soft)]
        hand += look.row(sorted_hand(seen.rules, look, seen.own or 0), canvas.width - 8)
        canvas.pieces(1, 3, hand if seen.own is not None else [("You hadn't looked at your cards.", inks.soft)])
        done = choice_words(one.decision.event, letters, seen.rules)
        who = look.who(one.decision.seat)
        y = 5
        if one.best is None or not one.best.weighed:
            canvas.put(1, y, f"{who}: {done}. There was no choice.", inks.text)
            return
        if not one.cost:
            canvas.put(1, y, f"{who}: {done}. That was the best choice.", inks.bold)
        else:
            best = choice_words(one.best.event, letters, seen.rules)
            cost = cost_words(one.cost, seen.rules.points_unit)
            canvas.put(1, y, f"{who}: {done}, but {best} was worth {cost} points more.", inks.bold)
            why = one.reason or one.best.reason
            for text in wrapped(look.words(reason_words(why, seen, look.names)), canvas.width - 3)[:2]:
                y += 1
                canvas.put(1, y, text, inks.text)
        if one.done is not None and one.done.weighed:
            weighed = different((one.best, *((one.done,) if one.cost else ())))
            side = whom(look.side_at_start(seen.rules, seen.rules.side_of[one.decision.seat]))
            figures = [f"bid made {chance_words(advice)}, {advice.tricks:.1f} tricks for {side}" for advice in weighed]
            exact = {(round(100 * advice.made), round(advice.tricks, 1)) for advice in weighed}
            if len(weighed) > 1 and len(exact) == 1:
                bags = "bags, " if seen.rules.bags is not None else ""
                differ = f"They differ only in {bags}the others' points or the end of the game."
                words = f"Both: {figures[0]}. {differ}"
            else:
                told = zip(weighed, figures, strict=True)
                choices = [f"{choice_words(advice.event, letters, seen.rules)}: {figure}" for advice, figure in told]
                words = ";  ".join(choices) + "."
            for row, text in enumerate(wrapped(words, canvas.width - 3)[:2], y + 1):
                canvas.put(1, row, text, inks.soft)


def different(advice: tuple[Advice, ...]) -> list[Advice]:
    """Return the analysed choices, only the first of several cards of the same worth."""
    return [group[0] for group in grouped(advice) if group[0].weighed] or list(advice[:1])


def _cards(canvas: Canvas, y: int, one: Judged, look: CardStyle, trick: Trick, winner: int | None) -> None:
    """Draw the whole trick in the order of play, with the card of this decision marked, and the better one."""
    event = one.decision.event
    if not isinstance(event, Play):
        return
    x, pitch = 3, CARD_WIDTH + APART
    up = "^" if look.letters else "▲"
    for place, card in enumerate(trick):
        mine, wins = card.seat == one.decision.seat, card.seat == winner
        name = fit(look.who(card.seat), pitch - 1 - (4 if not place else 0)) + (" led" if not place else "")
        canvas.centred(x - 2, pitch, y, [(name, inks.bold if mine else inks.text)])
        paint_card(canvas, x, y + 1, CARD_WIDTH, CARD_HEIGHT, look, card.card, chosen=mine, heavy=wins, low=card.low)
        below = [("took it", inks.gold)] if wins else []
        canvas.centred(x - 2, pitch, y + 1 + CARD_HEIGHT, below)
        if mine:
            cost = cost_words(one.cost, one.decision.seen.rules.points_unit)
            words = f"{up} cost {cost}" if one.cost else f"{up} this card"
            canvas.centred(x - 2, pitch, y + 2 + CARD_HEIGHT, [(words, inks.gold)])
        x += pitch
    better = one.best.event if one.best is not None and one.cost else None
    if isinstance(better, Play) and better != event:
        x += pitch // 2
        canvas.centred(x - 2, pitch, y, [("better", inks.green)])
        low = better.ace == "low"
        paint_card(canvas, x, y + 1, CARD_WIDTH, CARD_HEIGHT, look, better.card, low=low)


def _bids(seen: Observation, look: CardStyle) -> str:
    told = []
    for seat in seen.order:
        bid = seen.bids[seat]
        if bid is not None:
            took = f", took {seen.took[seat]}" if seen.leader is not None else ""
            blind, word = "blind " if seen.blind[seat] else "", seen.rules.bid_word(bid)
            told.append(f"{look.who(seat)} bid {blind}{word}{took}")
    return ";  ".join(told) + "." if told else "Nobody had bid."


def _trick(seen: Observation, look: CardStyle) -> list[Piece]:
    if seen.leader is None:
        totals = ", ".join(
            f"{whom(look.side_at_start(seen.rules, side))} {plain(total, seen.rules.points_unit)}"
            for side, total in enumerate(seen.standing.totals)
        )
        return [(f"The score: {totals}, after {plural(seen.standing.hands, 'hand')}.", inks.soft)]
    return trick_words(seen, look) or [("To lead.", inks.soft)]
