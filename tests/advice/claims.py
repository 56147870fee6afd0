"""Check each claim of a sentence about a card against the position, without the code that made the sentence.

A sentence is split into clauses. Each clause must match one form of `FORMS`, whose check then has to be true: an
unknown clause is a fault too, so that new words need a check here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from spades_tui.cards import LOW_ACE, SPADES, called_high
from spades_tui.game.state import GameState
from spades_tui.seats import Observation
from tests.advice.claim_facts import CARD, GROUPS, Claim
from tests.advice.contradictions import NAMES

Check = Callable[[Claim], bool]


def _named(c: Claim) -> bool:
    return c.may(*[group for group in c.named if group in "ab"])


def _has(c: Claim) -> bool:
    """Return whether the first named card is legal and the second one in the hand."""
    return c.may("a") and c.b in [*c.own, *c.legal]


def _low_for_nil(c: Claim) -> bool:
    return c.rank(c.b) < c.rank(c.a) and all(c.nil_alive(seat) for seat in c.seats())


def _loses(c: Claim) -> bool:
    return c.may("a") and not c.ahead(c.a)


def _wins(c: Claim) -> bool:
    return c.may("a") and c.ahead(c.a)


def _cant_beat(c: Claim) -> bool:
    return not any(c.ahead(card) for card in c.legal)


def _all_beat(c: Claim) -> bool:
    return all(c.ahead(card) for card in c.legal)


def _higher_out(c: Claim) -> bool:
    """Return whether this number of unseen cards of this suit is higher than the card spoken of."""
    return c.suit_of(c.it) == c.suit() and len(c.above(c.it)) == c.number()


def _only_higher(c: Claim) -> bool:
    return c.above(c.it) == [c.c]


def _none_higher(c: Claim) -> bool:
    return c.suit_of(c.it) == c.suit() and not c.above(c.it)


def _promised(c: Claim) -> bool:
    """Return whether the seat has promised this number of first tricks and taken all so far (BM-9)."""
    taken_all = all(winner == c.seat for winner in c.seen.winners)
    promises = [one.tricks for one in c.seen.announced if one.seat == c.seat and one.kind == "promise"]
    return promises == [c.number()] and taken_all and len(c.seen.tricks) < c.number()


def _ruffs(c: Claim) -> bool:
    return bool(c.held(SPADES))


def _comes_back(c: Claim, suit: int) -> bool:
    """Return whether others may have a card of a plain suit, and the seat a trump."""
    return suit != SPADES and any(c.suit_of(card) == suit for card in c.unseen) and _ruffs(c)


def _alone(c: Claim) -> bool:
    suit = c.suit()
    return c.may("a") and c.suit_of(c.a) == suit and len(c.held(suit)) == 1 and _comes_back(c, suit)


def _partner_nil_later(c: Claim) -> bool:
    return any(seat in c.later for seat in c.partner_nils()) and c.ahead(c.it)


def _partner_nil_wins(c: Claim) -> bool:
    return c.winner in c.partner_nils()


def _fewer(c: Claim) -> bool:
    return len(c.above(c.a)) < len(c.above(c.b))


def _sooner_wins(c: Claim) -> bool:
    """Return whether fewer cards beat the card spoken of than another one, and no trick is wanted."""
    return c.may("a") and c.enough() and len(c.above(c.it)) < len(c.above(c.a))


def _no_trick_needed(c: Claim) -> bool:
    return (c.need() or 0) <= 0


def _still_need(c: Claim) -> bool:
    return c.need() == c.number() and c.number() <= c.left


def _partner_ahead(c: Claim) -> bool:
    return c.winner in c.seats("partner") and c.best in c.values(c.named["b0"], [c.best or 0])


def _sure_bid(c: Claim) -> bool:
    """Return whether trumps that no unseen card beats make the bid, and none can be lost now."""
    sure = [card for card in c.held(SPADES) if not c.above(card)]
    lost = [card for card in sure if card in c.legal and not c.ahead(card)]
    return not lost and not c.exact() and 0 < (c.need() or 0) <= len(sure)


def _partner_leads(c: Claim) -> bool:
    return c.winner in c.seats("partner")


def _high_plain_card(c: Claim) -> bool:
    return c.b in c.own and c.suit_of(c.b) != SPADES and not c.above(c.b)


def _ruff_shown(c: Claim, seat: int, suit: int) -> bool:
    """Return whether a seat has shown a void in a plain suit, and may have a trump."""
    trumps = bool(c.trumps_out()) and not c.void_shown(seat, SPADES)
    return trumps and suit != SPADES and c.void_shown(seat, suit)


def _may_ruff(c: Claim, name: str | None = None) -> bool:
    """Return whether those meant play later, have shown a void in the suit named, and none in trumps."""
    return bool(c.trumps_out()) and all(
        seat in c.later and c.void_shown(seat, c.suit()) and not c.void_shown(seat, SPADES) for seat in c.seats(name)
    )


def _fills_bags(c: Claim) -> bool:
    """Return whether the next bag of the side that is winning costs it points; bags of nils are left out."""
    cost, side = c.rules.bags, c.rules.side_of[c.winner if c.winner is not None else c.seat]
    seats = c.rules.sides[side]
    if cost is None or any(c.seen.bids[seat] == 0 for seat in seats):
        return "which costs" in c.clause
    bags = c.seen.standing.bags[side] - (c.need(side) or 0)
    return bool(cost.penalty) and bags % cost.limit == cost.limit - 1


def _takers(c: Claim) -> bool:
    """Return whether a side of several is spoken of as many, and a player alone by name."""
    alone = len(c.rules.sides[c.rules.side_of[c.winner if c.winner is not None else c.seat]]) == 1
    return (c.named["w"] is not None) == alone and (not alone or c.winner in c.seats())


def _partners_as_good(c: Claim) -> bool:
    """Return whether the same unseen cards beat the partner's card, which is ahead, and the card spoken of."""
    return _partner_leads(c) and c.above(c.best or 0) == c.above(c.a) and c.suit_of(c.a) == c.suit_of(c.best or 0)


