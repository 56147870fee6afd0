"""Remarks about a scored hand beside its score lines, and what the seal of its deal proves (C-3)."""

from typing import NamedTuple

from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.language.address import whom
from spades_tui.play.shown import DealProof, Shown
from spades_tui.presentation.wording import Wording, in_words
from spades_tui.rules.component import last_in_words, plural, signed
from spades_tui.rules.ledger import struck_trays
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


class Part(NamedTuple):
    """A piece of a remark, and its tone: ``text``, ``soft`` or ``bold``."""

    words: str
    tone: str = "text"


Remark = tuple[Part, ...]
"""A sentence in parts."""


def after_hand(shown: Shown, look: Wording) -> list[Remark]:
    """Return the remarks about the last scored hand; none before the first."""
    if not shown.scores:
        return []
    seen, score = shown.public, shown.scores[-1]
    said: list[Remark] = []
    scored = seen.phase in (Phase.DEAL, Phase.OVER)  # otherwise these two belong to the next hand
    if seen.skipped and scored:
        said.append((Part("The hand wasn't played: the bids were too low."),))
    if seen.claimed is not None and scored:
        left = last_in_words(seen.rules.tricks - len(seen.tricks), "trick")
        said.append((Part(f"{look.who(seen.claimed)} claimed {left}."),))
    said += of_score(seen.rules, look, score)
    if score.tray:
        said.append(_in_the_tray(seen, look, score.tray))
    days = days_under_way(seen, look)
    if days:
        said.append((Part("  ".join(days), "soft"),))
    return said


def of_score(rules: Ruleset, look: Wording, score: HandScore) -> list[Remark]:
    """Return the remarks that follow from a hand's score alone, for any hand of the game."""
    said: list[Remark] = []
    if score.low_ball:
        said.append((Part("That was a super-low-ball." if score.low_ball == "super" else "That was a low-ball."),))
    if score.gaccs and any(score.gaccs):
        names = [f"{look.whom(seat)} {count}" for seat, count in enumerate(score.gaccs) if count]
        said.append((Part(f"Gaccs: {', '.join(names)}.", "soft"),))
    if score.books and any(score.books):
        nets = enumerate(score.books)
        moved = [f"{whom(look.side_at_start(rules, side))} {signed(net)}" for side, net in nets if net]
        said.append((Part(f"Tricks moved: {', '.join(moved)}."),))
    return said


def _in_the_tray(seen: Observation, look: Wording, now: tuple[int, ...]) -> Remark:
    """Return who is in last place, and the earlier hands from which that strikes them (3B-19)."""
    line = [Part("In the tray: ", "soft"), Part(in_words(look.whom(seat) for seat in now), "bold")]
    before, after = struck_trays(seen.standing.trays[:-1]), struck_trays(seen.standing.trays)
    gone: dict[int, list[int]] = {}
    for hand, (was, still) in enumerate(zip(before, after, strict=False), 1):
        for seat in set(was) - set(still):
            gone.setdefault(seat, []).append(hand)
    return (*line, *(Part(f";  struck: {look.whom(seat)}, {_hands(hands)}", "soft")
                     for seat, hands in sorted(gone.items())))  # fmt: skip


def _hands(numbers: list[int]) -> str:
    """``hand 3``, ``hands 2 and 3``."""
    return f"hand{'s' if len(numbers) > 1 else ''} {in_words(map(str, numbers))}"


def days_under_way(seen: Observation, look: Wording) -> list[str]:
    """Return who is on track for a perfect or an imperfect day, once announced and until the end (3B-23)."""
    if seen.outcome is not None:
        return []
    days = (("a perfect day", seen.perfect), ("an imperfect day", seen.imperfect))
    return [f"On track for {words}: {in_words(look.whom(seat) for seat in seats)}." for words, seats in days if seats]


def cut_words(proof: DealProof, cutter: str) -> str:
    """Return how the deck was cut, as half a sentence, without the word that was typed."""
    if proof.cut_seat is None:
        return "Nobody cut"
    return f"{cutter} cut {plural(proof.depth, 'card')} deep{', with the word' if proof.word else ''}"


def proved(proof: DealProof, by_person: bool) -> list[str]:
    """Return sentences about what the seal proves, and what it doesn't."""
    told = ["The seal is the fingerprint (SHA-256) of the secret."]
    if proof.version == 1:
        told += [
            "The secret alone decided the shuffle; the cut turned the deck.",
            "No card was changed after the seal was shown.",
        ]
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
