"""Every decision of every game as a question with its choices, made from the legal events alone."""

from collections.abc import Iterable, Mapping
from typing import TypeVar, assert_never

from msgspec import field

from spades_tui import cards
from spades_tui.game import events
from spades_tui.game.phase import Phase
from spades_tui.language.address import capitalized, does
from spades_tui.language.amounts import plural, signed
from spades_tui.language.quoting import either
from spades_tui.play.shown import Shown
from spades_tui.presentation import new_cards
from spades_tui.presentation.bid_pay import counted, helps_partner, pays, short_pay
from spades_tui.presentation.wording import Wording
from spades_tui.seats import Observation
from spades_tui.secrecy import Hidden, PartlyHidden

EventT = TypeVar("EventT", bound=events.SeatEvent)


class Offer(PartlyHidden, frozen=True):
    """One choice: its event, its label, and its explanation."""

    event: Hidden[events.SeatEvent | None]
    """None closes the question without doing anything."""
    label: str
    under: str = ""
    explain: tuple[str, ...] = ()
    number: int | None = None
    """Typing this number picks the choice."""


class Question(PartlyHidden, frozen=True):
    """A question with rows of choices, and notes to show above it."""

    sentences: tuple[str, ...]
    rows: tuple[tuple[Offer, ...], ...]
    notes: tuple[str, ...] = ()
    first: Hidden[events.SeatEvent | None] = None
    """The choice selected at first; None for a careful start, where Enter does nothing."""
    on_hand: bool = False
    """Whether the answer is a card of the hand; the rows hold the other choices."""
    choosable: Hidden[int] = 0
    """The cards of the hand that may be chosen, as a bit set; they are drawn higher."""
    sets: Hidden[Mapping[int, events.SeatEvent]] = field(default_factory=dict)
    """Before the first trick: the event for each set of cards that may be chosen. Most sets have one card."""
    short: str = ""
    """The question for a narrow window."""
    lead_in: str = ""
    """The words that introduce the choices below the question."""

    @property
    def offers(self) -> list[Offer]:
        """The choices of all rows."""
        return [offer for row in self.rows for offer in row]

    @property
    def question(self) -> str:
        """Return the whole question."""
        return " ".join((*self.sentences, self.lead_in)) if self.lead_in else " ".join(self.sentences)


NOT_REFUSED = "You can renege at this table."
"""A note for tables that accept a card that doesn't follow suit, and allow challenges (C-11)."""

ASKED = {
    Phase.DRAFT: "Keep a card from the stock, or throw it away.",
    Phase.BID: "It's your turn to bid.",
    Phase.DRAW: "You draw the extra card.",
    Phase.RAISE: "Raise your bid, or stand.",
    Phase.PASS: "Pass cards to your partner.",
    Phase.DISCARD: "Throw a card back.",
    Phase.PLAY: "It's your turn to play.",
    Phase.PLAYED: "You may take tricks for a renege.",
}
"""The task of the seat on turn in each phase, in words that everybody may see."""


def decide(seen: Observation, look: Wording, back: str = "u") -> Question:
    """Return the decision of the seat on turn; `back` is the key that undoes a choice."""
    match seen.phase:
        case Phase.DRAFT:
            return _draft(seen, look)
        case Phase.BID:
            return _bid(seen, look, back)
        case Phase.DRAW:
            return _draw(seen, look)
        case Phase.DISCARD:
            return _discard(seen, look)
        case Phase.RAISE:
            return _raise(seen)
        case Phase.PASS:
            return _pass(seen, look)
        case Phase.PLAY | Phase.PLAYED | Phase.DEAL | Phase.OVER:
            return _play(seen, look)
        case _:
            assert_never(seen.phase)


def _draft(seen: Observation, look: Wording) -> Question:
    labels = {True: "Keep it", False: "Throw it away"}
    row = tuple(
        Offer(event, labels[event.keep], explain=new_cards.draft_explanation(seen, look, event.keep))
        for event in _of_kind(events.Draft, seen.legal)
    )
    return Question((new_cards.draft_question(seen, look),), (row,))


