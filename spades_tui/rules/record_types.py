"""The types of seats and of counts by seat, in the JSON of a record."""

from typing import Annotated

from msgspec import Meta

MOST_SEATS = 6
Seat = Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)]
Words = Annotated[str, Meta(min_length=1, max_length=400)]
NotedNumber = Annotated[int, Meta(gt=-(10**6), lt=10**6)]
HandNumber = Annotated[int, Meta(ge=1, le=100_000)]
BidNumber = Annotated[int, Meta(ge=0, le=99)]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS)]
PerSeat = Annotated[tuple[BidNumber | None, ...], Meta(min_length=2, max_length=MOST_SEATS)]
"""A count by seat; None for a seat that sat out."""
