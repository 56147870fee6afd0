"""Every decision of every game as a question with its choices, made from the legal events alone."""

from collections.abc import Iterable, Mapping
from typing import assert_never

from msgspec import field

from spades_tui import cards
from spades_tui.game import events
from spades_tui.game.phase import Phase, Refusal
from spades_tui.language.quoting import either
from spades_tui.language.sentence_parts import by_count, capitalized, does, plural, signed
from spades_tui.play.shown import Shown
from spades_tui.presentation import new_cards
from spades_tui.presentation.bid_pay import counted, helps_partner, pays, short_pay
from spades_tui.presentation.wording import Wording
from spades_tui.seats import Observation
from spades_tui.secrecy import Hidden, PartlyHidden


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
    """Before the first trick: the event for each set of cards that may be chosen.

    Most sets have one card.
    """
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
        if not self.lead_in:
            return " ".join(self.sentences)
        return " ".join((*self.sentences, self.lead_in))


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
DRAWING = "You take the extra card, then throw one card back, face down."


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
    row = []
    for event in seen.choices(events.Draft):
        explain = new_cards.draft_explanation(seen, look, event.keep)
        row.append(Offer(event, labels[event.keep], explain=explain))
    return Question((new_cards.draft_question(seen, look),), (tuple(row),))


def _with_offers(*rows: Iterable[Offer]) -> tuple[tuple[Offer, ...], ...]:
    """Return the rows that have an offer."""
    return tuple(filter(None, map(tuple, rows)))


def _bid(seen: Observation, look: Wording, back: str) -> Question:
    looks = [_look_option(seen, event) for event in seen.choices(events.Look)]
    bids = [_bid_option(seen, event) for event in seen.choices(events.Bid)]
    poor = ("You have no spade, picture card or ace, so you may ask for a new deal.",)
    redeals = seen.choices(events.Redeal)
    new_deals = [Offer(event, "New deal", explain=poor) for event in redeals]
    if looks:
        question = _look_or_bid(seen)
    elif seen.must_bid_blind and seen.why_bids:
        question = ("Your partner bid blind.", *_bids_left(seen, bids))
    elif seen.must_bid_blind:
        question = ("Your partner bid blind, so you do too: how many tricks?",)
    elif new_deals:
        question = ("Your bid, or a new deal?",)
    elif seen.why_bids:
        question = _bids_left(seen, bids)
    else:
        question = (_until(seen, look, back),)
    short = _cited(seen.why_bids[-1]) if seen.why_bids else ""
    return Question(question, _with_offers(looks, bids, new_deals), notes(seen, look), short=short)


def _look_option(seen: Observation, event: events.Look) -> Offer:
    words = ["Once you look, you can't bid blind."]
    blind = seen.rules.blind
    if blind and blind.who == "side" and blind.bids == "any":
        words = ["Once you look, your side can't bid blind in this hand."]
    if _may_bid_number(seen):
        words.append("The numbers are blind bids.")
    return Offer(event, "Look at my cards", explain=tuple(words))


def _may_bid_number(seen: Observation) -> bool:
    """Return whether another bid than zero is legal."""
    return any(event.bid for event in seen.choices(events.Bid))


def _look_or_bid(seen: Observation) -> tuple[str, ...]:
    if _may_bid_number(seen):
        return ("Look at your cards, or bid blind?",)
    return (f"Look at your cards, or bid {seen.rules.zero_word} blind?",)


def _bids_left(seen: Observation, bids: list[Offer]) -> tuple[str, ...]:
    """Return why some bids are missing, and whether only one is left (C-14)."""
    reasons = tuple(map(_cited, seen.why_bids))
    if len(bids) == 1 and len(reasons) > 1:
        return (*reasons, "Only one bid is left.")
    return reasons


def _cited(why: Refusal) -> str:
    return f"{why.sentence} ({why.rule})."


def _until(seen: Observation, look: Wording, key: str) -> str:
    """Return the question for a bid, and until when the bid can be changed (3B-5)."""
    undo = f"{key} undoes it" if seen.rules.take_back else ""
    later = seen.order[seen.order.index(seen.seat) + 1 :] if seen.seat in seen.order else ()
    if later and seen.rules.change is not None:
        back = undo and f"; {undo}"
        return f"Your bid. You can change it until {look.name(later[0])} bids{back}."
    back = undo and f" {undo}."
    return f"Your bid: how many tricks will you take?{back}"


