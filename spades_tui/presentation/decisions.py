"""Every decision of every game as a question and its choices, made from what is legal: no rule is known here."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import assert_never

from spades_tui import cards
from spades_tui.frozen import dataclass
from spades_tui.game.events import (
    Bid,
    Bone,
    Books,
    Challenge,
    Chit,
    Discard,
    Draft,
    Draw,
    Dump,
    Look,
    Pass,
    Play,
    Promise,
    Raise,
    Redeal,
    SeatEvent,
    Stand,
    ZeroBuddy,
)
from spades_tui.game.phase import Phase
from spades_tui.language.quoting import either
from spades_tui.presentation import draft_words, pass_words
from spades_tui.presentation.bid_pay import counted, helps_partner, pays, short_pay
from spades_tui.presentation.wording import Wording
from spades_tui.rules.component import plural, signed
from spades_tui.seats import Observation


@dataclass(frozen=True, slots=True)
class Offer:
    """One choice: what it does, what stands in its cell, and what it means."""

    event: SeatEvent | None = field(repr=False)
    """None: nothing is done, and the question goes away."""
    label: str
    under: str = ""
    explain: tuple[str, ...] = ()
    number: int | None = None
    """The number that chooses it when it is typed."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with rows of choices; `notes` stand above it."""

    sentences: tuple[str, ...]
    rows: tuple[tuple[Offer, ...], ...]
    notes: tuple[str, ...] = ()
    first: SeatEvent | None = field(default=None, repr=False)
    """What is preselected."""
    on_hand: bool = False
    """It is a card of the hand that is chosen; the rows hold what else there is."""
    choosable: int = field(default=0, repr=False)
    """The cards of the hand, as a bit set, that stand higher because they may be chosen."""
    sets: Mapping[int, SeatEvent] = field(default_factory=dict, repr=False)
    """Before the first card: what is done with each set of cards that may be chosen; mostly sets of one."""
    short: str = ""
    """The question where there is no room for all of it."""
    lead_in: str = ""
    """What leads to the choices where they stand below the question."""

    @property
    def question(self) -> str:
        """Return the question as it stands above its choices."""
        return " ".join((*self.sentences, self.lead_in)) if self.lead_in else " ".join(self.sentences)


NOT_REFUSED = "A wrong card is not refused here."
"""Where a card that does not follow may be challenged (C-11)."""

ASKED = {
    Phase.DRAFT: "A card of the stock is yours to keep, or to throw away.",
    Phase.BID: "It is your turn to bid.",
    Phase.DRAW: "The extra card is yours to draw.",
    Phase.RAISE: "You may raise, or stand.",
    Phase.PASS: "You have cards to pass to your partner.",
    Phase.DISCARD: "You have a card to throw back.",
    Phase.PLAY: "It is your turn to play.",
    Phase.PLAYED: "You have the right to take books.",
}
"""What the seat on turn is asked for, for the eyes of everybody; in every phase in which something is asked."""


def decide(
    seen: Observation, look: Wording, suggestion: SeatEvent | None, back: str = "u"
) -> Question:
    """The decision of the seat on turn; `back`: what is typed to take something back."""
    match seen.phase:
        case Phase.DRAFT:
            return _draft(seen, look, suggestion)
        case Phase.BID:
            return _bid(seen, look, suggestion, back)
        case Phase.DRAW:
            return _draw(seen, suggestion)
        case Phase.DISCARD:
            return _discard(seen, look, suggestion)
        case Phase.RAISE:
            return _raise(seen, suggestion)
        case Phase.PASS:
            return _pass(seen, look, suggestion)
        case Phase.PLAY | Phase.PLAYED | Phase.DEAL | Phase.OVER:
            return _play(seen, look, suggestion)
        case _:
            assert_never(seen.phase)


def _draft(seen: Observation, look: Wording, suggestion: SeatEvent | None) -> Question:
    row = tuple(
        Offer(
            event, "Keep it" if event.keep else "Throw it away", explain=draft_words.explained(seen, look, event.keep)
        )
        for event in seen.legal
        if isinstance(event, Draft)
    )
    return Question((draft_words.asked(seen, look),), (row,), (), suggestion)


