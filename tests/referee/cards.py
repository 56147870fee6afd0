"""Describe the cards: suits, the pack of a game from low to high, and the check of a claim (C-1, C-7, C-12)."""

from typing import Any

RANKS = "23456789TJQKA"


class Spade(str):
    """A card of another suit that is a spade in this game (JD-1)."""

    __slots__ = ()


def suit_of(card: str) -> str:
    """Return the suit of a card; jokers are spades (C-1)."""
    return "S" if type(card) is Spade or card[1] == "J" else card[1]


def spade_order(text: str) -> list[str]:
    """Return the spades of a game from low to high; the text names them from high to low."""
    names = reversed(text.split(" "))
    return [name + "S" if len(name) == 1 else name if name in ("BJ", "LJ") else Spade(name) for name in names]


def deck_of(deck: dict[str, Any]) -> list[str]:
    """Return the pack in its canonical order: clubs, diamonds, hearts, spades, each from low to high."""
    plain, spades = [rank + suit for suit in "CDH" for rank in RANKS], spade_order(deck["spades"])
    return [card for card in plain if card not in deck["remove"] and card not in spades] + spades


def is_int(value: object) -> bool:
    """Return whether a value is a JSON integer, which true and false are not."""
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
    always_trump: bool = False,
) -> bool:
    """Return whether every legal way to play on gives all the tricks to the claimer (C-12).

    ``trick`` is on the table, ``later`` are the players after the claimer in it, and ``strength(card, low)`` is the
    place of a card in its suit. ``first`` is ``free`` or ``no_spade`` in a first trick, depending on whether spades may
    be played to it (NL-3); each lead is tried there. With ``always_trump``, a player who can't follow suit
    plays a spade (CB-1).

    Every way must win, so this searches for a losing one, in which all players, the claimer included, may play against
    the claim. While the claim is good, the claimer always leads, so each other player can be considered alone:

    - They have a card above the claimer's lowest one in its suit (a callable ace counts as low for the claimer and high
      for the other). Where leading spades is forbidden, the claimer first leads everything else, and the other follows
      or trumps.
    - They have a spade, and fewer cards than the claimer in a suit other than spades, so that they trump the last one.
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
                spades = {c for c in hands[other] if always_trump and suit_of(c) == "S"}
                for answer in same_suit or plain or spades or hands[other]:
                    if suit_of(answer) in (lead, "S") and any(beats(answer, call, card, low) for call in calls(answer)):
                        return False
                    if beaten_later(rest, hands[other] - {answer}):
                        return False
    return True