def _bid_option(seen: Observation, event: events.Bid) -> Offer:
    rules = seen.rules
    label = rules.bid_word(event.bid)
    words: list[str] = []
    if rules.zeros_pay or counted(seen, event.bid):
        words += pays(seen, event.bid, event.blind)
    if event.blind and words:
        words[0] = f"blind {label} {words[0]}"
    beside = _beside_partner(seen, event.bid) if rules.partners else ""
    if beside:
        words.append(beside)
    if event.bid == 0 and rules.zero_draw:
        words.append("If you bid zero, you draw the extra card and throw one back.")
    under = ""
    if len(words) > 1:
        under = short_pay(seen, event.bid, event.blind)
    if event.blind and label != str(event.bid):
        label = f"Blind {label}"
    return Offer(event, label, under, tuple(words), event.bid)


def _beside_partner(seen: Observation, bid: int) -> str:
    """Return what a bid means beside the partner's; "" if nothing."""
    rules = seen.rules
    partners = [seat for seat in rules.sides[seen.side or 0] if seat != seen.seat]
    theirs = [seen.bids[seat] for seat in partners]
    if None in theirs and not bid and not rules.side_total and rules.zeros_separate:
        fails = "; if it fails, its tricks count for your partner" if helps_partner(seen) else ""
        return f"A {rules.zero_word} scores separately{fails}."
    if None in theirs:
        added = by_count(len(theirs), "Your partner's bid is", "Your partners' bids are")
        return f"{added} added to yours."
    terms = [number or 0 for number in theirs if number or rules.side_total]
    if rules.side_total or (terms and bid):
        terms.append(bid)
        return f"Your side's bid will be {' + '.join(map(str, terms))} = {sum(terms)}."
    if bid and rules.zeros_separate:
        return f"Your partner's {rules.zero_word} scores separately."
    if not bid and helps_partner(seen):
        return f"If the {rules.zero_word} fails, its tricks count for your partner."
    return ""


def sitting_out(seen: Observation, look: Wording) -> list[str]:
    """Return a sentence for each player who sits out this hand (3B-1)."""
    if not seen.table:
        return []
    idle = [seat for seat in range(seen.rules.seats) if seat not in seen.table]
    return [f"{does(look.who(seat), 'sits')} out this hand." for seat in idle]


def notes(seen: Observation, look: Wording) -> tuple[str, ...]:
    """Return the public facts to know while bidding, one short sentence each."""
    rules = seen.rules
    if seen.phase == Phase.DRAFT:
        return new_cards.draft_notes(seen, look)
    if seen.phase == Phase.PASS and rules.exchange is not None:
        return (new_cards.ORDERS[rules.exchange.pass_order],)
    facts = []
    extra = rules.extra_hand(seen.standing)
    if extra is not None:
        facts.append(f"{extra}.")
    facts.append(new_cards.last_draft(seen, look))
    if seen.phase == Phase.BID:
        facts += map(_cited, seen.why_bids[:-1])
    facts += [_tricks_bid(seen), _zero_value(seen)]
    facts += sitting_out(seen, look)
    for custom in rules.customs:
        facts.append(custom.bidding_note(seen.bids, seen.order))
    for side in rules.near_loss(seen.standing):
        facts.append(f"{look.side_at_start(rules, side)}: one more set loses the game.")
    if rules.side_total is not None:
        facts.append(f"A side must bid at least {rules.side_total.min} together.")
    return tuple(filter(None, facts))


def _tricks_bid(seen: Observation) -> str:
    """Return how many tricks the table has bid, of how many."""
    if set(seen.bids) == {None}:
        return f"There are {seen.rules.tricks} tricks."
    total = sum(contract or 0 for contract in seen.contracts)
    return f"{total} of {plural(seen.rules.tricks, 'trick')} bid."


def _zero_value(seen: Observation) -> str:
    value, start = seen.zero_value, seen.rules.zero_start
    if value is None:
        return ""
    if value <= start:
        return f"A zero pays {value} now."
    return f"A zero pays {value} now ({start} + {value - start} collected)."


