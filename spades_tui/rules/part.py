"""The common base of every component of a variant file."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Points = Annotated[int, Field(strict=True, ge=-10_000, le=10_000)]
"""Points for one thing, bounded."""

Count = Annotated[int, Field(strict=True, ge=0, le=20)]
"""A number of tricks, cards or bids; no hand is larger."""

Number = Annotated[int, Field(strict=True, ge=1, le=1_000_000)]
"""A limit or a target."""

Switch = Annotated[bool, Field(strict=True)]

RuleName = Annotated[str, Field(strict=True, pattern=r"^[A-Z0-9]{1,3}-[0-9]{1,3}$")]
"""The name of a rule, such as ``SB-5``, that a score line or a refusal cites."""

Label = Annotated[str, Field(strict=True, min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+$")]
Prose = Annotated[str, Field(strict=True, min_length=1, max_length=600, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]+$")]


class Part(BaseModel):
    """A frozen piece of a variant file; a key that it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def plural(count: int, noun: str) -> str:
    """``1 trick``, ``2 tricks``."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def signed(points: int) -> str:
    """Points with their sign, and a real minus: ``+40``, ``−20``, ``0``."""
    if points < 0:
        return f"−{-points}"
    return f"+{points}" if points else "0"
