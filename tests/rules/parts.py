"""Build the counts of a hand, a standing and components of shipped games for the tables of tests."""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from msgspec.structs import replace

from spades_tui.rules.bids import REGISTRY as BIDS
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.component import kind_of
from spades_tui.rules.component_bases import RuleComponent, WhenAllHaveBid
from spades_tui.rules.ledger import Announced, HandCounts, Ledger, Standing
from spades_tui.rules.ruleset import Ruleset, count_hand, ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant_reader import VariantError, from_data

ROOT = Path(__file__).parents[2]
RuleT = TypeVar("RuleT", bound=RuleComponent)
Entry = dict[str, Any]
LATE = {kind_of(kind) for kind in BIDS if issubclass(kind, WhenAllHaveBid)}

PAIRS = ((0, 2), (1, 3))
ALONE = ((0,), (1,), (2,))


def entries(where: str, kind: type[RuleComponent]) -> list[dict[str, Any]]:
    """Return the entries of a component in the shipped games and in the examples of docs/variants.md."""
    page = (ROOT / "docs" / "variants.md").read_text("utf-8")
    texts = [path.read_text("utf-8") for path in sorted((ROOT / "variants").glob("*.toml"))]
    texts += re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    found = [entry for text in texts for entry in tomllib.loads(text).get(where, [])]
    return [entry for entry in found if entry["kind"] == kind_of(kind)]


def hand(
    bids: tuple[int | None, ...],
    took: tuple[int | None, ...],
    sides: tuple[tuple[int, ...], ...] = ALONE,
    **more: Any,
) -> HandCounts:
    """Return the counts of a hand from bids and tricks by seat and `promises`, with defaults for the rest."""
    promised = enumerate(more.pop("promises", ()))
    more["announced"] = tuple(Announced(seat, "promise", tricks) for seat, tricks in promised if tricks)
    return count_hand(sides, more.pop("cards", 13), bids, took, **more)


def standing(**more: Any) -> Standing:
    """Return the standing before a hand, with a side for each total, or two."""
    sides = len(more.get("totals", (0, 0)))
    fresh = Standing.fresh(4, sides)
    return replace(fresh, **more)


def scored(part: Any, counts: HandCounts, before: Standing | None = None) -> Ledger:
    """Return the ledger after one component has scored a hand."""
    ledger = Ledger(before or Standing.fresh(len(counts.bids), len(counts.sides)))
    part.score(counts, ledger)
    return ledger


def lines(ledger: Ledger) -> list[tuple[int, str, int]]:
    return [(line.side, line.rule, line.points) for line in ledger.lines]


def part(slug: str, kind: type[Any]) -> Any:
    """Return the component of this kind in a shipped variant."""
    variant = shipped()[slug]
    return next(one for one in (*variant.scores, *variant.endings) if isinstance(one, kind))


def changed(slug: str, kind: type[Any], **more: Any) -> Any:
    return part(slug, kind).changed(**more)


def built(kind: type[RuleT], **keys: object) -> RuleT:
    """Return a component as read from a file, with these keys and no `rule`."""
    return checked(kind, {"kind": kind_of(kind), **keys})


def placed(slug: str, where: str, entry: Entry, **tables: Entry) -> tuple[dict[str, Any], int]:
    """Return the rules of a shipped game with this entry, and the entry's place.

    The entry replaces the one of its kind. Otherwise it comes first in its list, or last if it follows the bids.
    `tables` change keys of the deck and the deal.
    """
    rules: dict[str, Any] = shipped()[slug].to_json()
    listed: list[Entry] = [dict(one) for one in rules[where]]
    place = next((at for at, one in enumerate(listed) if one["kind"] == entry["kind"]), None)
    if place is None and where == "bids" and entry["kind"] in LATE:
        place, listed = len(listed), [*listed, entry]
    elif place is None:
        place, listed = 0, [entry, *listed]
    else:
        listed[place] |= entry
    for key, change in tables.items():
        rules[key] = {**rules[key], **change}
    return {**rules, where: listed, "options": []}, place


def error_of(slug: str, where: str, entry: Entry, without: str = "", **tables: Entry) -> str:
    """Return the error for a shipped game with this entry, without another kind if named; "" for none."""
    rules, _ = placed(slug, where, entry, **tables)
    for listed in ("bids", "plays", "scores", "endings", "customs"):
        rules[listed] = [one for one in rules[listed] if one["kind"] != without]
    try:
        from_data(rules)
    except VariantError as error:
        return str(error).removeprefix("rules: ")
    return ""


def bounded(slug: str, where: str, kind: type[RuleComponent], key: str, least: int, greatest: int, **keys: Any) -> None:
    """Check that the bounds are accepted, and that values beyond them are refused with an error naming the bounds."""
    for value in (least, greatest):
        assert getattr(built(kind, **keys, **{key: value}), key) == value
    for value in (least - 1, greatest + 1):
        entry = {"kind": kind_of(kind), **keys, key: value}
        _, place = placed(slug, where, entry)
        wanted = f"{value} isn't allowed; use a whole number from {least} to {greatest}"
        assert error_of(slug, where, entry) == f"{where}[{place + 1}].{key}: {wanted}"


def home_game(slug: str, **lists: list[Entry]) -> Ruleset:
    """Return a shipped game without options, with these components added or replacing those of their kinds."""
    rules: dict[str, Any] = shipped()[slug].to_json() | {"options": []}
    for where, entries in lists.items():
        kinds = [entry["kind"] for entry in entries]
        rules[where] = [one for one in rules[where] if one["kind"] not in kinds] + entries
    return ruleset(from_data(rules))