FORMS: dict[str, Check] = {
    # only one card
    "your only {s}": lambda c: len(c.held(c.suit())) == 1 and c.led == c.suit(),
    "you must follow suit": lambda c: c.led is not None and len(c.legal) == 1,
    "the rules leave you only this card": lambda c: len(c.legal) == 1 < len(c.own),
    "your only card": lambda c: len(c.own) == 1,
    "only the {a} may be played now": lambda c: c.legal == [c.a],
    # any of these
    "any of these": lambda c: len(c.legal) > 1,
    "{best} is ahead, and none of your cards beats it": _cant_beat,
    "none of your {s} beats {best}": lambda c: (
        _cant_beat(c) and (c.named["s"] == "cards" or all(c.suit_of(card) == c.suit() for card in c.legal))
    ),
    "no card between them is out, so they do the same": lambda c: c.none_between(),
    "every bid is decided, and nothing more can be won": lambda c: c.decided(),
    "each of them beats {best}": lambda c: _all_beat(c) and all(c.stands(card) for card in c.legal),
    "every bid is decided, and only bags are left": lambda c: c.closed() and c.rules.bags is not None,
    "your bid is lost": lambda c: (c.need() or 0) > c.left,
    "you need {n} and {m} are left": lambda c: c.need() == c.number() and c.left == c.number("m"),
    "your {a} makes the bid anyway": lambda c: c.a in c.own and _sure_bid(c),
    "your high trumps make the bid anyway": _sure_bid,
    "your bid is made, and the others' bids come out the same": lambda c: c.enough(),
    "your bid (?:looks safe|looks lost|is as likely) with each": lambda c: 0 < (c.need() or 0) <= c.left,
    "your {nil} (?:looks safe|looks lost|is as likely) with each": lambda c: c.own_nil(),
    "each is the highest left of its suit": lambda c: c.led is None and not any(c.above(card) for card in c.legal),
    # what is needed
    "you (?:still )?need {n}": _still_need,
    "you need one more": lambda c: c.need() == 1,
    "{side} needs? {n} more": lambda c: c.need(c.other_side()) == c.number() <= c.left,
    "one trick sets {side}": lambda c: c.need(c.other_side()) == c.left,
    "{n} of the {m} left set {side}": lambda c: (
        c.need(c.other_side()) == c.left - c.number() + 1 and c.number("m") == c.left
    ),
    "both tricks left set {side}": lambda c: c.need(c.other_side()) == 1 and c.left == 2,
    "all {n} tricks left set {side}": lambda c: c.need(c.other_side()) == 1 and c.left == c.number(),
    "{side} needs? every trick left, so this sets them": lambda c: c.need(c.other_side()) == c.left and c.sets(c.it),
    "{side} wins? the game unless set": lambda c: c.wins_game(c.other_side()),
    "then the {a} makes your bid": lambda c: c.need() == 2 and c.suit_of(c.a) == SPADES and not c.above(c.a),
    "then your high trumps make your bid": lambda c: (
        2 < (c.need() or 0) <= 1 + sum(not c.above(card) for card in c.held(SPADES))
    ),
    "that makes your bid": lambda c: c.need() == 1 and c.stands(c.it, False),
    "the {a} sets them": lambda c: c.may("a") and c.sets(c.a),
    "your bid is made, and bags cost": lambda c: c.enough() and c.rules.bags is not None,
    "your bid is made, and tricks cost": lambda c: c.enough() and bool(c.rules.over_costs),
    "you have your tricks, and one more breaks the bid": lambda c: c.need() == 0 and c.exact(),
    "{w}'s bid is made": lambda c: (
        c.winner in c.seats()
        and len(c.rules.sides[c.rules.side_of[c.winner]]) == 1
        and (c.need(c.rules.side_of[c.winner]) or 0) <= 0
    ),
    "{w}'s side has its bid": lambda c: c.winner in c.seats() and (c.need(c.rules.side_of[c.seats()[0]]) or 0) <= 0,
    "(?:play|lead|take it with|ruff with) the {a} and (?:lose|risk) your bid of {n}": lambda c: (
        c.may("a") and c.seen.contracts[c.side] == c.number() and 0 < (c.need() or 0) <= c.left
    ),
    "(?:play|lead|take it with|ruff with) the {a} and (?:lose|risk) your bid": lambda c: (
        c.may("a") and 0 < (c.need() or 0) <= c.left
    ),
    "partner's {nil} is worth more": lambda c: bool(c.partner_nils()),
    "{w}'s {nil} is worth more": lambda c: all(c.nil_alive(seat) for seat in c.seats()),
    "setting them is worth more": lambda c: True,
    "that wins more games": lambda c: True,
    "that gains more points": lambda c: True,
    # leads
    "lead the {a}": _named,
    "lead the {a} against {w}'s {nil} and keep the {b} for later": lambda c: (
        c.may("a", "b") and all(c.nil_alive(seat) and not c.void_shown(seat, c.suit_of(c.a)) for seat in c.seats())
    ),
    "nobody can beat it, but your other leads endanger the {nil} more": lambda c: (
        c.own_nil() and not c.above(c.it) and c.no_ruff(c.it)
    ),
    "no higher {s} is out, but your other leads endanger the {nil} more": lambda c: c.own_nil() and _none_higher(c),
    "{n} higher {s} are out, so your {nil} should survive": lambda c: c.own_nil() and _higher_out(c) and c.number() > 2,
    "{n} higher {s} are out, so your {nil} may survive": lambda c: c.own_nil() and _higher_out(c),
    "the {c} is still out, so your {nil} may survive": lambda c: c.own_nil() and _only_higher(c),
    "your {nil} is safer if you lead the {a} than the {b}": lambda c: c.may("a", "b") and c.own_nil(),
    "partner has no {s} left, so partner's {nil} is safe": lambda c: (
        c.suit_of(c.it) == c.suit() and any(c.void_shown(seat, c.suit()) for seat in c.partner_nils())
    ),
    "only the {c} beats it, which covers partner's {nil}": lambda c: _only_higher(c) and bool(c.partner_nils()),
    "nothing beats it in {s}, so partner's {nil} is safe under it": lambda c: (
        _none_higher(c) and bool(c.partner_nils())
    ),
    "{w}'s {nil} has (?:only )?{n} lower {s} left to hide under": lambda c: (
        all(c.nil_alive(seat) and not c.void_shown(seat, c.suit()) for seat in c.seats())
        and len(c.below(c.it)) == c.number()
    ),
    "draw the last trump with the {a}": lambda c: c.may("a") and len(c.trumps_out()) == 1 and not c.above(c.a),
    "draw trumps with the {a}": lambda c: c.may("a") and c.suit_of(c.a) == SPADES,
    "{n} are out, and none is higher": lambda c: len(c.trumps_out()) == c.number() and not c.above(c.it),
    "cash the {a}": lambda c: (
        c.may("a") and not any(_ruff_shown(c, seat, c.suit_of(c.a)) for seat in c.later if not c.is_partner(seat))
    ),
    "cash the {a} before somebody has no {s} left": lambda c: c.may("a") and not c.above(c.a) and not c.seen.tricks,
    "nobody has shown a void in {s}": lambda c: not any(c.void_shown(seat, c.suit()) for seat in c.later),
    "nothing can beat it": lambda c: not c.above(c.it) and c.no_ruff(c.it),
    "you hold {n} trumps, and only {m} are out": lambda c: (
        len(c.held(SPADES)) == c.number() >= c.number("m") == len(c.trumps_out())
    ),
    "a trump that falls can't ruff your {b}": _high_plain_card,
    "a trump that falls now can't ruff your {b} later": _high_plain_card,
    "it can't ruff your {b}": lambda c: _high_plain_card(c) and len(c.trumps_out()) == 1,
    "{w} has no {s} left and might ruff another lead": lambda c: all(
        c.held(c.suit()) and c.void_shown(seat, c.suit()) and not c.void_shown(seat, SPADES) and c.trumps_out()
        for seat in c.seats()
    ),
    "no trump is out, and nothing can beat it": lambda c: not c.trumps_out() and not c.above(c.it),
    "no higher {s} is out": _none_higher,
    "no higher {s} is out, but {w} might ruff": lambda c: _none_higher(c) and _may_ruff(c),
    "nobody else has a {s} left, and a ruff costs a trump": lambda c: (
        c.suit_of(c.it) == c.suit() and not any(c.suit_of(card) == c.suit() for card in c.unseen)
    ),
    "{side} needs? {n} more of the {m} left": lambda c: (
        c.need(c.other_side()) == c.number() and c.number("m") == c.left and (c.need() or 0) <= 0
    ),
    "no higher {s} is out, so it wins a trick anyway": lambda c: _none_higher(c) and c.suit() == SPADES and c.enough(),
    "partner has no {s} left and may ruff it": lambda c: (
        any(
            c.void_shown(seat, c.suit()) and not c.void_shown(seat, SPADES) and seat in c.later
            for seat in c.seats("partner")
        )
        and bool(c.trumps_out())
    ),
    "lead the {a} to drive out the {c}": lambda c: c.may("a") and c.above(c.a) == [c.c],
    "then your {a} is high": lambda c: c.a in c.own and len(c.above(c.a)) == 1,
    "lead the {a}, which {n} higher {s} can beat": lambda c: (
        c.may("a") and c.suit_of(c.a) == c.suit() and len(c.above(c.a)) == c.number()
    ),
    "lead the {a}, which the {c} can beat": lambda c: c.may("a") and c.above(c.a) == [c.c],
    "lead your only {s}, the {a}": _alone,
    "lead the {a} (?:to take fewer bags|to leave them the bags)": lambda c: c.may("a") and c.rules.bags is not None,
    "lead the {a} to take fewer extra tricks": lambda c: c.may("a") and c.need() is not None,
    "your {b} wins more often if others lead {s}": lambda c: (
        c.b in c.own and c.suit_of(c.b) == c.suit() != SPADES and 0 < len(c.above(c.b)) < len(c.held(c.suit()))
    ),
    "then you can ruff {s}": lambda c: _comes_back(c, c.suit()),
    "lead the {a} and keep the {b} for a later round": lambda c: (
        _has(c) and c.top(c.b) and c.suit_of(c.a) == c.suit_of(c.b)
    ),
    "only the {c} or a ruff can beat it": lambda c: _only_higher(c) and not c.no_ruff(c.it),
    "only the {c} can beat it": lambda c: _only_higher(c) and c.no_ruff(c.it),
    "one {s} more, and you can ruff the suit": lambda c: len(c.held(c.suit())) == 2 and _comes_back(c, c.suit()),
    "lead a trump, the {a}": lambda c: c.may("a") and c.suit_of(c.a) == SPADES,
    "{n} (?:are|is) out, and each that falls is one ruff fewer": lambda c: len(c.trumps_out()) == c.number(),
    "lead the {a} and keep the {b}": _has,
    "lead the {a} and keep the {b}, which only the {c} beats": lambda c: _has(c) and c.above(c.b) == [c.c],
    "only the {c} beats it": _only_higher,
    "lead the {a}, the top of your {s}": lambda c: c.may("a") and not c.above(c.a, c.own),
    "the next one is as good": lambda c: any(
        c.above(card) == c.above(c.it) for card in c.held(c.suit_of(c.it)) if c.rank(card) < c.rank(c.it)
    ),
    "lead the {a} from your {n} {s}": lambda c: c.may("a") and len(c.held(c.suit())) == c.number(),
    "the long suit may make tricks later": lambda c: True,
    "you have no sure winner to lead": lambda c: all(c.above(card) for card in c.legal),
    "get out with the {a}": _named,
    "{n} higher {s} are out, and you keep your sure winners": lambda c: (
        _higher_out(c) and not all(c.above(card) for card in c.legal)
    ),
    "the {c} is still out, and you keep your sure winners": lambda c: (
        _only_higher(c) and not all(c.above(card) for card in c.legal)
    ),
    # why not a lead
    "the {a} has no higher {s} out": lambda c: c.suit_of(c.a) == c.suit() and not c.above(c.a),
    "your {nil} would (?:probably )?win with it": lambda c: c.own_nil(),
    "more cards can beat it than the {a}": lambda c: len(c.above(c.it)) > len(c.above(c.a)),
    "the {a} may leave the trick to partner's {nil}": lambda c: bool(c.partner_nils()) and bool(c.above(c.a)),
    "the {a} covers it": lambda c: c.may("a") and not c.above(c.a),
    "the {a} would probably win one": lambda c: not c.above(c.a),
    "the {a} would win one": lambda c: not c.above(c.a) and c.no_ruff(c.a),
    "the {c} can beat the {a}": lambda c: c.above(c.a) == [c.c],
    "{n} higher {s} can beat the {a}": lambda c: c.suit_of(c.a) == c.suit() and len(c.above(c.a)) == c.number(),
    "nothing out is higher than the {a}": lambda c: c.may("a") and not c.above(c.a),
    "no card between the {a} and the {b} is out": lambda c: c.may("a", "b") and c.above(c.a) == c.above(c.b),
    "keep the {a} to ruff with": lambda c: c.may("a") and c.suit_of(c.a) == SPADES,
    "keep the {a}": _named,
    "keep the {a} for later": _named,
    "no need to cash the {a} yet": lambda c: c.may("a") and not c.above(c.a) and not c.no_ruff(c.a),
    "it stays the highest {s}": lambda c: c.suit_of(c.it) == c.suit() and c.top(c.it),
    "the {a} leads away from your {b}": lambda c: (
        _has(c) and c.rank(c.b) > c.rank(c.a) and c.above(c.b) != c.above(c.a)
    ),
    "don't open {s} under your {b}": lambda c: c.b in c.own and c.suit_of(c.b) == c.suit(),
    "you are sooner void in {s}": lambda c: _comes_back(c, c.suit()),
    "lead the {a} rather than the {b}": lambda c: (
        c.may("a", "b") and len(c.held(c.suit_of(c.a))) < len(c.held(c.suit_of(c.b)))
    ),
    "the {a} is no easier to lose than the {b}": lambda c: c.may("a", "b") and len(c.above(c.a)) <= len(c.above(c.b)),
    "{n} higher {s} can beat it, {m} the {a}": lambda c: _higher_out(c) and len(c.above(c.a)) == c.number("m"),
    "the {a} does more than the {b} here": lambda c: c.may("a", "b"),
    "fewer {s} beat it": lambda c: len(c.above(c.it)) < len(c.above(c.other)),
    # winning
    "the {a} is harder to beat": lambda c: _wins(c) and _partner_leads(c) and not c.stands(c.best or 0, False),
    "the {a} is enough, so keep the {b}": lambda c: (
        _wins(c) and c.ahead(c.b) and c.stands(c.a, False) and c.rank(c.a) < c.rank(c.b)
    ),
    "you must beat {best}, and the {a} is harder to catch than the {b}": lambda c: (
        _all_beat(c) and c.may("a", "b") and _fewer(c)
    ),
    "your {nil} looks lost": lambda c: c.own_nil(),
    "you must win this one": lambda c: _all_beat(c) and not c.later,
    "play the {a}": _named,
    "play the {a}, your highest": lambda c: c.may("a") and c.a == max(c.legal, key=c.rank),
    "you can't stay under {best}": _all_beat,
    "the {a} takes it": lambda c: c.may("a") and c.stands(c.a),
    "play the {a} and hope somebody beats it": lambda c: _wins(c) and any(c.may_beat(s, c.a) for s in c.later),
    "beat {best} with the {a}": _wins,
    "the {nil} must not take this trick": _partner_nil_wins,
    "take it with the {a}": _wins,
    "partner's {nil} still has to play under it": _partner_nil_later,
    "you must beat {best}": lambda c: c.rules.must_beat is not None and _all_beat(c),
    "the {a} is the cheapest": lambda c: c.may("a") and c.a == min(c.legal, key=c.rank),
    "the {a} stays ahead": lambda c: c.may("a") and c.stands(c.a, False),
    "even your lowest card beats {best}": _all_beat,
    "{best} could still be beaten": lambda c: any(
        c.may_beat(seat, c.best or 0) for seat in c.later if not c.is_partner(seat)
    ),
    "third hand high": lambda c: len(c.laid) == 2,
    "put the {a} on {best}": lambda c: _wins(c) and c.is_high(c.a),
    "go over {best} with the {a}": _wins,
    "go over {best} with the {a} to get the lead": lambda c: _wins(c) and _partners_as_good(c),
    "{best} is as good as your {a}": lambda c: _wins(c) and _partners_as_good(c),
    "the {a} is as good, and may give you the lead": lambda c: _wins(c) and _partners_as_good(c),
    "worth about the same, but your (?:bid|{nil}) is likelier with the {a}": lambda c: c.may("a"),
    "overruff {best} with the {a}": lambda c: _wins(c) and c.suit_of(c.best or 0) == SPADES != c.led,
    "overruff {best} with the {a}, the cheapest that does it": lambda c: (
        _wins(c) and c.a == min([card for card in c.legal if c.ahead(card)], key=c.rank)
    ),
    "you have no {s}": lambda c: not c.held(c.suit()) and c.led == c.suit(),
    "you have no {s} and no trump": lambda c: not c.held(c.suit()) and not c.held(SPADES),
    "ruff with the {a}": lambda c: _wins(c) and c.suit_of(c.a) == SPADES != c.led,
    "ruff with the {a}, harder to overruff than the {b}": lambda c: (
        _wins(c) and c.ahead(c.b) and _fewer(c) and not c.stands(c.b, False) and bool(c.above(c.a))
    ),
    "ruff with the {a} and keep the {b} to lose a trick with": lambda c: (
        _wins(c) and c.suit_of(c.a) == SPADES != c.led and c.ahead(c.b) and _fewer(c) and _no_trick_needed(c)
    ),
    "ruff with the {a} and keep the {b} to (?:take fewer|leave them the) (?:bags|extra tricks) later": lambda c: (
        _wins(c) and c.suit_of(c.a) == SPADES != c.led and c.ahead(c.b) and _fewer(c)
    ),
    "keep the {a} to (?:take fewer|leave them the) (?:bags|extra tricks) later": lambda c: c.may("a"),
    "ruff with the {a}, which can't be overruffed": lambda c: _wins(c) and not c.above(c.a),
    "take it with the {a} and keep the {b}": lambda c: _wins(c) and c.ahead(c.b) and c.rank(c.b) < c.rank(c.a),
    "ruff with the {a}, your lowest trump": lambda c: _wins(c) and c.lowest(c.a),
    "{w} has no {s} and might ruff the {a}": lambda c: _wins(c) and _may_ruff(c),
    "partner has no {s} left and may ruff": lambda c: _may_ruff(c, "partner"),
    "play the {a} and keep the ace, which may be called high later": lambda c: (
        _loses(c) and c.rules.cards.aces_called and any(card >= LOW_ACE for card in c.legal)
    ),
    "keep the ace, which may be called high later, and play the {a}": lambda c: (
        c.may("a") and c.rules.cards.aces_called and any(card >= LOW_ACE for card in c.legal)
    ),
    "{w} has no {s} and might overruff the {a} too": lambda c: (
        _wins(c) and _may_ruff(c) and any(c.may_beat(seat, c.a) for seat in c.seats())
    ),
    "get rid of the {a} now": lambda c: c.own_nil() and _wins(c) and not _all_beat(c),
    "take it with the {a} and keep the {b}, which is easier to lose later": lambda c: (
        _wins(c) and c.stands(c.b) and len(c.above(c.b)) > len(c.above(c.a))
    ),
    "{w} has no {s} either and might overruff": lambda c: all(
        seat in c.later and c.void_shown(seat, c.suit()) and not c.void_shown(seat, SPADES) for seat in c.seats()
    ),
    "you play last": lambda c: not c.later and bool(c.laid),
    "the {a} is enough to beat {best}": _wins,
    "the {a} is enough to beat {best}, so keep the {b}": lambda c: (
        _wins(c) and c.may("b") and c.rank(c.b) > c.rank(c.a)
    ),
    "nobody after you can beat it": lambda c: c.stands(c.it) and bool(c.later),
    "only the {c} is higher": _only_higher,
    "the {a} makes {w} play a higher {s} or lose": lambda c: (
        _wins(c) and c.is_high(c.a) and c.later == c.seats() and c.suit_of(c.a) == c.suit() and c.no_ruff(c.a)
    ),
    "the {a} makes {w} play a higher {s} or ruff": lambda c: (
        _wins(c) and c.later == c.seats() and c.suit_of(c.a) == c.suit() and not c.no_ruff(c.a)
    ),
    "beat {best} cheaply with the {a}": lambda c: (
        _wins(c) and c.a == min([card for card in c.legal if c.ahead(card)], key=c.rank)
    ),
    "{n} higher {s} are out": _higher_out,
    "the {c} is still out": _only_higher,
    "they need a higher {s} or a ruff": lambda c: not c.no_ruff(c.it) and bool(c.above(c.it)),
    "they need a higher {s}": lambda c: c.no_ruff(c.it) and bool(c.above(c.it)),
    # losing
    "partner's {nil} is ahead, but somebody else may still take it": lambda c: (
        _partner_nil_wins(c) and any(c.may_beat(seat, c.best or 0) for seat in c.later)
    ),
    "partner's {nil} is ahead": _partner_nil_wins,
    "you can't beat {best}": _cant_beat,
    "get rid of the {a}, which might take an unwanted trick": lambda c: (
        c.may("a") and c.enough() and bool(c.above(c.a) + c.below(c.a))
    ),
    "it is harder to lose later than the {a}": _sooner_wins,
    "let the {a} go and keep the {b}": lambda c: _loses(c) and c.may("b") and c.rank(c.b) < c.rank(c.a),
    "let the {a} go and keep the {b} to lose a trick with": lambda c: (
        _loses(c) and c.may("b") and c.rank(c.b) < c.rank(c.a) and _no_trick_needed(c)
    ),
    "let the {a} go and keep the {b} to (?:take fewer|leave them the) (?:bags|extra tricks) later": lambda c: (
        _loses(c) and c.may("b") and _fewer(c)
    ),
    "let the {a} go": _loses,
    "let the {a} go and keep the {b} to duck with": lambda c: (
        _loses(c) and c.may("b") and c.rank(c.b) < c.rank(c.a) and c.enough()
    ),
    "your bid is made": lambda c: c.enough() and not c.exact(),
    "you have your tricks": lambda c: c.need() == 0 and c.exact(),
    "you can't follow, so your {nil} survives this trick": lambda c: (
        c.own_nil() and not c.held(c.led or 0) and not c.ahead(c.it)
    ),
    "let {w} have this one and keep your {n} trumps": lambda c: (
        c.winner in c.seats() and len(c.held(SPADES)) == c.number() and not c.held(c.led or 0)
    ),
    "keep your {n} trumps": lambda c: len(c.held(SPADES)) == c.number(),
    "keep your trump": lambda c: len(c.held(SPADES)) == 1,
    "let {w} have this one and keep your trump": lambda c: (
        c.winner in c.seats() and len(c.held(SPADES)) == 1 and not c.held(c.led or 0)
    ),
    "partner still plays after you, and the {c} is out": lambda c: (
        c.c in c.unseen and any(c.is_partner(seat) for seat in c.later)
    ),
    "partner still plays after you": lambda c: any(c.is_partner(seat) for seat in c.later),
    "let the {a} go and keep your low {s}": lambda c: _loses(c) and any(c.rank(card) < c.rank(c.a) for card in c.legal),
    "play the {a}, the lower one": _loses,
    "the {a} would take one": _wins,
    "play the {a}, your lowest": lambda c: c.may("a") and c.lowest(c.a),
    "{w}'s {nil} is winning with the {b0}": lambda c: (
        c.winner in c.seats() and c.nil_alive(c.winner) and c.best in c.values(c.named["b0"], [c.best or 0])
    ),
    "stay under it with the {a}": _loses,
    "stay under it with the {a} and keep the {b}": lambda c: _loses(c) and c.may("b") and c.rank(c.b) < c.rank(c.a),
    "let the {a} go and keep the {b} for {w}'s {nil}": lambda c: _loses(c) and c.may("b") and _low_for_nil(c),
    "play the {a} and keep the {b} for {w}'s {nil}": lambda c: _loses(c) and c.may("b") and _low_for_nil(c),
    "(?:let|throw) the {a}(?: go)? (?:to take fewer bags|to leave them the bags)": lambda c: (
        _loses(c) and c.rules.bags is not None
    ),
    "(?:let|throw) the {a}(?: go)? to take fewer extra tricks": lambda c: _loses(c) and c.need() is not None,
    "throw the {a} and keep your {b} guarded": lambda c: (
        _loses(c) and c.b in c.own and len(c.above(c.b)) == len(c.held(c.suit_of(c.b))) - 1 > 0
    ),
    "throw the {a} to ruff {s} sooner": lambda c: (
        _loses(c) and len(c.held(c.suit())) == 2 and _comes_back(c, c.suit_of(c.a)) and c.suit_of(c.a) == c.suit()
    ),
    "partner has it with the {b0}, but you want the lead": lambda c: _partner_ahead(c) and c.stands(c.best or 0, False),
    "partner has it with the {b0}, but your lead attacks {w}'s {nil}": lambda c: (
        _partner_ahead(c) and c.stands(c.best or 0, False) and all(c.nil_alive(seat) for seat in c.seats())
    ),
    "take it over with the {a}": _wins,
    "don't ruff, throw the {a}": lambda c: _loses(c) and c.suit_of(c.a) != SPADES,
    "stay under {best} with the {a}": _loses,
    "play the {a} and let (?:them|{w}) take a bag": lambda c: (
        _loses(c) and c.rules.bags is not None and not _fills_bags(c) and _takers(c)
    ),
    r"play the {a} and give (?:them their|{w} the) \w+ bag, which costs \d+ points": lambda c: (
        _loses(c) and _fills_bags(c) and _takers(c)
    ),
    "you can't follow, and your {nil} is rid of it": lambda c: c.own_nil() and not c.held(c.led or 0),
    "your {nil} is rid of it": lambda c: c.own_nil(),
    "your {nil} survives this trick": lambda c: c.own_nil() and not c.ahead(c.it),
    "throw the {a} under {best}": _loses,
    "partner has it with the {b0}": lambda c: _partner_ahead(c) and c.stands(c.best or 0, False),
    "partner is ahead with the {b0}": lambda c: _partner_ahead(c) and not c.stands(c.best or 0, False),
    "keep the {a} and (?:play|lead|take it with|ruff with) the {b}": lambda c: c.may("a", "b"),
    "ruff {best} with the {a}": lambda c: _wins(c) and c.suit_of(c.a) == SPADES != c.led,
    "two winners in one trick (?:to take fewer bags|to take fewer extra tricks)": lambda c: (
        c.winner in c.seats("partner") and _no_trick_needed(c)
    ),
    "{best} is as hard to beat, but you want the lead": lambda c: (
        c.winner in c.seats("partner") and not c.above(c.best or 0) and not c.below(c.it)
    ),
    "your small trumps guard the {a}": lambda c: (
        c.suit_of(c.a) == SPADES and 0 < len(c.above(c.a)) < len(c.held(SPADES))
    ),
    "the {a} wins a trick later anyway": lambda c: c.suit_of(c.a) == SPADES and not c.above(c.a),
    "lead the {a} and keep the {b} for it": lambda c: c.may("a") and c.b in c.own and c.rank(c.a) < c.rank(c.b),
    "throw the {a}": _named,
    "throw the {a}, a loser": lambda c: _loses(c) and bool(c.above(c.a)),
    "throw the {a}, which might take an unwanted trick": lambda c: c.may("a") and c.enough() and bool(c.below(c.a)),
    "throw your last {s}, the {a}, to ruff later": _alone,
    "let {w} have this one": lambda c: c.winner in c.seats(),
    "play the {a} and keep the {b}": lambda c: c.may("a", "b"),
    "the {c} is out and might beat the {a}": lambda c: c.above(c.a) == [c.c] and bool(c.later),
    "second hand low": lambda c: len(c.laid) == 1,
    "play the {a}, partner still plays after you": lambda c: c.may("a") and any(c.is_partner(seat) for seat in c.later),
    "{n} higher {s} can still beat the {a}": lambda c: (
        c.suit_of(c.a) == c.suit() and len(c.above(c.a)) == c.number() and bool(c.later)
    ),
    "the {a} endangers partner's {nil} more": lambda c: c.may("a") and bool(c.partner_nils()),
    "{w}'s {nil} fears your low cards": lambda c: all(c.nil_alive(seat) for seat in c.seats()),
    "{w}'s {nil} still has to stay under {best}": lambda c: all(
        seat in c.later and c.nil_alive(seat) and not c.void_shown(seat, c.led or 0) for seat in c.seats()
    ),
    "throw the {a} and keep the {b}": lambda c: _loses(c) and c.may("b") and not c.above(c.b),
    "play the {a} and keep the {b} for a later trick": lambda c: c.may("a", "b"),
    "it's a low ball, and you have your bid": lambda c: (
        c.enough() and c.seen.values(["low_ball"]) != {"low_ball": None}
    ),
    "you promised the first {n} tricks": _promised,
    "you promised the first {n} tricks, and nothing out is higher": lambda c: _promised(c) and not c.above(c.it),
    # why not a card in a trick
    "not the {a}": _named,
    "the {a} takes it too": lambda c: c.may("a") and c.stands(c.a),
    "keep the {a} to lose a trick with": lambda c: c.may("a") and _no_trick_needed(c),
    "the {a} is ahead too": _wins,
    "both are ahead": lambda c: sum(c.ahead(card) for card in c.legal) > 1,
    "get rid of the {a}, which endangers your {nil} more": lambda c: c.may("a") and c.own_nil(),
    "{n} higher are out and might beat the {a}": lambda c: len(c.above(c.a)) == c.number() and bool(c.later),
    "the {a} can't be beaten": lambda c: c.may("a") and c.stands(c.a),
    "the {a} can't be beaten in {s}": lambda c: c.may("a") and c.suit_of(c.a) == c.suit() and not c.above(c.a),
    "{n} higher cards might beat the {a}, only {m} the {b}": lambda c: (
        len(c.above(c.a)) == c.number() and len(c.above(c.b)) == c.number("m") > 0 and bool(c.later)
    ),
    "the {a} takes the trick and breaks your {nil}": lambda c: c.own_nil() and c.stands(c.a),
    "the {a} doesn't": _loses,
    "the {a} would be ahead of {best}": _wins,
    "your {nil} may have to take it": lambda c: c.own_nil(),
    "the {a} takes the trick from {w}, whose {nil} is winning it": lambda c: (
        _wins(c) and c.winner in c.seats() and c.nil_alive(c.winner)
    ),
    "partner is winning with the {b0}": _partner_ahead,
    "the {a} only spends a high card": lambda c: _wins(c) and called_high(c.a),
    "the {a} only spends a trump": lambda c: _wins(c) and c.suit_of(c.a) == SPADES,
    "the {a} isn't needed": _wins,
    "risk only the {a}": _loses,
    "{n} higher {s} might beat the {a}": lambda c: (
        c.suit_of(c.a) == c.suit() and len(c.above(c.a)) == c.number() and bool(c.later)
    ),
    "keep the {a} for a later trick and leave this one to {w}": lambda c: c.may("a") and c.winner in c.seats(),
    "the {a} leaves partner's {nil} winning the trick": lambda c: _loses(c) and _partner_nil_wins(c),
    "the {a} takes it over": _wins,
    "the {a} leaves it to {best}": _loses,
    "the {a} makes sure of it": lambda c: c.may("a") and c.stands(c.a, False),
    "the {a} leaves the trick to {w}": lambda c: _loses(c) and c.winner in c.seats(),
    "the {a} leaves the trick to {w}, and you still need {n}": lambda c: (
        _loses(c) and c.winner in c.seats() and _still_need(c)
    ),
    "ruff it": lambda c: _ruffs(c) and not c.held(c.led or 0),
    "the {a} beats it": _wins,
    "the {a} beats {best}": _wins,
    "neither card wins": lambda c: sum(not c.ahead(card) for card in c.legal) > 1,
    "neither card wins this trick": lambda c: sum(not c.ahead(card) for card in c.legal) > 1,
    "throw the {a} while you can, it endangers your {nil} more": lambda c: _loses(c) and c.own_nil(),
    "it endangers your {nil} more": lambda c: c.own_nil(),
    "the {a} endangers your {nil} more": lambda c: c.may("a") and c.own_nil(),
    "the {a} can't win this trick": _loses,
    "don't waste a trump": _ruffs,
    "keep the {a} to duck with, and let the {b} go": lambda c: (
        c.may("a", "b") and c.rank(c.a) < c.rank(c.b) and c.enough()
    ),
    "no higher {s} is out, so it may take a trick": _none_higher,
    "the {a} is your last {s}, and then you can ruff": _alone,
    "it might take an unwanted trick sooner than the {a}": _sooner_wins,
    "fewer cards can beat it than the {a}": lambda c: len(c.above(c.it)) < len(c.above(c.a)),
    "you have fewer {s} than {t}": lambda c: len(c.held(c.suit())) < len(c.held(c.suit("t"))),
    "throw the {a} to ruff sooner": lambda c: c.may("a") and _comes_back(c, c.suit_of(c.a)),
    "the {a} can go": _named,
}
"""By form of a clause: what must be true of the position."""


