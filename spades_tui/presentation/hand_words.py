"""A hand in words: what each bid still needs, every hand's results by side, and remarks after a score."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct

from spades_tui import cards
from spades_tui.bots import unseen_cards
from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.language.address import capitalized, does, together, whom, whose
from spades_tui.language.amounts import last_in_words, plural, signed
from spades_tui.play.shown import DealProof, Shown
from spades_tui.presentation.wording import Wording, in_words
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


class Need(Struct, frozen=True):
    """A bid and its progress: a side's, or one player's where it is scored separately."""

    seats: tuple[int, ...]
    """Whose bid it is."""
    bid: int
    took: int
    left: int
    """Tricks still to be played in this hand."""
    exact: bool
    """Whether a trick above the bid also sets it (BM-6)."""
    zero: bool
    """Whether it is a zero that is scored separately."""

    @property
    def needed(self) -> int:
        """Return the tricks still to take."""
        return max(0, self.bid - self.took)

    @property
    def over(self) -> int:
        """Return the tricks above the bid."""
        return max(0, self.took - self.bid)

    @property
    def lost(self) -> bool:
        """Return whether the bid can no longer be made."""
        return self.needed > self.left or (self.over > 0 and (self.exact or self.zero))


def needs(seen: Observation) -> tuple[Need, ...]:
    """Return every bid of the hand in play, side by side; a separate zero comes after its partner's bid."""
    rules = seen.rules
    if seen.phase not in (Phase.PLAY, Phase.PLAYED):
        return ()
    left = 0 if seen.phase == Phase.PLAYED else rules.tricks - len(seen.tricks)
    found: list[Need] = []

    def add(seats: tuple[int, ...], bid: int, took: int, zero: bool = False) -> None:
        exact = any(rules.must_be_exact(bid, seen.blind[seat]) for seat in seats)
        found.append(Need(seats, bid, took, left, exact, zero))

    for side, all_seats in enumerate(rules.sides):
        seats = tuple(seat for seat in all_seats if seat in seen.table and seen.bids[seat] is not None)
        apart = tuple(seat for seat in seats if seen.bids[seat] == 0) if rules.zeros_separate else ()
        others = tuple(seat for seat in seats if seat not in apart)
        if others and apart:  # the tricks of a failed zero may count for its partner (NL-6)
            helps = sum(seen.took[seat] for seat in apart) if rules.failed_zeros_help else 0
            add(others, sum(seen.bids[seat] or 0 for seat in others), sum(seen.took[seat] for seat in others) + helps)
        elif others:
            add(others, seen.contracts[side] or 0, seen.side_tricks[side])
        for seat in apart:
            add((seat,), 0, seen.took[seat] if len(all_seats) > 1 else seen.side_tricks[side], zero=True)
    return tuple(found)


def need_words(seen: Observation, need: Need, look: Wording) -> str:
    """Return a bid's progress in a sentence, such as ``You need 2 more tricks.``."""
    who = together([look.who(seat) for seat in need.seats])
    several = len(need.seats) > 1
    if need.zero:
        zero = f"{whose(who)} {seen.rules.zero_word}"
        zero = capitalized(zero)
        return f"{zero} is set: {plural(need.took, 'trick')}." if need.lost else f"{zero} is good so far."
    verbs = ("need", "have", "can't") if several else ("needs", "has", "can't")
    if need.lost and need.over:
        return f"{does(who, verbs[1])} {plural(need.over, 'trick')} too many."
    if need.lost:
        return f"{does(who, verbs[2])} make {need.bid} any more."
    if need.needed:
        return f"{does(who, verbs[0])} {plural(need.needed, 'more trick')}."
    over = f", and {need.over} over" if need.over else ""
    return f"{does(who, verbs[1])} made {need.bid}{over}."


def not_played(seen: Observation) -> list[list[int]]:
    """Return by suit the cards that nobody has played in this hand, the highest first; some may not be dealt at all."""
    deck, (played, _) = seen.rules.cards, unseen_cards.shown(seen)
    return [sorted(cards.cards_of(suit & ~played), key=lambda card: -deck.ranks[card]) for suit in deck.suit_masks]


def voids_shown(seen: Observation) -> list[list[int]]:
    """Return by seat the suits, 0 to 3, that it did not follow in this hand."""
    return [[suit for suit in reversed(range(4)) if suits >> suit & 1] for suits in unseen_cards.shown(seen)[1]]