def _of_kind(kind: type[EventT], possible: Iterable[events.SeatEvent]) -> list[EventT]:
    return [event for event in possible if isinstance(event, kind)]


def _bid(seen: Observation, look: Wording, back: str) -> Question:
    rows: list[tuple[Offer, ...]] = []
    looks, bids = _of_kind(events.Look, seen.legal), _of_kind(events.Bid, seen.legal)
    if looks:
        words: tuple[str, ...] = ("Once you look, you can't bid blind.",)
        if seen.rules.blind and seen.rules.blind.who == "side" and seen.rules.blind.bids == "any":
            words = ("Once you look, your side can't bid blind in this hand.",)
        if any(event.bid for event in bids):
            words = (*words, "The numbers are blind bids.")
        rows.append((Offer(looks[0], "Look at my cards", explain=words),))
    rows.append(tuple(_bid_option(seen, event) for event in bids))
    again = _of_kind(events.Redeal, seen.legal)
    if again:
        words = ("You have no spade, picture card or ace, so you may ask for a new deal.",)
        rows.append((Offer(again[0], "New deal", explain=words),))
    taken_back = f" {back} undoes it." if seen.rules.take_back else ""
    question: tuple[str, ...] = (_until(seen, look, back) or f"Your bid: how many tricks will you take?{taken_back}",)
    short = ""
    if seen.why_bids:  # why some bids are missing, and whether only one is left (C-14)
        question = tuple(f"{why.sentence} ({why.rule})." for why in seen.why_bids)
        short = question[-1]
        if len(bids) == 1 and len(question) > 1:
            question = (*question, "Only one bid is left.")
    if looks and not any(event.bid for event in bids):
        question = (f"Look at your cards, or bid {seen.rules.zero_word} blind?",)
    elif looks:
        question = ("Look at your cards, or bid blind?",)
    elif seen.must_bid_blind and seen.why_bids:
        question = ("Your partner bid blind.", *question)
    elif seen.must_bid_blind:
        question = ("Your partner bid blind, so you do too: how many tricks?",)
    elif again:
        question = ("Your bid, or a new deal?",)
    return Question(question, tuple(row for row in rows if row), notes(seen, look), short=short)


def _until(seen: Observation, look: Wording, key: str) -> str:
    """Return until when the bid can be changed (3B-5); "" if it can't."""
    place = seen.order.index(seen.seat) if seen.seat in seen.order else len(seen.order)
    if place + 1 >= len(seen.order) or seen.rules.change is None:
        return ""
    back = f"; {key} undoes it" if seen.rules.take_back else ""
    return f"Your bid. You can change it until {look.name(seen.order[place + 1])} bids{back}."


def _bid_option(seen: Observation, event: events.Bid) -> Offer:
    paid = seen.rules.zeros_pay or counted(seen, event.bid)
    words = [*pays(seen, event.bid, event.blind)] if paid else []
    if event.blind and words:
        words[0] = f"blind {seen.rules.bid_word(event.bid)} {words[0]}"
    total = seen.rules.side_total
    theirs = [seen.bids[s] for s in seen.rules.sides[seen.side or 0] if s != seen.seat]
    said = [bid for bid in theirs if bid or total]
    if seen.rules.partners:
        if None in theirs:
            alone = f"A {seen.rules.zero_word} scores separately"
            alone += "; if it fails, its tricks count for your partner." if helps_partner(seen) else "."
            counted_too = event.bid or total or not seen.rules.zeros_separate
            their_bids = "Your partner's bid is" if len(theirs) == 1 else "Your partners' bids are"
            words.append(f"{their_bids} added to yours." if counted_too else alone)
        elif total or (said and event.bid):
            added = [bid or 0 for bid in said] + [event.bid]
            words.append(f"Your side's bid will be {' + '.join(map(str, added))} = {sum(added)}.")
        elif event.bid and seen.rules.zeros_separate:
            words.append(f"Your partner's {seen.rules.zero_word} scores separately.")
        elif not event.bid and helps_partner(seen):
            words.append(f"If the {seen.rules.zero_word} fails, its tricks count for your partner.")
    if event.bid == 0 and seen.rules.zero_draw:
        words.append("If you bid zero, you draw the extra card and throw one back.")
    under = short_pay(seen, event.bid, event.blind) if len(words) > 1 else ""
    label = seen.rules.bid_word(event.bid)
    if event.blind and label != str(event.bid):
        label = f"Blind {label}"
    return Offer(event, label, under, tuple(words), event.bid)


