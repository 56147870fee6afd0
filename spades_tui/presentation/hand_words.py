"""A hand in words: what each bid still needs, each side's results, and remarks after a score."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from spades_tui import cards
from spades_tui.bots import unseen_cards
from spades_tui.bots.styles import PLAIN
from spades_tui.game.events import Bid
from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.language.sentence_parts import (
    capitalized,
    does,
    last_in_words,
    plural,
    signed,
    whom,
    whose,
)
from spades_tui.play.cast import Player, player
from spades_tui.play.shown import DealProof, Shown
from spades_tui.presentation.wording import Wording, in_words
from spades_tui.record.event_words import MEANING
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
    """Return every bid of the hand in play, side by side.

    A separate zero comes after its partner's bid.
    """
    if seen.phase not in (Phase.PLAY, Phase.PLAYED):
        return ()
    every: list[Need] = []
    for side in range(len(seen.rules.sides)):
        every += _side_needs(seen, side)
    return tuple(every)


def _side_needs(seen: Observation, side: int) -> list[Need]:
    """Return a side's bid and its separate zeros."""
    rules = seen.rules
    numbers: list[int] = []
    zeros: list[int] = []
    for seat in rules.sides[side]:
        if seat not in seen.table or seen.bids[seat] is None:
            continue
        if rules.zeros_separate and seen.bids[seat] == 0:
            zeros.append(seat)
        else:
            numbers.append(seat)
    every: list[Need] = []
    if numbers and zeros:
        bid = sum(seen.bids[seat] or 0 for seat in numbers)
        took = sum(seen.took[seat] for seat in numbers)
        if rules.failed_zeros_help:  # their tricks count for the partner (NL-6)
            took += sum(seen.took[seat] for seat in zeros)
        every.append(_need(seen, numbers, bid, took))
    elif numbers:
        every.append(_need(seen, numbers, seen.contracts[side] or 0, seen.side_tricks[side]))
    for seat in zeros:
        took = seen.side_tricks[side] if len(rules.sides[side]) == 1 else seen.took[seat]
        every.append(_need(seen, [seat], 0, took, zero=True))
    return every


def _need(seen: Observation, seats: list[int], bid: int, took: int, zero: bool = False) -> Need:
    left = 0 if seen.phase == Phase.PLAYED else seen.rules.tricks - len(seen.winners)
    exact = any(seen.rules.must_be_exact(bid, seen.blind[seat]) for seat in seats)
    return Need(tuple(seats), bid, took, left, exact, zero)


def need_words(seen: Observation, need: Need, look: Wording) -> str:
    """Return a bid's progress in a sentence, such as ``You need 2 more tricks.``."""
    who = look.together(need.seats)
    if need.zero:
        zero = capitalized(f"{whose(who)} {seen.rules.zero_word}")
        if need.lost:
            return f"{zero} is set: {plural(need.took, 'trick')}."
        return f"{zero} is good so far."
    lack, have = ("needs", "has") if len(need.seats) == 1 else ("need", "have")
    if need.lost and need.over:
        return f"{does(who, have)} {plural(need.over, 'trick')} too many."
    if need.lost:
        unable = does(who, "can't")
        return f"{unable} make {need.bid} any more."
    if need.needed:
        return f"{does(who, lack)} {plural(need.needed, 'more trick')}."
    over = f", and {need.over} over" if need.over else ""
    return f"{does(who, have)} made {need.bid}{over}."


def not_played(seen: Observation) -> list[list[int]]:
    """Return by suit the cards that nobody has played in this hand, the highest first.

    Some may not be dealt at all.
    """
    deck, (played, _) = seen.rules.cards, unseen_cards.shown(seen)
    suits = []
    for suit in deck.suit_masks:
        left = cards.cards_of(suit & ~played)
        suits.append(sorted(left, key=lambda card: -deck.ranks[card]))
    return suits


