"""The programme of a game: the format of each hand, and what a format changes (LG-1, LG-3)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from msgspec import Meta

from spades_tui.rules.component import Checked, Json, ReadBy, Switch, one_printable_line
from spades_tui.rules.component_bases import Declared
from spades_tui.rules.problems import Flaw, FlawError, Problem, Quoted

OVERLAID = ("bids", "plays", "scores")
"""The lists in which a format changes components."""
MOST_FORMATS = 40
MOST_HAND = 200


def _read_change(entry: object) -> Json:
    """Read the kind of a component, and at least one key that changes. Raises ValueError."""
    if not isinstance(entry, Mapping) or not isinstance(entry.get("kind"), str):
        allowed = "a kind and the keys that change"
        raise FlawError(Flaw.VALUE_WRONG, value=Quoted(entry), allowed=allowed, near="")
    if len(entry) < 2:
        raise FlawError(Flaw.SAID, words="nothing changes; write a key that changes beside `kind`")
    return Json.of(entry)


def _change_schema() -> dict[str, Any]:
    kind = {"kind": {"type": "string"}}
    return {"type": "object", "properties": kind, "required": ["kind"], "minProperties": 2}


Changes = Annotated[
    tuple[Annotated[Json, ReadBy(_read_change, _change_schema)], ...],
    Meta(min_length=1, max_length=20),
]
"""The components of a list that a format changes."""


class Format(Declared):
    """One format: its name, its hands, and its changes."""

    format: Annotated[str, Meta(min_length=1, max_length=20), Checked(one_printable_line)]
    """Its name."""
    hands: Annotated[
        tuple[Annotated[int, Meta(ge=1, le=MOST_HAND)], ...], Meta(max_length=MOST_HAND)
    ] = ()
    """Numbers of hands, from 1."""
    level: Switch = False
    """Whether hands played because of a tie have it too (LG-2)."""
    bids: Changes = ()
    plays: Changes = ()
    scores: Changes = ()

    def misfits(self) -> Iterator[Problem]:
        """Yield the problem of a format without hands."""
        if not self.hands and not self.level:
            words = "missing; write the numbers of the hands that have this format"
            yield Problem(("hands",), Flaw.SAID, {"words": words})

    def to_keys(self, defaults: bool = False) -> dict[str, Any]:
        """Return the keys as a file and a record have them.

        `hands` is always among them, as in 0.1.0.
        """
        return {"format": self.format, "hands": list(self.hands), **super().to_keys()}

    def overlays(self) -> dict[str, list[dict[str, Any]]]:
        """Return the changed keys by list, for each kind of component."""
        overlays = {}
        for where in OVERLAID:
            changes = [change.value for change in getattr(self, where)]
            if changes:
                overlays[where] = changes
        return overlays

    def without(self, where: str, kind: str, key: str) -> "Format":
        """Return a copy that no longer changes a key."""
        entries = self.overlays().get(where, ())
        for entry in entries:
            if entry["kind"] == kind:
                entry.pop(key, None)
        return self.changed(**{where: tuple(map(Json.of, entries))})