def sitting_out(seen: Observation, look: Wording) -> list[str]:
    """Return a sentence for each player who sits out this hand (3B-1)."""
    idle = [seat for seat in range(seen.rules.seats) if seen.table and seat not in seen.table]
    return [f"{does(look.who(seat), 'sits')} out this hand." for seat in idle]


def notes(seen: Observation, look: Wording) -> tuple[str, ...]:
    """Return the public facts to know while bidding, one short sentence each."""
    rules = seen.rules
    if seen.phase == Phase.DRAFT:
        return new_cards.draft_notes(seen, look)
    if seen.phase == Phase.PASS and rules.exchange is not None:
        return (new_cards.ORDERS[rules.exchange.pass_order],)
    found = [f"{why.sentence} ({why.rule})." for why in seen.why_bids[:-1]] if seen.phase == Phase.BID else []
    total = sum(  # a side that has raised has a single number
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
    customs = [custom.bidding_note(seen.bids, seen.order) for custom in rules.customs]
    found += [sentence for sentence in customs if sentence]
    found += sitting_out(seen, look)
    last = new_cards.last_draft(seen, look)
    if last:
        found.insert(0, last)
    extra = rules.extra_hand(seen.standing)
    if extra is not None:
        found.insert(0, f"{extra}.")
    near = rules.near_loss(seen.standing)
    found += [f"{look.side_at_start(rules, side)}: one more set loses the game." for side in near]
    if rules.side_total is not None:
        found.append(f"A side must bid at least {rules.side_total.min} together.")
    return tuple(found)


def _draw(seen: Observation, look: Wording) -> Question:
    draws = _of_kind(events.Draw, seen.legal)
    if seen.rules.kitty is not None:
        said, means = new_cards.kitty_question(seen, look)
        takes = tuple(Offer(event, "Take the kitty", explain=(means,)) for event in draws)
        return Question((said,), (takes,))
    words = ("You take the extra card, then throw one card back, face down.",)
    row = tuple(Offer(event, "Draw the extra card", explain=words) for event in draws)
    why = "You bid zero" if seen.seat is not None and seen.bids[seen.seat] == 0 else "You're the highest bidder"
    changes = change_options(seen, seen.legal)
    if changes:
        return Question((f"{why}: draw the extra card, or change your bid?",), (row, changes))
    return Question((f"{why}: you draw the extra card.",), (row,))


def _discard(seen: Observation, look: Wording) -> Question:
    words = new_cards.discard_question(seen, look)
    throws = {1 << event.card: event for event in _of_kind(events.Discard, seen.legal)}
    return Question(words, (), on_hand=True, choosable=seen.own or 0, sets=throws)


def _pass(seen: Observation, look: Wording) -> Question:
    passes = {event.cards: event for event in _of_kind(events.Pass, seen.legal)}
    count = max(cards.bit_count() for cards in passes)
    words, short = new_cards.pass_question(seen, look, count), new_cards.short_pass_question(seen, count)
    return Question(words, (), on_hand=True, choosable=seen.own or 0, sets=passes, short=short)


def _raise(seen: Observation) -> Question:
    whose, bid = "your bid", seen.bids[seen.seat or 0]
    if seen.rules.side_raises:
        whose, bid = "your side's bid", seen.contracts[seen.side or 0]
    keeps = (f"Keep {whose} of {bid}.",)
    stands = tuple(Offer(event, "Stand", explain=keeps) for event in _of_kind(events.Stand, seen.legal))
    promises = tuple(_promise_option(seen, event) for event in _of_kind(events.Promise, seen.legal))
    raises = tuple(_raise_option(seen, event) for event in _of_kind(events.Raise, seen.legal))
    rows = tuple(row for row in ((*stands, *promises), raises) if row)
    choices = [words for words, there in (("stand", stands), ("raise", raises), ("promise", promises)) if there]
    question = (f"{capitalized(whose)} is {bid}.", f"{either(choices).capitalize()}?")
    return Question(question, rows)


def _raise_option(seen: Observation, event: events.Raise) -> Offer:
    own, words = event.bid, "Then everybody may raise again."
    if seen.rules.side_raises:
        own -= counted(seen, 0)  # the seat's own part
        words = f"Your side must then take {plural(event.bid, 'trick')} together. {words}"
    return Offer(event, str(event.bid), short_pay(seen, own), (*pays(seen, own), words), event.bid)


def _promise_option(seen: Observation, event: events.Promise) -> Offer:
    tricks, pay = event.tricks, seen.rules.promise(event.tricks)
    name = next((part.name for part in seen.rules.promises if part.tricks == tricks), f"First {tricks}")
    unit = seen.rules.points_unit
    paid = f": kept {signed(pay.won, unit)}, broken {signed(pay.lost, unit)}" if pay else ""
    return Offer(event, name, explain=(f"You promise the first {tricks} tricks, on top of your bid{paid}.",))


def duty(seen: Observation, able: int) -> str:
    """Return what to play to a trick, ``follow clubs``, if only the cards `able` (a bit set) may be played."""
    assert seen.led is not None
    suit, own = cards.SUIT_NAMES[seen.led], seen.own or 0
    of_led, spades = seen.rules.cards.suit_masks[seen.led], seen.rules.cards.suit_masks[cards.SPADES]
    if able & of_led:
        return f"follow {suit}" + (" and beat the trick" if able != own & of_led else "")
    if able == own:
        card = "any card"
    elif able & spades:
        card = "a spade" if able == own & spades else "a spade that beats the trick"
    else:
        card = "any card but a spade"
    return f"you have no {suit}, so play {card}"


def _play(seen: Observation, look: Wording) -> Question:
    playable = cards.hand_of(event.card for event in _of_kind(events.Play, seen.legal))
    if not seen.trick:
        words = ["Your turn: lead a card."]
    elif seen.led is not None:
        words = [f"Your turn: {duty(seen, playable & seen.follows)}."]
        if playable & ~seen.follows:
            words = [f"Your turn: {cards.SUIT_NAMES[seen.led]} led.", NOT_REFUSED]
    words += [f"{look.face(card)} is a spade." for card in look.odd_trumps if (seen.own or 0) >> card & 1]
    # a renege can be played, but isn't drawn as playable (C-11)
    return Question(tuple(words), (), on_hand=True, choosable=playable & seen.follows)


def ace_calls(
    seen: Observation, look: Wording, card: int, suggested: events.SeatEvent | None = None
) -> Question | None:
    """Return the question whether an ace is high or low (3B-3), or None if the card plays only one way.

    A suggested call is selected at first.
    """
    plays = [event for event in _of_kind(events.Play, seen.legal) if event.card == card]
    if len(plays) < 2:
        return None
    words = {"high": "It beats every other card of its suit.", "low": "It ranks below the two of its suit."}
    options = tuple(
        Offer(event, str(event.ace).capitalize(), explain=(words.get(str(event.ace), ""),)) for event in plays
    )
    first = suggested if suggested in plays else None
    return Question((f"{look.face(card)}: high or low?",), (options, (Offer(None, "Another card"),)), first=first)


def change_options(seen: Observation, possible: Iterable[events.SeatEvent]) -> tuple[Offer, ...]:
    """Return the bids the seat may change its own to."""
    return tuple(
        Offer(event, str(event.bid), short_pay(seen, event.bid), pays(seen, event.bid), event.bid)
        for event in _of_kind(events.Bid, possible)
        if event.seat == seen.seat and seen.bids[event.seat] is not None
    )


ASIDES = {kind.word: kind for kind in events.ASIDE_EVENTS if kind.word}
"""The events a player may make out of turn, by their word."""


def aside_events(seen: Observation, name: str) -> tuple[events.AsideEvent, ...]:
    """Return the out-of-turn events of one kind that the seat may make now."""
    possible: list[events.AsideEvent] = []
    possible += _of_kind(ASIDES[name], seen.aside)
    if name == "change" and not possible and seen.phase in (Phase.DRAW, Phase.DISCARD):
        possible += _of_kind(events.Bid, seen.legal)
    return tuple(possible)


def claim(seen: Observation, seat: int) -> Question:
    """Return the question that is asked once more before a seat claims the remaining tricks (C-12)."""
    left = seen.rules.tricks - len(seen.tricks)
    words = (
        "The claim is accepted only if you can't lose a trick, however the others play.",
        "A refused claim shows no cards, but you can't claim again in this hand.",
    )
    offer = Offer(events.Claim(seat, left), f"Claim {left}" if left > 1 else "Claim it", explain=words)
    return Question(("Claim all the remaining tricks?",), ((offer, Offer(None, "Play on")),))


def aside(seen: Observation, look: Wording, name: str) -> Question | None:
    """Return the question behind one of these keys; None if it isn't available now."""
    possible = aside_events(seen, name)
    if not possible:
        return None
    never_mind = (Offer(None, "Never mind"),)
    if name == "change":
        question = (f"Your bid is {seen.bids[seen.seat or 0]}.",)
        return Question(question, (change_options(seen, possible), never_mind), lead_in="Change it to:")
    kind, offers = ASIDES[name], []
    for event in possible:
        label, explanation = event.choice(seen.rules, look.names)
        offers.append(Offer(event, label, explain=explanation))
    rows: tuple[tuple[Offer, ...], ...] = (tuple(offers), never_mind)
    if kind.yes_or_no:
        rows = ((*offers, *never_mind),)
    elif kind.compulsory:
        rows = (tuple(offers),)
    return Question(kind.question, rows)


def only_card(shown: Shown) -> events.Play | None:
    """Return the only play of the viewer on turn; None if they could do anything else now.

    An ace that may be called high or low counts as two plays. An announcement is about the last card, so playing on
    would lose it. A claim can be made a trick later. A slip can be undone while the card is announced, and at a
    practice table at any time.
    """
    seen = shown.seen
    if seen.phase != Phase.PLAY or seen.on_turn is None or seen.on_turn != seen.seat:
        return None
    if len(seen.legal) != 1 or seen.aside or (shown.may_take_back and seen.rules.practises):
        return None
    play = seen.legal[0]
    return play if isinstance(play, events.Play) else None


def curtain_words(theirs: Observation, *, cut: bool = False) -> tuple[str, ...]:
    """Return what the player named on the curtain has to do, without anything only they may see.

    `cut`: the deck has been cut, so that the dealer chooses the extra card.
    """
    if theirs.phase == Phase.DEAL:
        return ("You deal, and you can choose the extra card." if cut else "It's your turn to cut the deck.",)
    if theirs.phase == Phase.BID and theirs.may_choose_blind:
        return ("It's your turn to bid.", "You haven't seen your cards, so you can still bid blind.")
    if theirs.phase == Phase.DRAW and theirs.rules.kitty is not None:
        return ("You take the kitty.",)
    return (ASKED.get(theirs.phase, "It's your turn."),)