def _bid(seen: Observation, look: Wording, suggestion: SeatEvent | None, back: str) -> Question:
    rows: list[tuple[Offer, ...]] = []
    looks = [event for event in seen.legal if isinstance(event, Look)]
    if looks:
        words: tuple[str, ...] = ("You see your cards, and may not bid blind any more.",)
        if seen.rules.blind and seen.rules.blind.who == "side":
            words = ("You see your cards, and your side does not bid blind in this hand.",)
        if not (seen.rules.blind and seen.rules.blind.bids == "nil"):
            words = (*words, "The numbers are blind bids, made without looking.")
        rows.append((Offer(looks[0], "Look at my cards", explain=words),))
    bids = [event for event in seen.legal if isinstance(event, Bid)]
    rows.append(tuple(_bid_option(seen, event) for event in bids))
    again = [event for event in seen.legal if isinstance(event, Redeal)]
    if again:
        words = ("No spade, no picture card and no ace: you may have the cards dealt again.",)
        rows.append((Offer(again[0], "Call for a new deal", explain=words),))
    taken_back = f" You can take it back with {back}." if seen.rules.take_back else ""
    question: tuple[str, ...] = (_until(seen, look, back) or f"Your bid: how many tricks will you take?{taken_back}",)
    short = ""
    if seen.why_bids:
        question = _dictated(seen, len(bids))
        short = f"{seen.why_bids[-1].sentence} ({seen.why_bids[-1].rule})."
    if looks and seen.rules.blind and seen.rules.blind.bids == "nil":
        question = (f"Look at your cards, or bid {seen.rules.zero_word} blind?",)
    elif looks:
        question = ("Look at your cards, or bid blind?",)
    elif seen.must_bid_blind and seen.why_bids:
        question = ("Your partner has gone blind.", *question)
    elif seen.must_bid_blind:
        question = ("Your partner has gone blind: how many tricks do you bid, unseen?",)
    elif again:
        question = ("Your bid, or a new deal?",)
    return Question(question, tuple(row for row in rows if row), notes(seen, look), suggestion, short=short)


def _dictated(seen: Observation, choices: int) -> tuple[str, ...]:
    """What leaves some bids out, and that a single one is left (C-14)."""
    said = [f"{why.sentence} ({why.rule})." for why in seen.why_bids]
    single = choices == 1 and len(said) > 1
    return (*said, "One bid is left.") if single else tuple(said)


def _until(seen: Observation, look: Wording, key: str) -> str:
    """Until whose bid this one may be changed (3B-5); nothing where it may not."""
    place = seen.order.index(seen.seat) if seen.seat in seen.order else len(seen.order)
    if place + 1 >= len(seen.order) or seen.rules.change is None:
        return ""
    back = f"; {key} takes it back" if seen.rules.take_back else ""
    return f"Your bid. You may change it until {look.name(seen.order[place + 1])} has bid{back}."


def _bid_option(seen: Observation, event: Bid) -> Offer:
    paid = seen.rules.zeros_pay or counted(seen, event.bid)
    words = [*pays(seen, event.bid, event.blind)] if paid else []
    if event.blind and words:
        words[0] = f"blind {seen.rules.bid_word(event.bid)} {words[0]}"
    total = seen.rules.side_total
    partner = next((seen.bids[s] for s in seen.rules.sides[seen.side or 0] if s != seen.seat), None)
    if seen.rules.partners:
        if partner is None:
            alone = f"A {seen.rules.zero_word} is scored by itself"
            alone += "; if it fails, its tricks help your partner." if helps_partner(seen) else "."
            counted_too = event.bid or total or not seen.rules.zeros_by_themselves
            words.append("Your partner's bid is added to it." if counted_too else alone)
        elif total or (partner and event.bid):
            words.append(f"Your side's bid will be {partner} + {event.bid} = {partner + event.bid}.")
        elif event.bid:
            words.append(f"Your partner's {seen.rules.zero_word} is scored by itself.")
        elif not event.bid and helps_partner(seen):
            words.append(f"If the {seen.rules.zero_word} fails, its tricks help your partner.")
    if event.bid == 0 and seen.rules.zero_draw:
        words.append("A zero draws the extra card, and throws one back.")
    under = short_pay(seen, event.bid, event.blind) if len(words) > 1 else ""
    label = seen.rules.bid_word(event.bid)
    if event.blind and label != str(event.bid):
        label = f"Blind {label}"
    return Offer(event, label, under, tuple(words), event.bid)


