"""A guest's own check of the deals: what the host proves after a hand must fit what this program saw and sent (C-3).

The program remembers the seal that was shown before the cut, the cut that it sent, its own cards, and every card that
was played. It believes the host about somebody else's cut: only that player's program can object to it.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import chain, islice, pairwise
from operator import or_

from spades_tui import fair
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.findings import HandScore
from spades_tui.game.sequence import cutter
from spades_tui.game.trick import winning
from spades_tui.hosting.deal_memory import DealMemory, MemoryFile, fingerprint
from spades_tui.hosting.messages import CutMessage, Decide, Designate, FromGuest, TableUpdate
from spades_tui.language.sentence_parts import whose
from spades_tui.play.deal_secrets import cards_dealt
from spades_tui.play.shown import CutOffered, DealProof, GameEnded
from spades_tui.record.open_hands import OpenHand
from spades_tui.rules.ruleset import Ruleset
from spades_tui.system.output import printable

LATE = "You came after the deal, so this deal can't be checked."
BEFORE_PLAY = ("deal", "look", "bid", "stand", "raise")
"""The events after which a seat that sees its cards has those that it was dealt, unless it has drawn or passed some."""


class DealCheck:
    """Checks the deals of one table. Call `sent` with what this program sends, and `take` with each moment in order."""

    def __init__(self, seat: int | None, first: TableUpdate, file: MemoryFile | None = None) -> None:
        """Begin with the table as it is; `file` keeps what must survive the end of this program."""
        self._seat, self._file = seat, file
        self._game = fingerprint(seat, first)
        self._rules, self._names = first.shown.public.rules, first.shown.names
        self._first_dealer = self._dealer_before_all(first)
        self._scores = first.shown.scores
        self._bids: tuple[int | None, ...] = ()
        """The bids as they were last shown."""
        self._played: list[int] = []
        """The cards that each seat was seen to play in this hand, as bit sets."""
        self._drafted: tuple[tuple[int, bool], ...] = ()
        """The decisions of the draft: the seat, and whether it kept the first card (TW-1)."""
        self._decided: SeatEvent | None = None
        """This player's decision, until its moment comes."""
        self._judged = _hand_number(first) - 1
        """The number of the last hand about whose deal something was said."""
        self._memory = DealMemory(self._game, 0)
        known = file.load() if file is not None else None
        self._restored = known is not None and known.game == self._game
        """Whether an earlier run of this program knew the deal."""
        if known is not None and self._restored and known.hand == _hand_number(first):
            self._memory = known
        if isinstance(first.next, CutOffered) and first.what == "cut" and self._memory.seal is None:
            return  # the seal of this deal was shown too late
        self._note(first)

    # What happens

    def sent(self, message: FromGuest) -> None:
        """Note a message to the table before it goes."""
        if isinstance(message, CutMessage):
            self._memory.cut = message
            self._keep()
        elif isinstance(message, Designate):
            self._memory.place = message
            self._keep()
        elif isinstance(message, Decide):
            self._decided = message.event

    def take(self, moment: TableUpdate) -> list[str]:
        """Note a moment. Return sentences: about its deal after a hand, and about all that doesn't fit, at once."""
        said = list(islice(self._changes(moment), 1))
        number = self._memory.hand
        over = moment.what == "score" or isinstance(moment.next, GameEnded)
        if self._judged < number and (over or _hand_number(moment) > number):
            self._judged = number
            said.append(self._verdict(moment))
        said += self._note(moment)
        return said

    def _keep(self) -> None:
        if self._file is not None:
            self._file.store(self._memory)

    def _note(self, moment: TableUpdate) -> list[str]:
        """Remember what a moment shows of the deal. Return an objection to a seal that isn't the one shown before."""
        public, memory = moment.shown.public, self._memory
        offer = moment.next if isinstance(moment.next, CutOffered) else None
        if offer is not None:
            return self._note_seal(offer, moment)
        if isinstance(moment.next, GameEnded):
            return []
        if public.hand_number != memory.hand:  # the deal was before this program came
            self._memory = memory = DealMemory(self._game, public.hand_number)
        seen = moment.shown.seen
        new = not memory.dealt or (not memory.own and bool(seen.own))
        if not memory.dealt or not self._played:
            self._played, self._drafted = [0] * len(self._names), ()
        memory.dealt = True
        if not memory.own and moment.what in BEFORE_PLAY and not (seen.drawn or seen.thrown or seen.passed):
            memory.own = seen.own or 0
        for one in chain(*public.tricks, public.trick):
            self._played[one.seat] |= 1 << one.card
        self._bids = public.bids
        if public.draft is not None:
            self._drafted = public.draft.decided
        if new:
            self._keep()
        return []

    def _note_seal(self, offer: CutOffered, moment: TableUpdate) -> list[str]:
        memory, number = self._memory, _hand_number(moment)
        thrown_in = any(entry.kind == "redeal" for entry in moment.shown.entries)
        again = memory.dealt or (thrown_in and not memory.thrown_in)
        if memory.hand == number and memory.seal is not None and not again:
            if memory.seal == offer.commitment:
                return []
            return [f"Hand {number}: the seal was changed before the deal. The cards may have been chosen."]
        right = cutter(self._rules, moment.shown.next_dealer)
        person = right if right in moment.shown.people and offer.human else None
        self._memory = DealMemory(
            self._game, number, offer.commitment, person, offer.may_designate, thrown_in=thrown_in
        )
        self._keep()
        if memory.hand == number and again and self._rules.of_hand(number).new_deal is None:
            return [f"Hand {number}: the cards are dealt again, though no rule of this game allows it."]
        return []

    # What must stay the same

    def _dealer_before_all(self, moment: TableUpdate) -> int:
        """Return the dealer of the first hand, as a moment implies it (C-2)."""
        return (moment.shown.next_dealer - moment.shown.public.standing.hands) % len(moment.shown.names)

    def _changes(self, moment: TableUpdate) -> Iterator[str]:
        """Yield what isn't as it was, or as this program knows it to be."""
        shown, public = moment.shown, moment.shown.public
        if fingerprint(self._seat, moment) != self._game or shown.seen.seat != self._seat:
            yield "The table has changed the rules, the names or the seats during the game."
        if self._dealer_before_all(moment) != self._first_dealer:
            yield "The deal doesn't pass to the left as it should: the table has changed the dealer."
        if shown.scores[: len(self._scores)] != self._scores:
            yield "The table has changed the score of an earlier hand."
        self._scores = shown.scores
        for trick, winner in zip(public.tricks, public.winners, strict=False):
            if winning(public.rules.cards, trick) != winner:
                yield f"The table gives a trick to {self._names[winner]} that isn't theirs."
        for finding in moment.findings:
            if isinstance(finding, HandScore):
                for scored, made in zip(finding.bids, self._bids, strict=False):
                    if None not in (scored, made) and scored != made:
                        yield f"Hand {finding.hand} is scored with bids that nobody made."
        yield from self._other_decision(moment)

    def _other_decision(self, moment: TableUpdate) -> Iterator[str]:
        """Yield an objection if the table shows another bid or card than this player chose."""
        event, seat = self._decided, self._seat
        if event is None or seat is None or moment.seat != seat or moment.what != event.event_name():
            return
        self._decided, public = None, moment.shown.public
        if isinstance(event, Bid) and (public.bids[seat], public.blind[seat]) != (event.bid, event.blind):
            yield f"This bid isn't yours: you bid {event.bid}, and the table shows {public.bids[seat]}."
        if isinstance(event, Play):
            cards = [one.card for one in chain(*public.tricks, public.trick) if one.seat == seat]
            if cards[-1:] != [event.card]:
                yield "This card isn't the one that you played."

    # The proof

    def _verdict(self, moment: TableUpdate) -> str:
        """Return what the proof of the scored hand shows."""
        memory, proof, hand = self._memory, moment.shown.proof, moment.opened
        number = f"Hand {memory.hand}"
        if memory.seal is None:
            if proof is None or proof.cut_seat is None or proof.cut_seat != self._seat:
                return LATE
            return f"{LATE} The table says that {self._claimed_cut(proof)}."
        if hand is None or proof is None:
            return f"{number}: the table shows no proof of the deal, so it may have been chosen."
        wrong = self._wrong_seal(proof, hand) or self._wrong_cut(proof, hand) or self._wrong_cards(proof, hand)
        if wrong:
            return f"{number}: {wrong}"
        if proof.cut_seat is None:
            return f"{number} checked: its cards weren't changed after the seal. Nobody cut."
        if proof.cut_seat == self._seat:
            return f"{number} checked: it fits the seal and your cut."
        name = self._names[proof.cut_seat]
        return f"{number} checked: it fits the seal and {whose(name)} cut, {proof.depth} deep."

    def _claimed_cut(self, proof: DealProof) -> str:
        """Return who cut and how, as the table says."""
        if proof.cut_seat is None:
            return "nobody cut"
        who = "you" if proof.cut_seat == self._seat else self._names[proof.cut_seat]
        return f"{who} {_cut_words(proof.depth, proof.word)}"

    def _wrong_seal(self, proof: DealProof, hand: OpenHand) -> str:
        """Return why the secret can't be the one of the seal; "" if it can."""
        if hand.number != self._memory.hand:
            return f"the table shows the proof of hand {hand.number}: the deal wasn't fair."
        if proof.version != fair.VERSION:
            return "the proof has another version than this program's: the deal wasn't fair."
        try:
            opened = fair.commitment(bytes.fromhex(proof.secret), proof.version)
        except ValueError:
            opened = ""
        if not opened == proof.commitment == self._memory.seal:
            return "the secret doesn't open the seal that was shown before the cut: the deal wasn't fair."
        return ""

    def _wrong_cut(self, proof: DealProof, hand: OpenHand) -> str:
        """Return why this can't be the cut; "" if it can."""
        memory = self._memory
        said = (proof.cut_seat, proof.depth, proof.word)
        if memory.cutter is not None and memory.cutter == self._seat:
            mine = memory.cut or CutMessage(None)
            sent = (None, 0, "") if mine.depth is None else (self._seat, mine.depth, mine.word)
            if said != sent:
                yours = _cut_words(mine.depth, mine.word)
                lost = self._restored and proof.cut_seat is None
                hint = " Yours may have been lost with your connection." if lost else ""
                claimed = self._claimed_cut(proof)
                return f"This cut isn't yours: you {yours}, and the table says that {claimed}.{hint}"
        if hand.dealer != (self._first_dealer + hand.number - 1) % len(self._names):
            return "the table shows another dealer: the deal wasn't fair."
        if proof.cut_seat is None:
            return "" if said == (None, 0, "") else "nobody cut, but the deck was cut: the deal wasn't fair."
        rules = self._rules.of_hand(hand.number)
        if proof.cut_seat != memory.cutter or proof.cut_seat != cutter(rules, hand.dealer):
            return "the deck was cut by somebody who couldn't cut it: the deal wasn't fair."
        possible = 0 <= proof.depth < len(rules.cards.pack) and (not proof.word or fair.is_word(proof.word))
        return "" if possible else "nobody can cut a deck like that: the deal wasn't fair."

    def _wrong_cards(self, proof: DealProof, hand: OpenHand) -> str:
        """Return why these can't be the cards that the secret and the cut deal; "" if they are."""
        rules, first = self._rules.of_hand(hand.number), next(iter(hand.moments), None)
        secret = bytes.fromhex(proof.secret)
        for place in self._places(rules):
            cards = cards_dealt(rules, hand.dealer, secret, proof.depth, place, word=proof.word, version=proof.version)
            if first is not None and first.holding == tuple(one or 0 for one in cards.hands):
                break
        else:
            return "the secret doesn't deal the cards of this hand: the deal wasn't fair."
        aside = cards.kitty or 0
        if cards.extra is not None:
            aside |= 1 << cards.extra
        if cards.dead != hand.dead or aside != first.aside:
            return "the secret doesn't deal the cards that lay aside: the deal wasn't fair."
        dealt = first.holding if cards.stock is None else _drafted_hands(rules, self._drafted, cards.stock)
        if self._seat is not None and self._memory.own not in (0, dealt[self._seat]):
            return "the secret doesn't deal the cards that you had: the deal wasn't fair."
        had = _had(rules, hand) if cards.stock is None else dealt
        if had is None:
            return "somebody has played a card that the deal didn't give them."
        for name, played, own in zip(self._names, self._played, had, strict=False):
            if played & ~own:
                return f"{name} has played a card that the deal didn't give them."
        return ""

    def _places(self, rules: Ruleset) -> tuple[int | None, ...]:
        """Return the places where the extra card may have been; only its designator knows which (3B-4)."""
        memory = self._memory
        if not rules.variant.deal.extra or memory.designator is None:
            return (None,)
        if memory.designator == self._seat and memory.place is not None:
            return (memory.place.place,)
        return (None, *range(len(rules.cards.pack)))