class SideRow(Struct, frozen=True):
    """A side in one hand."""

    bid: str
    """The bid in the game's own word; "" if the side sat out."""
    took: int
    bags: int | None
    """Bags after the hand; None if the game has no bags."""
    points: int
    """Points of this hand."""
    total: int
    """Total after the hand."""


def side_rows(rules: Ruleset, score: HandScore) -> tuple[SideRow, ...]:
    """Return what each side did in a scored hand."""
    rules = rules.of_hand(score.hand)
    found = []
    for side, seats in enumerate(rules.sides):
        bids = [bid for seat in seats if (bid := score.bids[seat]) is not None]
        word = "" if not bids else str(score.side_bids[side]) if score.side_bids else rules.bid_word(bids[0])
        took = sum(score.tricks[seat] or 0 for seat in seats)
        bags = score.bags[side] if score.bags is not None else None
        found.append(SideRow(word, took, bags, score.points[side], score.totals[side]))
    return tuple(found)


# ---- after a hand


class RemarkPart(NamedTuple):
    """A piece of a remark, and its tone: ``text``, ``soft`` or ``bold``."""

    words: str
    tone: str = "text"


Remark = tuple[RemarkPart, ...]
"""A sentence in parts."""


def after_hand(shown: Shown, look: Wording) -> list[Remark]:
    """Return the remarks about the last scored hand; none before the first."""
    if not shown.scores:
        return []
    seen, score = shown.public, shown.scores[-1]
    said: list[Remark] = []
    scored = seen.phase in (Phase.DEAL, Phase.OVER)  # otherwise these two belong to the next hand
    if seen.skipped and scored:
        said.append((RemarkPart("The hand wasn't played: the bids were too low."),))
    if seen.claimed is not None and scored:
        left = last_in_words(seen.rules.tricks - len(seen.tricks), "trick")
        said.append((RemarkPart(f"{look.who(seen.claimed)} claimed {left}."),))
    said += of_score(seen.rules, look, score)
    hit = [side for side, seats in enumerate(seen.rules.sides) if any(seat in seen.penalised for seat in seats)]
    if hit and scored:  # the sheet has the cost, but not its reason
        sides = in_words(whom(look.side_at_start(seen.rules, side)) for side in hit)
        said.append((RemarkPart(f"Set by a challenge: {sides}."),))
    over = seen.outcome is not None
    for custom in seen.rules.customs:
        values = score.values(custom.hand_keys) | seen.values(custom.seen_keys)
        remark = custom.remark_now(values, seen.standing, over, look.whom)
        if remark:
            said.append(_in_parts(remark))
    return said


def _in_parts(remark: Iterable[tuple[str, str]]) -> Remark:
    return tuple([RemarkPart(*part) for part in remark])


def of_score(rules: Ruleset, look: Wording, score: HandScore) -> list[Remark]:
    """Return the remarks that follow from a hand's score alone, for any hand of the game."""
    customs = rules.of_hand(score.hand).customs
    remarks = [custom.remark(score.values(custom.hand_keys), look.whom) for custom in customs]
    said = [_in_parts(remark) for remark in remarks if remark]
    if score.books and any(score.books):
        nets = enumerate(score.books)
        moved = [f"{whom(look.side_at_start(rules, side))} {signed(net)}" for side, net in nets if net]
        said.append((RemarkPart(f"Tricks moved: {', '.join(moved)}."),))
    return said


def cut_words(proof: DealProof, cutter: str) -> str:
    """Return how the deck was cut, as half a sentence, without the word that was typed."""
    if proof.cut_seat is None:
        return "Nobody cut"
    return f"{cutter} cut {plural(proof.depth, 'card')} deep{', with the word' if proof.word else ''}"


def proved(proof: DealProof, by_person: bool) -> list[str]:
    """Return sentences about what the seal proves, and what it doesn't; `by_person`: somebody at this keyboard cut."""
    told = ["The seal is the fingerprint (SHA-256) of the secret."]
    if proof.version == 1:
        told += [
            "The secret alone decided the shuffle; the cut turned the deck.",
            "No card was changed after the seal was shown.",
        ]
    elif proof.cut_seat is not None and not by_person:
        told += ["No card was changed after the seal was shown.", "Whoever cut can say whether this was their cut."]
    elif not by_person:
        told += ["No card was changed after the seal was shown.", "For a full proof, a person must cut."]
    else:
        told += [
            "The secret and the cut decided the shuffle together. The secret came first,",
            "so its maker couldn't know which deck the cut would choose.",
        ]
        if not proof.word:
            told.append("All depths can be tried in advance. Type a word as well, and they can't.")
    return [*told, "`spades-tui verify` checks a whole game."]