def _pattern(form: str) -> re.Pattern[str]:
    def group(found: re.Match[str]) -> str:
        name = found[1]
        return f"(?P<{name}>{CARD if name == 'b0' else GROUPS[name]})"

    return re.compile(re.sub(r"\{(\w+)\}", group, form))


PATTERNS = {form: _pattern(form) for form in FORMS}


@lru_cache(maxsize=8192)
def form_of(clause: str) -> tuple[str, dict[str, str]] | None:
    """Return the form of a clause and what it names; None if no form fits."""
    for form, pattern in PATTERNS.items():
        found = pattern.fullmatch(clause)
        if found:
            return form, found.groupdict()
    return None


def false_claims(sentence: str, seen: Observation, state: GameState) -> Iterator[str]:
    """Yield each clause of a sentence about a card that is false or unknown. `state`: the true deal."""
    said = sentence.removesuffix(".")
    if said.split("'")[0].split(" ")[0] not in NAMES:
        said = said[0].lower() + said[1:]
    claim = Claim(seen, state, said)
    for clause in re.split("[:;] ", said):
        known = form_of(clause)
        if known is None:
            yield f"unknown: {clause}"
            continue
        form, named = known
        claim.clause, claim.named = clause, dict(named)
        own = [claim.values(claim.named[group], claim.own + claim.legal) for group in "ab" if group in claim.named]
        cards = [values[0] for values in own if values]
        if "beat it" in clause or clause.startswith("it "):
            cards = []
        if len(cards) > 1:
            claim.it, claim.other = cards[:2] if "does more" in clause else (cards[1], cards[0])
        elif cards:
            claim.it = cards[0]
        if "best" in claim.named and not claim.is_best(claim.named["best"]):
            yield f"not the card that is winning: {clause}"
        try:
            true = FORMS[form](claim)
        except (AssertionError, ValueError, IndexError) as fault:
            yield f"names what isn't there ({fault}): {clause}"
            continue
        if not true:
            yield f"false: {clause}"
