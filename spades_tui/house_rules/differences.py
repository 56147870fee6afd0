"""The changes of house rules to their original game: sentences of the rules page, new and gone."""

from msgspec import Struct

from spades_tui.rules import rules_page
from spades_tui.rules.options import options_of
from spades_tui.rules.variant import Variant


class Differences(Struct, frozen=True):
    """The differences between two games, in the order of the rules page."""

    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """Choices that only a table of the new game has."""
    no_choices: tuple[str, ...] = ()
    """Choices that a table no longer has."""

    @property
    def any(self) -> bool:
        """Whether there is a difference."""
        return bool(self.new or self.gone or self.choices or self.no_choices)


def differences(before: Variant, after: Variant) -> Differences:
    """Return the differences between two games."""
    old, new = sentences(before), sentences(after)
    could, can = _choices(before), _choices(after)
    return Differences(
        tuple(one for one in new if one not in old),
        tuple(one for one in old if one not in new),
        tuple(label for name, label in can.items() if name not in could),
        tuple(label for name, label in could.items() if name not in can),
    )


def sentences(variant: Variant) -> list[str]:
    """Return every sentence of a rules page except a table's choices; the special ones too."""
    return [
        *variant.special,
        *(one for _, listed in rules_page.rules_page(variant.changed(options=())) for one in listed),
    ]


def _choices(variant: Variant) -> dict[str, str]:
    """Return the choices of a table, by name."""
    return {one.name: one.label or one.words for one in options_of(variant)}
