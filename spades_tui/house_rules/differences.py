"""What house rules change of the game that they were made from: sentences of the rules page, new and gone."""

from spades_tui.frozen import dataclass
from spades_tui.rules import rules_page
from spades_tui.rules.options import options_of
from spades_tui.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Differences:
    """What one game has and the other has not, in the order of the rules page."""

    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """What only a table of the new game may choose."""
    no_choices: tuple[str, ...] = ()
    """What a table may no longer choose."""

    @property
    def any(self) -> bool:
        """Whether there is one."""
        return bool(self.new or self.gone or self.choices or self.no_choices)


def differences(before: Variant, after: Variant) -> Differences:
    """What is different."""
    old, new = sentences(before), sentences(after)
    could, can = _choices(before), _choices(after)
    return Differences(
        tuple(one for one in new if one not in old),
        tuple(one for one in old if one not in new),
        tuple(label for name, label in can.items() if name not in could),
        tuple(label for name, label in could.items() if name not in can),
    )


def sentences(variant: Variant) -> list[str]:
    """Every sentence of a rules page but for the choices of a table; the special ones among them."""
    return [
        *variant.special,
        *(one for _, listed in rules_page.rules_page(variant.changed(options=())) for one in listed),
    ]


def _choices(variant: Variant) -> dict[str, str]:
    """What a table may choose, by name."""
    return {one.name: one.label or one.words for one in options_of(variant)}
