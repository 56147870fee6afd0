"""The common base of every component of a variant file."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

SLUG_PATTERN = r"^[a-z0-9][a-z0-9-]{0,39}$"
RULE_PATTERN = r"^[A-Z0-9]{1,3}-[0-9]{1,3}$"
CARD_PATTERN = r"^([2-9TJQKA][CDHS]|BJ|LJ)$"
SPADES_PATTERN = r"^([2-9TJQKA]|BJ|LJ)( ([2-9TJQKA]|BJ|LJ)){0,14}$"


def _one_printable_line(text: str) -> str:
    if not text.isprintable():
        raise ValueError("a line break, or a letter that cannot be printed, found; one line of plain text wanted")
    if text != text.strip() or not text:
        raise ValueError("a text that begins or ends with a space, or says nothing, found; plain text wanted")
    return text


Points = Annotated[int, Field(strict=True, ge=-10_000, le=10_000)]
"""Points for one thing, bounded."""

Count = Annotated[int, Field(strict=True, ge=0, le=20)]
"""A number of tricks, cards or bids; no hand is larger."""

Number = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
"""A limit or a target."""

Switch = Annotated[bool, Field(strict=True)]

RuleName = Annotated[str, Field(strict=True, pattern=RULE_PATTERN)]
"""The name of a rule, such as ``SB-5``, that a score line or a refusal cites."""

Label = Annotated[str, Field(strict=True, min_length=1, max_length=60), AfterValidator(_one_printable_line)]
Prose = Annotated[str, Field(strict=True, min_length=1, max_length=600), AfterValidator(_one_printable_line)]


class Component(BaseModel):
    """A frozen piece of a variant file; a key that it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def kind_of(component: type[Component]) -> str:
    """The word by which a file calls a kind of component."""
    words: tuple[str, ...] = get_args(component.model_fields["kind"].annotation)
    return words[0]


def _rule_may_be_left_out(schema: dict[str, Any], component: type["CitingComponent"]) -> None:
    """Tell editors of the rule that is cited where a file names none."""
    if component.usual_rule:
        schema["required"] = [key for key in schema["required"] if key != "rule"]
        schema["properties"]["rule"]["default"] = component.usual_rule


class CitingComponent(Component):
    """A piece that cites a rule in score lines and refusals; its `rule` may be left out of a file."""

    usual_rule: ClassVar[str] = ""
    """The rule that is cited where a file names none: the one that the piece was made from.

    It is put in before the file is checked and not a default of the field, so that a rule object always says it, and
    the mark of the shipped rules in a record does not depend on it.
    """

    model_config = ConfigDict(json_schema_extra=_rule_may_be_left_out)

    @model_validator(mode="before")
    @classmethod
    def _cite_the_usual(cls, data: Any) -> Any:
        if cls.usual_rule and isinstance(data, Mapping) and "rule" not in data:
            return {**data, "rule": cls.usual_rule}
        return data


def plural(count: int, noun: str) -> str:
    """``1 trick``, ``2 tricks``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def signed(points: int) -> str:
    """Points with their sign, and a real minus: ``+40``, ``−20``, ``0``."""
    if points < 0:
        return f"−{-points}"
    return f"+{points}" if points else "0"


def plain(points: int) -> str:
    """A total, with a real minus: ``212``, ``−20``."""
    return str(points).replace("-", "−")