def _draw(seen: Observation, look: Wording) -> Question:
    label, meaning = "Draw the extra card", DRAWING
    if seen.rules.kitty is not None:
        label = "Take the kitty"
        question, meaning = new_cards.kitty_question(seen, look)
    draws = seen.choices(events.Draw)
    row = tuple(Offer(event, label, explain=(meaning,)) for event in draws)
    if seen.rules.kitty is not None:
        return Question((question,), (row,))
    why = "You're the highest bidder"
    if seen.seat is not None and seen.bids[seen.seat] == 0:
        why = "You bid zero"
    changes = change_options(seen, seen.legal)
    if changes:
        return Question((f"{why}: draw the extra card, or change your bid?",), (row, changes))
    return Question((f"{why}: you draw the extra card.",), (row,))


def _discard(seen: Observation, look: Wording) -> Question:
    words = new_cards.discard_question(seen, look)
    throws = {1 << event.card: event for event in seen.choices(events.Discard)}
    return Question(words, (), on_hand=True, choosable=seen.own or 0, sets=throws)


def _pass(seen: Observation, look: Wording) -> Question:
    passes = {event.cards: event for event in seen.choices(events.Pass)}
    count = max(map(int.bit_count, passes))
    words = new_cards.pass_question(seen, look, count)
    short = new_cards.short_pass_question(seen, count)
    return Question(words, (), on_hand=True, choosable=seen.own or 0, sets=passes, short=short)


def _raise(seen: Observation) -> Question:
    whose, bid = "your bid", seen.bids[seen.seat or 0]
    if seen.rules.side_raises:
        whose, bid = "your side's bid", seen.contracts[seen.side or 0]
    keeps = (f"Keep {whose} of {bid}.",)
    stands = [Offer(event, "Stand", explain=keeps) for event in seen.choices(events.Stand)]
    raises = [_raise_option(seen, event) for event in seen.choices(events.Raise)]
    promises = [_promise_option(seen, event) for event in seen.choices(events.Promise)]
    offers = {"stand": stands, "raise": raises, "promise": promises}
    verbs = [verb for verb in offers if offers[verb]]
    question = (f"{capitalized(whose)} is {bid}.", f"{either(verbs).capitalize()}?")
    return Question(question, _with_offers([*stands, *promises], raises))


def _raise_option(seen: Observation, event: events.Raise) -> Offer:
    own, words = event.bid, "Then everybody may raise again."
    if seen.rules.side_raises:
        own -= counted(seen, 0)  # the seat's own part
        words = f"Your side must then take {plural(event.bid, 'trick')} together. {words}"
    return Offer(event, str(event.bid), short_pay(seen, own), (*pays(seen, own), words), event.bid)


def _promise_option(seen: Observation, event: events.Promise) -> Offer:
    rules, tricks = seen.rules, event.tricks
    names = {part.tricks: part.name for part in reversed(rules.promises)}
    pay, unit = rules.promise(tricks), rules.points_unit
    paid = ""
    if pay:
        paid = f": kept {signed(pay.won, unit)}, broken {signed(pay.lost, unit)}"
    words = f"You promise the first {tricks} tricks, on top of your bid{paid}."
    return Offer(event, names.get(tricks, f"First {tricks}"), explain=(words,))


def duty(seen: Observation, able: int) -> str:
    """Return what to play to a trick, ``follow clubs``, if only `able` may be played.

    `able`: cards as a bit set.
    """
    assert seen.led is not None
    suit, own = cards.SUIT_NAMES[seen.led], seen.own or 0
    suit_masks = seen.rules.cards.suit_masks
    of_led, spades = suit_masks[seen.led], suit_masks[cards.SPADES]
    if able & of_led and able == own & of_led:
        return f"follow {suit}"
    if able & of_led:
        return f"follow {suit} and beat the trick"
    if able == own:
        card = "any card"
    elif able & spades and able == own & spades:
        card = "a spade"
    elif able & spades:
        card = "a spade that beats the trick"
    else:
        card = "any card but a spade"
    return f"you have no {suit}, so play {card}"


def _play(seen: Observation, look: Wording) -> Question:
    playable = cards.hand_of(event.card for event in seen.choices(events.Play))
    if not seen.trick:
        words = ["Your turn: lead a card."]
    elif seen.led is not None:
        words = [f"Your turn: {duty(seen, playable & seen.follows)}."]
        if playable & ~seen.follows:
            words = [f"Your turn: {cards.SUIT_NAMES[seen.led]} led.", NOT_REFUSED]
    for card in look.odd_trumps:
        if (seen.own or 0) >> card & 1:
            words.append(f"{look.face(card)} is a spade.")
    # a renege can be played, but isn't drawn as playable (C-11)
    return Question(tuple(words), (), on_hand=True, choosable=playable & seen.follows)


