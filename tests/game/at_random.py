"""What games played at random need: choices of the table, a deal, and where every card is."""

import random

from spades_tui import cards, fair
from spades_tui.game.dealing import playing_seats
from spades_tui.game.facts import Deal
from spades_tui.game.state import GameState

_CUTTHROAT: dict[str, tuple[object, ...]] = {
    "target": (60, 300),
    "floor": ("off", -40, -200),
    "last_bid": ("free", "not_even"),
    "lead_spades": ("broken", "any"),
    "first_trick": ("free", "no_spade"),
    "opening": ("left", "lowest_club"),
    "nil_points": (50, 100),
    "bag_limit": (5, 10, 0),
    "bag_cost": (50, 100),
}
_JOKERS: dict[str, tuple[object, ...]] = {
    "enforcement": ("refuse", "challenge"),
    "double_sets": (True, False),
    "bag_penalty": (True, False),
    "ten_or_less": (True, False),
    "new_deal": (True, False),
    "blind_ten_400": (True, False),
}
SWITCHES: dict[str, dict[str, tuple[object, ...]]] = {
    "sandbags": {"target": (60, 500)},
    "jokers": {"target": (60, 500), **_JOKERS},
    "cutthroat": _CUTTHROAT,
    "cutthroat-three": _CUTTHROAT,
    "joker-deuces": {"target": (60, 350), **_JOKERS},
    "bemo": {"target": (60, 500), "enforcement": ("refuse", "challenge")},
    "classic": {
        "target": (60, 500), "floor": (-60, "off"), "failed_nil": ("helps", "bags", "bags_only", "nothing"),
        "nil": (True, True, False), "blind_behind": (0, 100), "blind_nil": (200, 100), "nil_pass": (0, 0, 1),
        "bag_limit": (10, 5, 0), "board": (True, False), "ten_for_200": (True, False),
        "opening": ("left", "lowest_club"), "first_trick": ("free", "no_spade"), "lead_spades": ("broken", "any"),
    },
    "whiz": {"target": (60, 500), "failed_nil": ("bags", "bags_only"), "ten_for_200": (True, False)},
    "mirrors": {"target": (60, 500), "failed_nil": ("bags", "bags_only"), "bag_limit": (10, 5)},
    "suicide": {"target": (60, 500), "failed_nil": ("helps", "bags"), "bag_limit": (10, 5)},
    "two-handed": {
        "target": (60, 300), "floor": ("off", -40, -200), "second_card": ("seen", "unseen"),
        "lead_spades": ("broken", "any"), "first_trick": ("free", "no_spade"), "nil_points": (50, 100),
        "bag_limit": (5, 10, 0), "bag_cost": (50, 100),
    },
    "league": {
        "failed_nil": ("helps", "bags", "bags_only", "nothing"), "nil_points": (100, 50), "nil_pass": (0, 0, 1),
        "bag_limit": (10, 5, 0), "bag_cost": (100, 50), "ten_for_200": (True, False),
        "opening": ("left", "lowest_club"), "first_trick": ("free", "no_spade"), "lead_spades": ("broken", "any"),
    },
    "3b-three": {"hands": (1, 2, 9)},
    "3b-four": {"hands": (1, 2, 8), "joker": (True, False), "aces": ("called", "high")},
    "3b-five": {"hands": (1, 2, 9), "joker": (True, False), "aces": ("called", "high")},
}


def random_deal(state: GameState, rng: random.Random) -> Deal:
    """A deal of shuffled cards, as any table makes it."""
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
    )  # fmt: skip
    return Deal(state.next_hand, state.next_dealer, dealt.hands, dealt.extra, dealt.dead)


def check_cards(state: GameState) -> None:
    """Every card of the pack is in one place."""
    hand = state.hand
    if hand is None:
        return
    played = [one.card for trick in (*hand.tricks, hand.trick) for one in trick]
    aside = [hand.extra] if hand.extra is not None else []
    held = [card for holding in hand.holding for card in cards.cards_of(holding)]
    dead = list(cards.cards_of(hand.dead or 0))
    away = [one.second if one.keep else one.first for one in hand.drafts]
    assert sorted(played + aside + held + dead + away + list(hand.stock)) == sorted(state.rules.cards.pack)
