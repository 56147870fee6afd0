"""Make random choices and deals, and check where every card is."""

import random
from collections.abc import Iterator
from contextlib import suppress

from spades_tui import cards, fair
from spades_tui.analysis.simulate import trial
from spades_tui.game import events
from spades_tui.game.events import Deal, SeatEvent
from spades_tui.game.sequence import playing_seats
from spades_tui.game.state import GameState
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.variants.mutate import mutant

_Choices = dict[str, tuple[object, ...]]

_PLAYS: _Choices = {
    "lead_spades": ("broken", "any"),
    "first_trick": ("free", "no_spade"),
    "opening": ("left", "lowest_club"),
}
_NILS: _Choices = {"nil_points": (100, 50), "failed_nil": ("helps", "bags", "bags_only", "nothing")}
_PASSES: _Choices = {"nil_pass": (0, 0, 1, 2, 3), "pass_order": ("together", "nil_first")}
_BAGS: _Choices = {"bag_limit": (10, 5, 0), "bag_cost": (100, 50)}
_ENDS: _Choices = {"target": (60, 500), "floor": ("off", -60, -200)}
_TEN: _Choices = {"ten_for_200": (True, False)}
_DICTATED: _Choices = {**_PLAYS, **_NILS, **_PASSES, **_BAGS, **_ENDS, **_TEN}
_ALONE: _Choices = {
    "lead_spades": _PLAYS["lead_spades"],
    "first_trick": _PLAYS["first_trick"],
    "nil_points": (50, 100),
    **_BAGS,
    "target": (60, 300),
    "floor": ("off", -40, -200),
}
_CUTTHROAT: _Choices = {**_ALONE, "opening": _PLAYS["opening"], "last_bid": ("free", "not_even")}
_JOKERS: _Choices = {
    "enforcement": ("refuse", "challenge"),
    "double_sets": (True, False),
    "bag_penalty": (True, False),
    "ten_or_less": (True, False),
    "new_deal": (True, False),
    "blind_ten_400": (True, False),
}
_CALLED: _Choices = {"joker": (True, False), "aces": ("called", "high")}
SWITCHES: dict[str, _Choices] = {
    "sandbags": {"target": (60, 500)},
    "jokers": {"target": (60, 500), **_JOKERS},
    "cutthroat": _CUTTHROAT,
    "cutthroat-three": _CUTTHROAT,
    "joker-deuces": {"target": (60, 350), **_JOKERS},
    "bemo": {"target": (60, 500), "enforcement": ("refuse", "challenge")},
    "classic": {
        **_DICTATED,
        "nil": (True, True, False),
        "blind_behind": (0, 100),
        "blind_nil": (200, 100, 0),
        "blind_pass": (0, 0, 1, 2, 3),
        "board": (True, False),
        "least_total": ("off", "off", 10, 13),
    },
    "whiz": _DICTATED,
    "mirrors": _DICTATED,
    "suicide": _DICTATED,
    "call-break": {
        "hands": (1, 2, 5),
        "calls": ("any", "one_to_eight", "two_to_eight"),
        "no_spade": (True, False),
        "eight_wins": (True, False),
        "tenths": (True, False),
    },
    "six-handed": {"target": (60, 300), "nil_points": (50, 100), "bag_limit": (5, 10, 0), "floor": (-60, "off")},
    "two-handed": {**_ALONE, "second_card": ("seen", "unseen")},
    "league": {**_PLAYS, **_NILS, **_PASSES, **_BAGS, **_TEN},
    "3b-three": {"hands": (1, 2, 9), "first_zero": (150, 200)},
    "3b-four": {"hands": (1, 2, 8), **_CALLED, "first_zero": (50, 100)},
    "3b-five": {"hands": (1, 2, 9), **_CALLED, "first_zero": (50, 100)},
}
"""Every option of a table except those for taking back."""


def random_deal(state: GameState, rng: random.Random) -> Deal:
    """Return a deal of shuffled cards."""
    rules, pack = state.rules, list(state.rules.cards.pack)
    rng.shuffle(pack)
    table = playing_seats(rules, state.next_dealer)
    if rules.variant.deal.draft:
        nothing = tuple(0 if seat in table else None for seat in range(rules.seats))
        return Deal(state.next_hand, state.next_dealer, nothing, stock=tuple(pack))
    extra = rules.variant.deal.extra > 0
    dealt = fair.deal_out(
        tuple(pack), seats=rules.seats, table=table,
        extra_at=len(pack) - 1 if extra else None, dead_hand=rules.variant.deal.dead_hands > 0,
        kitty=rules.kitty.cards if rules.kitty is not None else 0,
    )  # fmt: skip
    return Deal(state.next_hand, state.next_dealer, dealt.hands, dealt.extra, dealt.kitty, dealt.dead)


def check_cards(state: GameState) -> None:
    """Check that every card of the pack is in exactly one place."""
    hand = state.hand
    if hand is None:
        return
    played = [one.card for trick in (*hand.tricks, hand.trick) for one in trick]
    aside = list(cards.cards_of(hand.aside))
    held = [card for holding in hand.holding for card in cards.cards_of(holding)]
    dead = list(cards.cards_of(hand.dead or 0))
    away = [one.second if one.keep else one.first for one in hand.drafts]
    assert sorted(played + aside + held + dead + away + list(hand.stock)) == sorted(state.rules.cards.pack)


def every_event(rules: Ruleset) -> list[SeatEvent]:
    """Return all events ever possible at this table, and many more."""
    seats = range(-1, rules.seats + 1)
    some: list[SeatEvent] = []
    for seat in seats:
        some += [events.Look(seat), events.Stand(seat), events.Draw(seat), events.Dump(seat), events.Bone(seat)]
        some += [events.Redeal(seat), events.Draft(seat, True), events.Draft(seat, False)]
        some += [events.Pass(seat, 1 << card) for card in range(cards.CARD_COUNT)]
        some += [events.Bid(seat, bid, blind) for bid in range(-1, 20) for blind in (False, True)]
        some += [events.Raise(seat, bid) for bid in range(-1, 20)]
        some += [events.Promise(seat, tricks) for tricks in range(8)]
        some += [events.Discard(seat, card) for card in range(cards.CARD_COUNT)]
        some += [events.Play(seat, card, ace) for card in range(cards.CARD_COUNT) for ace in (None, "high", "low")]
        for other in seats:
            some += [events.Challenge(seat, other), events.ZeroBuddy(seat, other), events.Chit(seat, other)]
            some += [events.Books(seat, other, count) for count in range(-1, 5)]
        some.append(events.Chit(seat, None))
    return some


ODD_GAMES, ROWS = 15, 5
"""Seeds of odd variants in a row, and rows."""


def odd_games(row: int) -> Iterator[Ruleset]:
    """Yield the rules of odd variants, whose components no shipped game has together."""
    for seed in range(ODD_GAMES * row, ODD_GAMES * (row + 1)):
        with suppress(VariantError):
            variant = from_data(mutant(seed))
            trial(variant, "odd")
            yield ruleset(variant)