def _hand_number(moment: TableUpdate) -> int:
    """Return the number of the hand that is played, or of the one whose deal is next."""
    public = moment.shown.public
    return public.standing.hands + 1 if isinstance(moment.next, CutOffered) else public.hand_number


def _cut_words(depth: int | None, word: str) -> str:
    """Return what somebody has done with the deck, after "you"."""
    if depth is None:
        return "didn't cut"
    if not word:
        return f"cut {depth} deep"
    return f"cut {depth} deep with the word “{printable(word)}”"


def _drafted_hands(rules: Ruleset, decided: tuple[tuple[int, bool], ...], stock: tuple[int, ...]) -> tuple[int, ...]:
    """Return each seat's cards after the draft, from the stock and everybody's decisions (TW-1)."""
    hands = [0] * rules.seats
    for number, (seat, keeps) in enumerate(decided):
        hands[seat] |= 1 << stock[2 * number + (not keeps)]
    return tuple(hands)


def _had(rules: Ruleset, hand: OpenHand) -> tuple[int, ...] | None:
    """Return all cards that each seat was dealt, has drawn or got from its partner (3B-6, HR-9, NL-8).

    None if a card has come from nowhere. The cards of the first moment must be right.
    """
    had = list(hand.moments[0].holding)
    for before, after in pairwise(hand.moments):
        lost = 0
        for seat, (then, now) in enumerate(zip(before.holding, after.holding, strict=True)):
            partners = rules.sides[rules.side_of[seat]] if rules.exchange is not None else ()
            source = reduce(or_, (had[one] for one in partners), before.aside)
            if now & ~then & ~source:
                return None
            had[seat] |= now
            lost |= then & ~now
        if after.aside & ~(before.aside | lost):
            return None
    return tuple(had)