def ace_calls(
    seen: Observation, look: Wording, card: int, suggested: events.SeatEvent | None = None
) -> Question | None:
    """Return the question whether an ace is high or low (3B-3).

    Return None if the card plays only one way. A suggested call is selected at first.
    """
    plays = [event for event in seen.choices(events.Play) if event.card == card]
    if len(plays) < 2:
        return None
    row = []
    for event in plays:
        explain = "It beats every other card of its suit."
        if event.ace == "low":
            explain = "It ranks below the two of its suit."
        row.append(Offer(event, str(event.ace).capitalize(), explain=(explain,)))
    first = suggested if suggested in plays else None
    rows = (tuple(row), (Offer(None, "Another card"),))
    return Question((f"{look.face(card)}: high or low?",), rows, first=first)


def change_options(seen: Observation, possible: Iterable[events.SeatEvent]) -> tuple[Offer, ...]:
    """Return the bids the seat may change its own to."""
    if seen.seat is None or seen.bids[seen.seat] is None:
        return ()
    options = []
    for event in possible:
        if isinstance(event, events.Bid) and event.seat == seen.seat:
            pay = short_pay(seen, event.bid)
            options.append(Offer(event, str(event.bid), pay, pays(seen, event.bid), event.bid))
    return tuple(options)


ASIDES = {kind.word: kind for kind in events.ASIDE_EVENTS if kind.word}
"""The events a player may make out of turn, by their word."""


def aside_events(seen: Observation, name: str) -> tuple[events.AsideEvent, ...]:
    """Return the out-of-turn events of one kind that the seat may make now."""
    possible = [event for event in seen.aside if isinstance(event, ASIDES[name])]
    if name == "change" and not possible and seen.phase in (Phase.DRAW, Phase.DISCARD):
        possible += seen.choices(events.Bid)
    return tuple(possible)


def claim(seen: Observation, seat: int) -> Question:
    """Return the question that is asked before a seat claims the remaining tricks (C-12)."""
    left = seen.rules.tricks - len(seen.tricks)
    words = (
        "The claim is accepted only if you can't lose a trick, however the others play.",
        "A refused claim shows no cards, but you can't claim again in this hand.",
    )
    label = f"Claim {left}" if left > 1 else "Claim it"
    offer = Offer(events.Claim(seat, left), label, explain=words)
    return Question(("Claim all the remaining tricks?",), ((offer, Offer(None, "Play on")),))


def aside(seen: Observation, look: Wording, name: str) -> Question | None:
    """Return the question behind one of these keys; None if it isn't available now."""
    possible = aside_events(seen, name)
    if not possible:
        return None
    never_mind = (Offer(None, "Never mind"),)
    if name == "change":
        question = (f"Your bid is {seen.bids[seen.seat or 0]}.",)
        changes = change_options(seen, possible)
        return Question(question, (changes, never_mind), lead_in="Change it to:")
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

    An ace that may be called high or low counts as two plays. An announcement is about the last
    card, so playing on would lose it. A claim can be made a trick later. A slip can be undone
    while the card is announced, and at a practice table at any time.
    """
    seen = shown.seen
    if seen.phase != Phase.PLAY or seen.on_turn is None or seen.on_turn != seen.seat:
        return None
    if len(seen.legal) != 1 or seen.aside or (shown.may_take_back and seen.rules.practises):
        return None
    play = seen.legal[0]
    if not isinstance(play, events.Play):
        return None
    return play


def curtain_words(theirs: Observation, *, cut: bool = False) -> tuple[str, ...]:
    """Return what the player named on the curtain has to do, without anything only they may see.

    `cut`: the deck has been cut, so that the dealer chooses the extra card.
    """
    if theirs.phase == Phase.DEAL and cut:
        return ("You deal, and you can choose the extra card.",)
    if theirs.phase == Phase.DEAL:
        return ("It's your turn to cut the deck.",)
    if theirs.phase == Phase.BID and theirs.may_choose_blind:
        return (ASKED[Phase.BID], "You haven't seen your cards, so you can still bid blind.")
    if theirs.phase == Phase.DRAW and theirs.rules.kitty is not None:
        return ("You take the kitty.",)
    return (ASKED.get(theirs.phase, "It's your turn."),)