def notes(seen: Observation, look: Wording) -> tuple[str, ...]:
    """What everybody should know while bids are made, in a few sentences."""
    rules = seen.rules
    if seen.phase == Phase.DRAFT:
        return draft_words.notes(seen, look)
    if seen.phase == Phase.PASS and rules.exchange is not None:
        return (pass_words.ORDERS[rules.exchange.pass_order],)
    found = [f"{why.sentence} ({why.rule})." for why in seen.why_bids[:-1]] if seen.phase == Phase.BID else []
    total = sum(  # a side that has raised has one number only
        contract if contract is not None else sum(seen.bids[seat] or 0 for seat in rules.sides[side])
        for side, contract in enumerate(seen.contracts)
    )
    if any(bid is not None for bid in seen.bids):
        found.append(f"{total} of {plural(rules.tricks, 'trick')} bid.")
    else:
        found.append(f"There are {rules.tricks} tricks.")
    if seen.zero_value is not None:
        start = rules.zero_start
        grown = f" ({start} + {seen.zero_value - start} collected)" if seen.zero_value > start else ""
        found.append(f"A zero pays {seen.zero_value} now{grown}.")
    if rules.low_ball is not None:
        if seen.low_ball:
            found.append("It is a super-low-ball." if seen.low_ball == "super" else "It is a low-ball.")
        else:
            left = rules.low_ball.under - 1 - rules.low_ball.total(seen.bids)
            to_bid = sum(seen.bids[seat] is None for seat in seen.order)
            if left < to_bid:
                found.append(f"No low-ball is possible (under {rules.low_ball.under}).")
            else:
                zero = ", a zero counted as one" if 0 in seen.bids else ""
                rest = f"{zero}: {left} left" if to_bid < len(seen.order) else ""
                found.append(f"Under {rules.low_ball.under} is a low-ball{rest}.")
    last = draft_words.came(seen, look)
    if last:
        found.insert(0, last)
    extra = rules.extra_hand(seen.standing)
    if extra is not None:
        found.insert(0, f"{extra}.")
    near = rules.near_loss(seen.standing)
    found += [f"{look.side_told(rules, side)}: one more set loses the game." for side in near]
    if rules.side_total is not None:
        found.append(f"A side must bid at least {rules.side_total.min} together.")
    return tuple(found)


def _draw(seen: Observation, suggestion: SeatEvent | None) -> Question:
    draws = [event for event in seen.legal if isinstance(event, Draw)]
    words = ("The extra card joins your hand; then you throw one card back, face down.",)
    rows: list[tuple[Offer, ...]] = [tuple(Offer(event, "Draw the extra card", explain=words) for event in draws)]
    why = "You bid zero" if seen.seat is not None and seen.bids[seen.seat] == 0 else "You are the highest bidder"
    changes = change_options(seen, seen.legal)
    if changes:
        rows.append(changes)
        return Question((f"{why}: draw the extra card, or change your bid?",), tuple(rows), (), suggestion)
    return Question((f"{why}: the extra card is yours.",), tuple(rows), (), suggestion)


def _discard(seen: Observation, look: Wording, suggestion: SeatEvent | None) -> Question:
    drawn = (f"You drew {look.in_sentence(seen.drawn)}.",) if seen.drawn is not None else ()
    words = (*drawn, "Throw one card back: it goes face down.")
    throws = {1 << event.card: event for event in seen.legal if isinstance(event, Discard)}
    return Question(words, (), (), suggestion, on_hand=True, choosable=seen.own or 0, sets=throws)