def voids_shown(seen: Observation) -> list[list[int]]:
    """Return by seat the suits, 0 to 3, that it did not follow in this hand."""
    voids = []
    for suits in unseen_cards.shown(seen)[1]:
        voids.append([suit for suit in reversed(range(4)) if suits >> suit & 1])
    return voids


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
    rows = []
    for side, seats in enumerate(rules.sides):
        bids = [score.bids[seat] for seat in seats if score.bids[seat] is not None]
        word = ""
        if bids and score.side_bids:
            word = str(score.side_bids[side])
        elif bids:
            word = rules.bid_word(bids[0] or 0)
        took = sum(score.tricks[seat] or 0 for seat in seats)
        bags = score.bags[side] if score.bags is not None else None
        rows.append(SideRow(word, took, bags, score.points[side], score.totals[side]))
    return tuple(rows)


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
    remarks: list[Remark] = []
    scored = seen.phase in (Phase.DEAL, Phase.OVER)  # otherwise these two belong to the next hand
    if seen.skipped and scored:
        remarks.append(_plain("The hand wasn't played: the bids were too low."))
    if seen.claimed is not None and scored:
        left = last_in_words(seen.rules.tricks - len(seen.tricks), "trick")
        remarks.append(_plain(f"{capitalized(left)} went to {look.whom(seen.claimed)} by a claim."))
    remarks += of_score(seen.rules, look, score)
    hit = sorted(seen.rules.sides_at(seen.penalised))
    if hit and scored:  # the sheet has the cost, but not its reason
        sides = in_words(whom(look.side_at_start(seen.rules, side)) for side in hit)
        remarks.append(_plain(f"Set by a challenge: {sides}."))
    over = seen.outcome is not None
    for custom in seen.rules.customs:
        values = score.values(custom.hand_keys) | seen.values(custom.seen_keys)
        remarks.append(_in_parts(custom.remark_now(values, seen.standing, over, look.whom)))
    remarks += list(map(_plain, meanings(shown)))
    return list(filter(None, remarks))


def meanings(shown: Shown) -> list[str]:
    """Return what the words of the latest score mean that the table explains for the first time."""
    kinds = [entry.kind for entry in shown.entries]
    if "score" not in kinds:
        return []
    after = shown.entries[kinds.index("score") :]
    return [entry.text for entry in after if entry.kind == MEANING]


def _plain(words: str) -> Remark:
    return (RemarkPart(words),)


def _in_parts(remark: Iterable[tuple[str, str]]) -> Remark:
    return tuple([RemarkPart(*part) for part in remark])


def of_score(rules: Ruleset, look: Wording, score: HandScore) -> list[Remark]:
    """Return the remarks that follow from a hand's score alone, for any hand of the game."""
    remarks: list[Remark] = []
    for custom in rules.of_hand(score.hand).customs:
        remark = custom.remark(score.values(custom.hand_keys), look.whom)
        if remark:
            remarks.append(_in_parts(remark))
    moved = []
    for side, net in enumerate(score.books or ()):
        if net:
            moved.append(f"{whom(look.side_at_start(rules, side))} {signed(net)}")
    if moved:
        remarks.append(_plain(f"Tricks moved: {', '.join(moved)}."))
    return remarks


def grouped(digits: str) -> str:
    """Return hex digits in groups of four."""
    return " ".join(digits[n : n + 4] for n in range(0, len(digits), 4))


def cut_words(proof: DealProof, cutter: str) -> str:
    """Return how the deck was cut, as half a sentence, without the word that was typed."""
    if proof.cut_seat is None:
        return "Nobody cut"
    word = ", with the word" if proof.word else ""
    return f"{cutter} cut {plural(proof.depth, 'card')} deep{word}"


NO_CHANGE = "No card was changed after the seal was shown."


def proved(proof: DealProof, by_person: bool) -> list[str]:
    """Return sentences about what the seal proves, and what it doesn't.

    `by_person`: somebody at this keyboard cut.
    """
    if proof.version == 1:
        proofs = ["The secret alone decided the shuffle; the cut turned the deck.", NO_CHANGE]
    elif proof.cut_seat is not None and not by_person:
        proofs = [NO_CHANGE, "Whoever cut can say whether this was their cut."]
    elif not by_person:
        proofs = [NO_CHANGE, "For a full proof, a person must cut."]
    else:
        proofs = [
            "The secret and the cut decided the shuffle together. The secret came first,",
            "so its maker couldn't know which deck the cut would choose.",
        ]
        if not proof.word:
            proofs.append(
                "All depths can be tried in advance. Type a word as well, and they can't."
            )
    return [
        "The seal is the fingerprint (SHA-256) of the secret.",
        *proofs,
        "`spades-tui verify` checks a whole game.",
    ]


HABIT_FROM = 3
"""Minimum hands of a game that say something about how a player bids."""


