"""What is chosen on a screen with a hand: a card, a bid, or the answer to a question over the table."""

from collections.abc import Mapping
from enum import IntEnum

from rich.cells import cell_len
from textual.timer import Timer

from spades_tui import cards
from spades_tui.game.events import Bid, Draw, Look, Play, SeatEvent
from spades_tui.game.phase import Phase, Refusal
from spades_tui.play.coach import Coach
from spades_tui.presentation import marked_hand
from spades_tui.presentation.decisions import Offer, Question, ace_calls, aside, claim
from spades_tui.presentation.reason_words import choice_verb, reason_words
from spades_tui.presentation.wording import choice_words, sorted_hand
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.table.screen_at_table import ScreenAtTable
from spades_tui.tui.table.table_runner import TableRunner
from spades_tui.tui.table.table_words import fork_words, news, question_words, taken_words, waiting_words
from spades_tui.tui.table.typed_keys import PAUSE, TypedKeys
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Piece
from spades_tui.tui.widgets.card_faces import HandPicture, HandView
from spades_tui.tui.widgets.choices import ChoicePanel
from spades_tui.tui.widgets.edge_lines import Sentence
from spades_tui.tui.widgets.side_panels import HintPanel
from spades_tui.tui.widgets.table_view import trick_words

EDGE_CELLS = 7
"""Cells of the sentence line taken by the marker and the edges, not by the question."""
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""How far each arrow moves the choice, across and down."""
CAREFUL = ("challenge", "mark", "claim", "ace", "change")
"""Questions that begin at a choice that does nothing, unless another one is suggested."""
ENTER = ("take", "bid", "select")
"""The actions of Enter, which do the same; each has its own word in the footer."""


class Marked(IntEnum):
    """What the cards of the hand are marked with, before the first card."""

    NOTHING = 0
    TRICKS = 1
    DANGERS = 2


class ChoosingScreen(ScreenAtTable):
    """A screen with a hand, one panel for all choices, and a sentence; `TableScreen` lays it out and has its keys."""

    def __init__(self, controller: TableRunner) -> None:
        super().__init__(controller)
        self.question = ChoicePanel(id="question")
        self.sentence = Sentence(above_hand=True)
        self.hand = HandView()
        self.hint_panel = HintPanel()
        self.seen: Observation | None = None
        self.decision: Question | None = None
        self.suggested: SeatEvent | None = None
        """The first choice of the hint for the open question, once it is known."""
        self.coach = Coach()
        self._held: tuple[SeatEvent, object] | None = None
        """The choice of which the coach has warned, and what the cursor was on then."""
        self.typed = TypedKeys()
        self._typing_ends: Timer | None = None
        self._asking: str | None = None
        """The name of the question over the table."""
        self._chosen_below: SeatEvent | None = None
        """The choice of the decision below that question."""
        self._typed_choice: object = None
        """The card or choice that was typed last, until the cursor leaves it or a hint is shown beside it."""
        self._picked = self._hinted = 0
        """The cards picked, where several are given away, and those of the hint, as bit sets."""
        self._marked = Marked.NOTHING
        self._refused = ""
        """The rule of the refusal that is shown."""
        self._turn_said: tuple[list[Piece], ...] = ()
        """The sentence about whose turn it is, in the ways that fitted when it was last said."""
        self.looking_back = False
        """Whether the last trick covers the table."""

    @property
    def bidding(self) -> bool:
        """Whether no card can be played yet: bids, draws, discards and passes come first."""
        cards_played = (Phase.PLAY, Phase.PLAYED, Phase.DEAL, Phase.OVER)  # the last two: the hand is scored
        return self.shown.finished_trick is None and self.shown.seen.phase not in cards_played

    def _show_choices(self, chosen: SeatEvent | None) -> None:
        """Show the choices of the decision, if it isn't about a card to play."""
        self.question.suggested = self.suggested
        self.question.ask("", self.decision.rows if self.decision is not None and self.bidding else (), None)
        if chosen is not None:
            self.question.choose(chosen)

    # The hand

    def forget_choice(self) -> None:
        """Let Enter do nothing until something else than a card is chosen."""
        self._picked = self._hinted = 0
        self._typed_choice = None
        self.question.at = self.question.suggested = None

    def hand_state(self, seen: Observation, decision: Question | None) -> HandPicture | None:
        """Return the hand, with the cards that may be chosen raised; None if there is none."""
        if seen.seat is None or seen.seat not in seen.table:
            return None
        look = self.controller.look
        picture = HandPicture(
            sorted_hand(seen.rules, look, seen.own or 0), seen.rules.cards.suit_of, look,
            marks=self.marks(seen), suggested=self._cards_of(self.suggested),
        )  # fmt: skip
        if seen.own is None:
            picture = picture._replace(hidden=seen.sizes[seen.seat])
        if decision is not None and decision.on_hand:
            picture = picture._replace(raised=decision.choosable, active=True)
        return picture

    def _cards_of(self, event: SeatEvent | None) -> int:
        """Return the cards that an event plays or gives away, as a bit set; 0 if there are none."""
        for chosen, known in self._sets.items():
            if known == event:
                return chosen
        card = getattr(event, "card", None)
        return 1 << card if card is not None else 0

    def marks(self, seen: Observation) -> dict[int, str]:
        """Return short marks for cards of the hand."""
        given = seen.passed & (seen.own or 0) if seen.phase == Phase.PASS else 0  # until the partner has chosen too
        if self._marked:
            count = marked_hand.counted(seen)
            if count is None:
                return {}
            return marked_hand.marks(count, self.controller.look.letters, self._marked == Marked.DANGERS)
        new = dict.fromkeys(cards.cards_of(seen.fresh), "new") | dict.fromkeys(cards.cards_of(given), "out")
        return new | dict.fromkeys(cards.cards_of(self._picked), "up")

    # Sentences

    def say(self, content: str | list[Piece]) -> None:
        """Show a sentence."""
        self._refused = ""
        self.sentence.say(content)

    def refuse(self, refusal: Refusal) -> None:
        """Show why an action was refused, with the rule."""
        self._refused = refusal.rule
        said = [self.cross, (f"{refusal.sentence}.", inks.bold)]
        ways: tuple[str, ...] = ("",)
        if refusal.rule:
            key = with_keys("{rules}")
            ways = (f"  {key} shows rule {refusal.rule}", f"  {key} shows {refusal.rule}", f"  {refusal.rule}", "")
        self.sentence.say(*([*said, (words, inks.soft)] for words in ways))

    def turn_words(self) -> tuple[list[Piece], ...]:
        """Return sentences about whose turn it is, longest first; the screen shows the first that fits."""
        look, trick = self.controller.look, self.shown.finished_trick
        if self.late:
            return ([(dead_key_reasons.TOO_LATE.words, inks.text)],)
        if self.controller.awaits_answer:
            return ([(dead_key_reasons.SENT.words, inks.gold)],)
        if trick is not None:
            return taken_words(self.shown, trick, look, waits=self.controller.unseen_waits)
        if self.decision is None:
            return tuple([(way, inks.text)] for way in waiting_words(self.shown, look))
        asked, room = self.decision.question + self._count_words(), self.app.size.width - EDGE_CELLS
        if self.decision.short and cell_len(asked) > room:
            asked = self.decision.short + self._count_words()
        words = question_words(self.shown, look, asked, self.app.size.width)
        marked, latest = self.marked(words), "".join(news(self.shown, look)[:1])
        if not self.bidding or not latest or latest == fork_words(self.shown) or latest in words:
            return (marked,)
        return [*marked, (f"   {latest}", inks.soft)], marked

    def _count_words(self) -> str:
        """Return how many cards have been picked, where several must be."""
        return f" {self._picked.bit_count()} of {self._cards_needed()} picked." if self._cards_needed() > 1 else ""

    @property
    def _sets(self) -> Mapping[int, SeatEvent]:
        return self.decision.sets if self.decision is not None else {}

    def _cards_needed(self) -> int:
        return next(iter(self._sets), 0).bit_count()

    def say_turn(self) -> None:
        """Show whose turn it is."""
        self._refused = ""
        self.sentence.say(*self._sentences())
        self._turn_said = self.sentence.ways

    def _sentences(self) -> tuple[list[Piece], ...]:
        """Return what the marks of the hand mean, if it's marked; otherwise whose turn it is."""
        if not self._marked or self.seen is None:
            return self.turn_words()
        count = marked_hand.counted(self.seen)
        if count is None:
            return self.turn_words()
        words = marked_hand.count_line(count, self.seen, self.controller.look, self._marked == Marked.DANGERS)
        return ([(f" {words}", inks.gold)],)

    def moved(self) -> None:
        """Show why a card may not be played, or that it would be a renege (C-11), as soon as the user chooses it."""
        seen, card = self.seen, self.hand.card
        if self.bidding or self.decision is None or seen is None or card is None:
            self.say_turn()
        elif card in seen.why_not:
            self.refuse(seen.why_not[card])
        elif not seen.follows >> card & 1 and any(getattr(event, "card", None) == card for event in seen.legal):
            suit = cards.SUIT_NAMES[seen.led] if seen.led is not None else ""
            words = f" is a renege: you have {suit}. Others can challenge it."
            mark = (" ! ", inks.chosen)
            self.say([mark, (" ", inks.text), self.controller.look.card(card, told=True), (words, inks.gold)])
        else:
            self.say_turn()

    @property
    def late(self) -> bool:
        """Whether the viewer was too late to cut, so that the next key may have been meant for the cut."""
        return self.controller.late and self.decision is not None and not self.busy

    # Choosing by arrows and typing

    @property
    def busy(self) -> bool:
        """Whether a question or the last trick covers the table, so that the game waits."""
        return self._asking is not None or self.looking_back

    @property
    def chooser(self) -> ChoicePanel | HandView:
        """The widget in which arrows and numbers choose: the choices, or the hand."""
        below = self.decision is not None and not self.decision.on_hand
        return self.question if self._asking is not None or below else self.hand

    def move(self, key: str) -> None:
        """Move the choice with an arrow, or to an end of the hand."""
        self.forget_typed()
        self._typed_choice = None
        if key in ARROWS:
            self.chooser.move(*ARROWS[key])
        elif self.chooser is self.hand and self.hand.held:
            self.hand.choose(self.hand.held[0 if key == "home" else -1])
        if self._asking is None:
            self.moved()

    def names_cards(self) -> bool:
        """Return whether typing a suit and a rank chooses a card here."""
        chooses = not self.bidding or (self.decision is not None and self.decision.on_hand)
        return chooses and not self.busy and bool(self.hand.held)

    def types(self, character: str) -> bool:
        """Return whether a digit or, where a card is asked for, a suit is typed."""
        digit = character.isdecimal() and character.isascii()
        return digit or (character in cards.SUITS and self.names_cards())

    def type(self, character: str, now: float) -> bool:
        """Handle a character typed at `now`, in seconds. Return whether it was used."""
        most = self.seen.rules.tricks if self.seen is not None else 0
        typed = self.typed.type(character, now, self.chooser.numbers, self.hand.held, self.names_cards(), most)
        self.sentence.show_typed(self.typed.shown)
        if self.typed.digits:
            if self._typing_ends is not None:
                self._typing_ends.stop()
            self._typing_ends = self.set_timer(PAUSE, self.end_typing)
        if typed is None or typed.kind in ("part", "absent"):
            return typed is not None and (typed.kind == "part" or self._refuse_number(typed.value))
        if typed.kind == "suit" and not self.hand.choose_suit(typed.value):
            self.forget_typed()
            return self.say_not_there((f"You have no {cards.SUIT_NAMES[typed.value]}.", inks.bold))
        if typed.kind == "card" and typed.value not in self.hand.held:
            card = self.controller.look.card(typed.value, told=True)
            return self.say_not_there(("You have no ", inks.bold), card, (".", inks.bold))
        if typed.kind == "card":
            self.hand.choose(typed.value)
        elif typed.kind == "number":
            self.chooser.choose_number(typed.value)
        if self._asking is None:
            self._typed_choice = self.under_cursor
            self.moved()
        return True

    def _refuse_number(self, number: int) -> bool:
        """Say that a typed number can't be chosen, so that Enter takes nothing else; return whether any can."""
        numbers = self.chooser.numbers
        if (self.decision is None and self._asking is None) or not numbers:
            return False
        self.workers.cancel_group(self, "suggestion")  # which would choose in its place
        self.chooser.choose(None)
        most = f" {max(numbers)} is the most." if number > max(numbers) else ""
        return self.say_not_there((f"There's no {number} to choose.{most}", inks.bold))

    def end_typing(self) -> None:
        """End the number; the next digit begins a new one."""
        self.typed.digits = ""
        self.sentence.show_typed(self.typed.shown)

    def say_not_there(self, *words: Piece) -> bool:
        """Show that there is no such card or choice as the one typed; return True: the key had a use."""
        self.say([self.cross, *words])
        return True

    def forget_typed(self) -> None:
        """Forget what was typed, including a card's suit."""
        self.typed.forget()
        self.sentence.show_typed("")

    # What is chosen

    @property
    def enter(self) -> str:
        """The action of Enter: a card is played, a bid is made, and anything else is selected."""
        if self._asking is not None:
            return "select"
        if not self.bidding:
            return "take"
        if self.decision is None:
            return "bid"
        kinds = {type(offer.event) for offer in self.decision.offers}
        return "bid" if Bid in kinds and kinds.isdisjoint((Look, Draw)) else "select"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action can be done now. Enter has three, and only one of them fits."""
        hidden = (action in ENTER and action != self.enter) or (action == "lift" and not self.bidding)
        return not hidden and super().check_action(action, parameters)

    def chosen_event(self) -> SeatEvent | None:
        """Return the chosen event. If it's refused or incomplete, show why and return None."""
        decision, seen, card = self.decision, self.seen, self.hand.card
        if decision is None or seen is None:
            return None
        if not decision.on_hand:
            return self._chosen_choice
        if card is None:
            return None
        if decision.sets:
            return self._pick(decision, seen, card)
        if card in seen.why_not:
            self.refuse(seen.why_not[card])
            return None
        calls = ace_calls(seen, self.controller.look, card, self.suggested)
        if calls is not None:
            self.ask("ace", calls)
            return None
        return next((event for event in seen.legal if isinstance(event, Play) and event.card == card), None)

    def _pick(self, decision: Question, seen: Observation, card: int) -> SeatEvent | None:
        """Pick a card, or put it back; return the event once enough cards are picked, otherwise None."""
        self._picked ^= 1 << card
        event = decision.sets.get(self._picked)
        if event is not None:
            self._picked = 0
            return event
        self.hand.show(self.hand_state(seen, decision))
        if (self._picked & self._hinted) >> card & 1:
            self.hand.choose(next(iter(cards.cards_of(self._hinted & ~self._picked)), card))
        self.say_turn()
        return None

    # The coach

    def begin_coach(self, seen: Observation) -> None:
        """Drop an old warning; let the coach think about a decision while the person does."""
        self._held = None
        if self.decision is None:
            self.coach.forget()
        elif self.controller.coach_from is not None:
            self.coach.think(seen, self.app.brain, self.controller.hint_failed)

    def holds_back(self, event: SeatEvent) -> bool:
        """Hold back a choice that surely costs much, and warn of it; return False for all others, at once."""
        least, seen, look = self.controller.coach_from, self.seen, self.controller.look
        if least is None or seen is None:
            return False
        objection = self.coach.objection(seen, event, least)
        if objection is None:
            return False
        self._held = event, self.under_cursor
        self.controller.coached.add(event.seat)
        self.controller.pauses.warn()
        self.close_hint()
        self._refused = ""
        verb = choice_verb(event, seen.rules, look.in_sentence)
        words = f"{reason_words(objection.reason, seen, look.names)} Enter: {verb} anyway. Esc: think again."
        self.sentence.say_all((" ! ", inks.chosen), words, inks.gold)
        return True

    @property
    def confirmed(self) -> SeatEvent | None:
        """The choice that was held back, if the cursor is still on it."""
        return self._held[0] if self._held is not None and self._held[1] == self.under_cursor else None

    def forget_warning(self) -> bool:
        """Drop the coach's warning; return whether there was one."""
        held, self._held = self._held, None
        return held is not None

    # What is chosen below the questions

    @property
    def _chosen_choice(self) -> SeatEvent | None:
        return self.question.chosen.event if self.question.chosen is not None else None

    @property
    def under_cursor(self) -> object:
        """What the cursor is on: a card or a choice; None if nothing is chosen."""
        return self.hand.card if self.chooser is self.hand else self.question.chosen

    def show_hint(self, event: SeatEvent) -> None:
        """Choose the suggested choice; of several cards to pass, choose the first one, and pick none."""
        if self.decision is None or self.seen is None:
            return
        if not self.decision.on_hand:
            self.question.suggested = self.suggested
            self.question.choose(event)
            self.say_turn()
        elif isinstance(event, Bid):  # which the question about a card doesn't offer
            how = with_keys("{change_bid} changes it.")
            self.say([(f" Suggested: bid {event.bid} first. ", inks.bold), (how, inks.soft)])
        else:
            suggested = self._cards_of(event)
            self._hinted = suggested if self.decision.sets else 0
            self.hand.show(self.hand_state(self.seen, self.decision))
            self.hand.choose(next(iter(cards.cards_of(suggested & ~self._picked)), None))
            self.moved()

    def keeps_typed(self, hinted: SeatEvent) -> bool:
        """Return whether a typed choice stays chosen beside another one of the hint, and say so; only once."""
        typed, self._typed_choice = self._typed_choice, None
        if self.seen is None or typed is None or typed != self.under_cursor:
            return False
        card = self.hand.card if self.chooser is self.hand else None
        if card is None:
            mine = self._chosen_choice
            is_other = mine is not None and mine != hinted
            words = choice_words(mine, self.controller.look.letters, self.seen.rules) if mine is not None else ""
        else:
            is_other = not self._cards_of(hinted) >> card & 1
            words = self.controller.look.in_sentence(card)
        if is_other:
            again = with_keys("{hint} again chooses the hint's choice.")
            self.say([(f" You typed {words}, which stays chosen. ", inks.bold), (again, inks.soft)])
        return is_other

    def close_hint(self) -> None:
        """Close the hint, if one is open."""
        if self.hint_panel.display:
            self.hint_panel.close()
            self.refresh_bindings()

    # Questions over the table

    def ask(self, name: str, decision: Question) -> None:
        """Ask a question over the table."""
        if self._asking is None:
            self._chosen_below = self._chosen_choice
        self._asking = name
        self.forget_typed()
        self.hint_panel.close()
        wanted = [event for event in (decision.first, self.suggested) if event is not None]
        first = next((offer for offer in decision.offers if offer.event in wanted), None)
        self.question.suggested = first.event if first is not None else None
        if first is None and name in CAREFUL:  # Enter pressed too early must do nothing dangerous
            first = next((offer for offer in decision.offers if offer.event is None), None)
        seen = None if self.has_class("-roomy") else self.seen
        context = trick_words(seen, self.controller.look) if seen is not None else []
        self.question.ask(decision.question, decision.rows, first or decision.offers[0], context)
        self.add_class("-asking")
        self.refresh_bindings()

    def _close_question(self) -> None:
        """Close the question over the table, and show the choices of the decision below it."""
        if self._asking is not None:
            self._asking = None
            self.remove_class("-asking")
            self._show_choices(self._chosen_below)

    def _take_option(self, option: Offer | None) -> None:
        name = self._asking
        self._close_question()
        self.refresh_bindings()
        if option is not None and option.event is not None:
            if name == "ace" and self.holds_back(option.event):
                return
            self.controller.act(option.event)
        elif name is not None:
            self.controller.question_closed()

    def action_aside(self, name: str) -> None:
        """Offer an action out of turn."""
        decision = aside(self.seen, self.controller.look, name) if self.seen is not None else None
        if decision is not None:
            self.ask(name, decision)

    def action_claim(self) -> None:
        """Claim the remaining tricks, after asking once more."""
        seen = self.seen
        if seen is not None and seen.seat is not None and seen.rules.claim is not None:
            self.ask("claim", claim(seen, seen.seat))