def _pass(seen: Observation, look: Wording, suggestion: SeatEvent | None) -> Question:
    passes = {event.cards: event for event in seen.legal if isinstance(event, Pass)}
    count = max(cards.bit_count() for cards in passes)
    words, short = pass_words.asked(seen, look, count), pass_words.asked_briefly(seen, count)
    return Question(words, (), (), suggestion, on_hand=True, choosable=seen.own or 0, sets=passes, short=short)


def _raise(seen: Observation, suggestion: SeatEvent | None) -> Question:
    own = seen.seat or 0
    side_raise = seen.rules.side_raises
    bid = seen.contracts[seen.side or 0] if side_raise else seen.bids[own]
    whose = "Your side's bid is" if side_raise else "Your bid is"
    stands = tuple(
        Offer(event, "Stand", explain=(f"{whose} {bid}, and it stays.",))
        for event in seen.legal
        if isinstance(event, Stand)
    )
    promises = tuple(
        Offer(event, _promise_name(seen, event.tricks), explain=_promise_words(seen, event.tricks))
        for event in seen.legal
        if isinstance(event, Promise)
    )
    raises = tuple(
        Offer(
            event,
            str(event.bid),
            _raise_pay(seen, event.bid, side_raise),
            _raise_words(seen, event.bid, side_raise),
            event.bid,
        )
        for event in seen.legal
        if isinstance(event, Raise)
    )
    rows = tuple(row for row in ((*stands, *promises), raises) if row)
    choices = [words for words, there in (("stand", stands), ("raise", raises), ("promise", promises)) if there]
    question = (f"{whose} {bid}.", f"{either(choices).capitalize()}?")
    return Question(question, rows, (), suggestion)


def _raise_pay(seen: Observation, bid: int, side_raise: bool) -> str:
    return short_pay(seen, _own_part(seen, bid, side_raise))


def _own_part(seen: Observation, bid: int, side_raise: bool) -> int:
    """What is left of a side's bid for the one who raises it."""
    return bid - counted(seen, 0) if side_raise else bid


def _raise_words(seen: Observation, bid: int, side_raise: bool) -> tuple[str, ...]:
    if side_raise:
        words = f"Your side then has to take {plural(bid, 'trick')} together. Everybody is asked once more."
        return (*pays(seen, _own_part(seen, bid, True)), words)
    return (*pays(seen, bid), "Everybody is asked once more.")


def _promise_name(seen: Observation, tricks: int) -> str:
    return next((part.name for part in seen.rules.promises if part.tricks == tricks), f"First {tricks}")


def _promise_words(seen: Observation, tricks: int) -> tuple[str, ...]:
    words = f"You promise the first {tricks} tricks, beside your bid"
    pay = seen.rules.promise(tricks)
    return (f"{words}: kept {signed(pay.won)}, broken {signed(pay.lost)}." if pay else f"{words}.",)


def _play(seen: Observation, look: Wording, suggestion: SeatEvent | None) -> Question:
    if not seen.trick:
        words = ["Your turn: lead a card."]
    elif seen.led is not None:
        suit = cards.SUIT_NAMES[seen.led]
        plays = [event for event in seen.legal if isinstance(event, Play)]
        follows = any(seen.rules.cards.suit_of[event.card] == seen.led for event in plays)
        words = [f"Your turn: follow {suit}." if follows else f"Your turn: you have no {suit}, play any card."]
        if any(not seen.follows >> event.card & 1 for event in plays):
            words = [f"Your turn: {suit} were led.", NOT_REFUSED]
    words += [f"{look.face(card)} is a spade." for card in look.odd_trumps if (seen.own or 0) >> card & 1]
    playable = cards.hand_of(event.card for event in seen.legal if isinstance(event, Play))
    # a card that would renege may be played, but nobody is led to it (C-11)
    return Question(tuple(words), (), (), suggestion, on_hand=True, choosable=playable & seen.follows)


