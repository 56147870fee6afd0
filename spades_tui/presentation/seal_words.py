"""How a pack was cut, and what the seal of a deal proves (C-3)."""

from spades_tui.play.shown import DealProof
from spades_tui.rules.component import plural


def cut_words(proof: DealProof, cutter: str) -> str:
    """Return how the pack was cut, without the word that was typed: half a sentence."""
    if proof.cut_seat is None:
        return "The cut was declined"
    return f"{cutter} cut {plural(proof.depth, 'card')} deep{', with the word' if proof.word else ''}"


def proved(proof: DealProof, by_person: bool) -> list[str]:
    """Return what is proved, and no more than that."""
    told = ["The seal is the fingerprint (SHA-256) of the secret."]
    if proof.version == 1:
        told += [
            "The secret alone decided the shuffle; the cut turned the pack.",
            "No card was changed after the seal was shown.",
        ]
    elif not by_person:
        told += ["No card was changed after the seal was shown.", "Nothing more is proved unless a person cuts."]
    else:
        told += [
            "The secret and the cut decided the shuffle together, and the secret came first:",
            "whoever made it did not know which pack the cut would choose.",
        ]
        if not proof.word:
            told.append("Depths alone are few, and can all be tried; words are countless.")
    return [*told, "`spades-tui verify` checks a whole game."]
