"""Find sentences whose verb doesn't agree with "you" or with several names."""

import re

# Words after "you" that end in s without being a verb of the third person.
NO_VERBS = {"always", "as", "less", "pass", "plus", "press"}
AFTER_YOU = re.compile(r"\byou (?:(?:and|&) \w+ )?([a-z]+s)\b", re.IGNORECASE)
AFTER_TWO_NAMES = re.compile(r"\b[A-Z]\w+ (?:and|&) \w+ (?:is|has|was|does|wins|bids|takes|needs|makes)\b")
SPACED_YOU = re.compile(r"\bY O U   [A-Z ]*S\b")
"""A title in spaced letters, as on the podium."""


def wrong_verbs(text: str) -> list[str]:
    """Return the lines of a text with a verb that doesn't agree."""
    return [line for line in text.splitlines() if _is_wrong(line)]


def _is_wrong(line: str) -> bool:
    verbs = {found.group(1).lower() for found in AFTER_YOU.finditer(line)}
    if verbs - NO_VERBS:
        return True
    return bool(AFTER_TWO_NAMES.search(line) or SPACED_YOU.search(line))