def ace_calls(
    seen: Observation, look: Wording, card: int, suggest: Callable[[int], SeatEvent | None]
) -> Question | None:
    """High or low, where a card may be played both ways (3B-3); what is suggested for it stands first."""
    plays = [event for event in seen.legal if isinstance(event, Play) and event.card == card]
    if len(plays) < 2:
        return None
    words = {"high": "It is the highest card of its suit.", "low": "It lies below the two of its suit."}
    options = tuple(
        Offer(event, str(event.ace).capitalize(), explain=(words.get(str(event.ace), ""),)) for event in plays
    )
    suggestion = suggest(card)
    first = suggestion if suggestion in plays else next(f for f in plays if (f.ace == "low") == seen.ace_low)
    return Question((f"{look.face(card)}: high or low?",), (options, (Offer(None, "Another card"),)), (), first)


def change_options(seen: Observation, events: Sequence[SeatEvent]) -> tuple[Offer, ...]:
    """The bids to which the seat may change its own."""
    return tuple(
        Offer(event, str(event.bid), short_pay(seen, event.bid), pays(seen, event.bid), event.bid)
        for event in events
        if isinstance(event, Bid) and event.seat == seen.seat and seen.bids[event.seat] is not None
    )


ASIDES: dict[str, type[SeatEvent]] = {
    "change": Bid,
    "dump": Dump,
    "bone": Bone,
    "mark": ZeroBuddy,
    "challenge": Challenge,
    "books": Books,
    "chit": Chit,
}
"""What may be said out of turn, by the name of the key's action."""


def aside_events(seen: Observation, name: str) -> tuple[SeatEvent, ...]:
    """What the seat may say now of one sort."""
    kind = ASIDES[name]
    events = tuple(event for event in seen.aside if isinstance(event, kind))
    if name == "change" and not events and seen.phase in (Phase.DRAW, Phase.DISCARD):
        events = tuple(event for event in seen.legal if isinstance(event, Bid))
    return events


def aside(seen: Observation, look: Wording, name: str) -> Question | None:
    """The question behind one of these keys; None if it is not available."""
    events = aside_events(seen, name)
    if not events:
        return None
    never_mind = (Offer(None, "Never mind"),)
    match name:
        case "change":
            question = (f"Your bid is {seen.bids[seen.seat or 0]}.",)
            return Question(question, (change_options(seen, events), never_mind), lead_in="Change it to:")
        case "dump":
            words = ("If you take no trick in this hand it counts as 0 off.",)
            return Question(("Declare a dump?",), ((Offer(events[0], "Declare it", explain=words), *never_mind),))
        case "bone":
            words = ("It is counted on the scoreboard; nothing changes in the game.",)
            return Question(
                ("Call your own last card a bonehead play?",), ((Offer(events[0], "Yes", explain=words), *never_mind),)
            )
        case "mark":
            words = ("The table hears the case when the game is over.",)
            options = tuple(Offer(f, look.name(getattr(f, "accused", None)), explain=words) for f in events)
            return Question(("Whose last card let the zero off?",), (options, never_mind))
        case "challenge":
            enforcement = seen.rules.enforcement
            told = ["You say that this player did not follow suit although he could."]
            if enforcement is not None and enforcement.wrong_costs:
                told.append(f"If you are wrong it costs you {enforcement.books} books.")
            options = tuple(Offer(f, look.name(getattr(f, "accused", None)), explain=tuple(told)) for f in events)
            return Question(("Who has reneged?",), (options, never_mind))
        case "books":
            options = tuple(_books_option(f, look) for f in events if isinstance(f, Books))
            return Question(("You have the right to take books.",), (options, never_mind))
        case _:
            options = tuple(
                Offer(f, look.name(f.tray) if f.tray is not None else "Nobody (the chit is lost)")
                for f in events
                if isinstance(f, Chit)
            )
            return Question(("You hold a tray-chit.", "Who is the tray person instead of you?"), (options,))


def _books_option(event: Books, look: Wording) -> Offer:
    name = look.name(event.accused)
    if not event.count:
        return Offer(event, f"None from {name}", explain=("Not in this hand; the right stays for a later one.",))
    return Offer(event, f"{event.count} from {name}", explain=(f"That many of {name}'s tricks are counted as yours.",))