def bid_habit(shown: Shown, look: Wording) -> str:
    """Return how a named player with a style tends to bid, with what this game has shown.

    In every second hand it's the turn of another of them, and only if their last hand has shown it
    again, by the numbers of the score sheets; "" otherwise.
    ``Bea bids boldly: bid 29 and took 30 in 9 hands; Dot bid 26 and took 40.``
    """
    seen = shown.public
    asked = seen.phase == Phase.BID and seen.on_turn in shown.people
    turn, silent = divmod(len(shown.scores) - HABIT_FROM, 2)
    if not asked or turn < 0 or silent:
        return ""
    styled: list[tuple[int, Player]] = []
    for seat, name in enumerate(shown.players):
        named = player(name)
        if named is not None and named.style != PLAIN.name:
            styled.append((seat, named))
    return _habit_words(shown, *styled[turn % len(styled)], look) if styled else ""


def habit_of_game(shown: Shown, look: Wording) -> str:
    """Return what a finished game has shown of how a named player bids, a bold one first.

    "" if nobody has bid as their style tends to, or in a game of fewer than `HABIT_FROM` hands.
    """
    words = []
    for seat, name in enumerate(shown.players):
        named = player(name)
        if named is not None:
            bold = named.style == "bold"
            words.append((not bold, _habit_words(shown, seat, named, look, whole_game=True)))
    return next((sentence for _, sentence in sorted(words) if sentence), "")


def _habit_words(
    shown: Shown, seat: int, named: Player, look: Wording, *, whole_game: bool = False
) -> str:
    """Return what a player has done in this game that its style tends to do; "" if it has not.

    Only if the last hand has shown it again, unless `whole_game`.
    """
    rules, name = shown.public.rules, look.who(seat)
    played = _bids_and_tricks(shown, seat)
    if len(played) < HABIT_FROM:
        return ""
    (bid, took), hands = played[-1], plural(len(played), "hand")
    short = max(played, key=lambda hand: hand[0] - hand[1])
    bids, tricks = map(sum, zip(*played, strict=True))
    counts = f"bid {bids} and took {tricks} in {hands}"
    over, half, zeros = tricks - bids, len(played) / 2, sum(not bid for bid, _ in played)
    match named.style:
        case "bold" if (took <= bid or whole_game) and over <= 0:
            return f"{name} bids boldly: {counts}{_yardstick(shown, seat, over, look)}."
        case "bold" if short[0] - short[1] > 1 and (whole_game or short == played[-1]):
            return f"{name} bids boldly: bid {short[0]} in one hand and took {short[1]}."
        case "careful" if (took > bid or whole_game) and over >= half:
            return f"{name} bids carefully: {counts}."
        case "zeros" if rules.zeros_pay and zeros and (not bid or whole_game):
            return f"{name} likes {rules.zero_word}: {plural(zeros, rules.zero_word)} in {hands}."
        case "bags" if rules.bags is not None and over <= half and (took == bid > 0 or whole_game):
            return f"{name} avoids bags: {counts}."
    return ""


def _bids_and_tricks(shown: Shown, seat: int) -> list[tuple[int, int]]:
    """Return what a seat has bid and taken in each scored hand that it played."""
    played = []
    for score in shown.scores:
        bid = score.bids[seat]
        if bid is not None:
            played.append((bid, score.tricks[seat] or 0))
    return played


def _yardstick(shown: Shown, bold: int, over: int, look: Wording) -> str:
    """Return what the player has bid and taken who took most above their bids, as a clause.

    `over`: the tricks that the bold player took above theirs. "" if nobody took clearly more.
    """
    totals = []
    for seat in range(len(shown.players)):
        played = _bids_and_tricks(shown, seat)
        if played:
            bids, tricks = map(sum, zip(*played, strict=True))
            totals.append((tricks - bids, seat, bids, tricks))
    most, seat, bids, tricks = max(totals, key=lambda total: total[0])
    if seat == bold or most - over <= len(shown.scores) / 2:
        return ""
    return f"; {look.whom(seat)} bid {bids} and took {tricks}"


def blind_nil_note(seen: Observation, scores: Sequence[HandScore]) -> str:
    """Return what a blind nil is, when the viewer's side may bid one for the first time (NL-7).

    `scores`: the hands scored before this one. "" in all other hands.
    """
    blind = seen.rules.blind
    if blind is None or not blind.own_nil or not seen.may_choose_blind or seen.side is None:
        return ""
    if not any(bid.blind and bid.bid == 0 for bid in seen.choices(Bid)):
        return ""
    behind = [0]  # points by which the side was behind before each hand
    for score in scores:
        behind.append(max(score.totals) - score.totals[seen.side])
    now = behind.pop()
    if any(points >= blind.behind_for_nil for points in behind):
        return ""
    zero = seen.rules.zero_word
    if not blind.behind_for_nil:
        return f"Blind {zero}: no trick, bid before you look."
    return f"{now} behind, you may bid a blind {zero}: no trick, before you look."
