"""The cards: suits, the pack of a game from low to high, and whether a claim stands (C-1, C-7, C-12)."""

from __future__ import annotations

from typing import Any

RANKS = "23456789TJQKA"


class Spade(str):
    """A card of another suit that is a spade in this game (JD-1)."""

    __slots__ = ()


def suit_of(card: str) -> str:
    """The suit of a card; jokers are spades (C-1)."""
    return "S" if isinstance(card, Spade) or card in ("BJ", "LJ") else card[1]


def spade_order(text: str) -> list[str]:
    """The spades of a game from low to high, of a text that names them from high to low."""
    names = reversed(text.split(" "))
    return [name + "S" if len(name) == 1 else name if name in ("BJ", "LJ") else Spade(name) for name in names]


def deck_of(deck: dict[str, Any]) -> list[str]:
    """The pack in its canonical order: clubs, diamonds, hearts, spades, each from low to high."""
    plain, spades = [rank + suit for suit in "CDH" for rank in RANKS], spade_order(deck["spades"])
    return [card for card in plain if card not in deck["remove"] and card not in spades] + spades


def is_int(value: object) -> bool:
    """A JSON integer, which a truth value is not."""
    return isinstance(value, int) and not isinstance(value, bool)


def claim_holds(
    claimer: int,
    hands: dict[int, set[str]],
    trick: list[tuple[int, str, bool]],
    later: list[int],
    strength: Any,
    may_call: bool,
    legal: Any,
    first: str = "",
) -> bool:
    """C-12: does every legal way to play on give all the tricks to the claimer?

    ``trick`` is what lies on the table, ``later`` the players who come after the claimer in it, and
    ``strength(card, low)`` the place of a card in its suit. ``first`` says of a first trick whether spades may be
    played to it, ``free`` or ``no_spade`` (NL-3); it is looked at as one that has been begun, with each lead.
    Every way must win, so one losing way is looked for, and in it everybody, the claimer included, may be taken
    to play against the claim. While the claim holds the claimer is always the one who leads, therefore each other
    player can be looked at alone:

    * he has a card above the lowest one of the claimer in its suit (an ace that may be called counts as low
      for the claimer and high for the other); where leading spades is forbidden, the claimer leads everything
      else first, to which the other either follows or trumps;
    * he has a spade, and fewer cards than the claimer in a suit that is not spades: he trumps the last one.
    """

    def calls(card: str) -> list[bool]:
        return [False, True] if may_call and card[0] == "A" else [False]

    def beats(card: str, low: bool, best: str, best_low: bool) -> bool:
        if suit_of(card) == suit_of(best):
            return bool(strength(card, low) > strength(best, best_low))
        return suit_of(card) == "S"

    def beaten_later(mine: set[str], theirs: set[str]) -> bool:
        for suit in "CDHS":
            my_cards = [card for card in mine if suit_of(card) == suit]
            their_cards = [card for card in theirs if suit_of(card) == suit]
            if my_cards and their_cards:
                lowest = min(strength(card, low) for card in my_cards for low in calls(card))
                if max(strength(card, False) for card in their_cards) > lowest:
                    return True
            has_spade = any(suit_of(card) == "S" for card in theirs)
            if suit != "S" and has_spade and len(my_cards) > len(their_cards):
                return True
        return False

    others = [seat for seat in hands if seat != claimer]
    if not trick and not first:
        return not any(beaten_later(hands[claimer], hands[other]) for other in others)
    for card in legal(claimer):
        lead = suit_of(trick[0][1]) if trick else suit_of(card)
        rest = hands[claimer] - {card}
        for low in calls(card):
            if suit_of(card) not in (lead, "S"):
                return False
            rivals = [(other, other_low) for _, other, other_low in trick if suit_of(other) in (lead, "S")]
            if not all(beats(card, low, other, other_low) for other, other_low in rivals):
                return False
            for other in others:
                if other not in later:
                    if beaten_later(rest, hands[other]):
                        return False
                    continue
                same_suit = {c for c in hands[other] if suit_of(c) == lead}
                plain = {c for c in hands[other] if suit_of(c) != "S"} if first == "no_spade" else set()
                for answer in same_suit or plain or hands[other]:
                    if suit_of(answer) in (lead, "S") and any(beats(answer, call, card, low) for call in calls(answer)):
                        return False
                    if beaten_later(rest, hands[other] - {answer}):
                        return False
    return True
