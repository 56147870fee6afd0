"""How the deck was cut, and what the seal of a deal proves (C-3)."""

from spades_tui.play.shown import DealProof
from spades_tui.rules.component import plural


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
