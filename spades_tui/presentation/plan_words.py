"""The plans of card play as short phrases: `drawing trumps`."""

from spades_tui.bots.plan import Plan

_DOING = {
    Plan.WIN_CHEAPLY: "winning cheaply",
    Plan.WIN_HIGH: "winning for sure",
    Plan.COVER: "trying for the trick",
    Plan.CANT_BEAT: "playing low",
    Plan.DUCK: "ducking",
    Plan.LEAVE_PARTNER: "leaving it to partner",
    Plan.OVERTAKE: "overtaking partner",
    Plan.RUFF: "ruffing",
    Plan.OVERRUFF: "overruffing",
    Plan.REFUSE_RUFF: "refusing to ruff",
    Plan.DISCARD: "discarding",
    Plan.DRAW_TRUMPS: "drawing trumps",
    Plan.FORCE_OUT: "forcing out a high card",
    Plan.CASH: "cashing winners",
    Plan.LEAD_LOW: "choosing a lead",
    Plan.LEAD_PARTNER_VOID: "giving partner a ruff",
    Plan.COVER_NIL: "covering a nil",
    Plan.ATTACK_NIL: "attacking a nil",
    Plan.KEEP_NIL: "keeping the nil",
    Plan.SHED_HIGH: "shedding a dangerous card",
    Plan.SETTING_TRICK: "setting them",
    Plan.MAKE_BID: "making the bid",
    Plan.LOSE_BAG: "losing a bag",
    Plan.GIVE_BAG: "giving them a bag",
    Plan.KEEP_TRUMP: "keeping a trump",
    Plan.EXACT: "staying at the exact bid",
    Plan.PROMISE: "keeping a promise",
    Plan.MUST_BEAT: "beating the trick for sure",
    Plan.ZERO_HUNT: "hunting a zero",
    Plan.LOW_BALL: "getting rid of the lead",
}


def plan_words(plan: Plan | None, zero: str = "nil") -> str:
    """Return what a card is for, in the game's word for a zero; "" if there is nothing to add."""
    if plan in (None, Plan.LEAD_LOW):
        return ""
    return _DOING[plan].replace("nil", zero)


def kind_words(kind: str) -> str:
    """Return the kind of a mistake: `bidding`, or a plan."""
    if kind in {*Plan}:
        return _DOING[Plan(kind)]
    return {"playing": "playing a card"}.get(kind, kind)
