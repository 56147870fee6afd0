"""Lines with names that keep their parts, so that a screen can shorten them without reading them."""

from collections.abc import Iterable


class RemarkedName(str):
    """A name with a remark behind it, as in ``Ann (computer)``."""

    __slots__ = ("name", "remark")

    name: str
    remark: str

    def __new__(cls, name: str, remark: str) -> "RemarkedName":
        """Return the name with its remark."""
        made = super().__new__(cls, f"{name} ({remark})")
        made.name, made.remark = name, f" ({remark})"
        return made


def bare(name: str) -> str:
    """Return a name without its remark."""
    return name.name if isinstance(name, RemarkedName) else name


class PartnerNames(str):
    """The name of a side, as in ``Ann & Cy``."""

    __slots__ = ("names",)

    names: tuple[str, ...]

    def __new__(cls, names: Iterable[str]) -> "PartnerNames":
        """Return the names of the side's players, joined."""
        names = tuple(names)
        made = super().__new__(cls, " & ".join(names))
        made.names = names
        return made


class NameLine(str):
    """A line with a list of names, as in ``Sandbags · Ann, Bea, Cy · hand 3``."""

    __slots__ = ("after", "before", "names")

    before: tuple[str, ...]
    names: tuple[str, ...]
    after: str

    def __new__(cls, before: Iterable[str], names: Iterable[str], after: str = "") -> "NameLine":
        """Return the line. The words in front may be in parts, of which some are names with remarks."""
        parts, names = tuple(before), tuple(names)
        made = super().__new__(cls, f"{''.join(parts)}{', '.join(names)}{after}")
        made.before, made.names, made.after = parts, names, after
        return made

    def within(self, before: str, after: str) -> "NameLine":
        """Return the line with more words around it."""
        return NameLine((before, *self.before), self.names, self.after + after)
