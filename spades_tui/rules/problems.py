"""Problems of a variant, as data: the kind of flaw, the key, and arguments for the sentence.

A flaw's sentence has its arguments in braces, and `{nil}` or `{zero}` for a bid of zero.
`ProblemWords` (`rules/problem_words.py`) names them as a file does, and `house_rules/form_words.py`
as the form does: there both are the game's word.
"""

from collections.abc import Mapping, Sequence
from enum import Enum

from msgspec import Struct

KeyPath = tuple[str | int, ...]
"""Keys and indices that lead to a value of a file."""


class Flaw(Enum):
    """A way in which a variant is invalid.

    In braces, the text after a colon is a file's word for the argument.
    """

    SAID = "{words}"
    """A problem with one key, worded by the code that reads it."""

    # seats, deck and deal
    PARTNERS_NEED_FOUR = "{seats} seats, but partners need 4 or 6"
    THREES_NEED_SIX = "{seats} seats, but two sides of three need 6"
    PAIRS_ONLY = "{kind} is for two partners here, not for three; leave it out"
    PAIRS_ONLY_KEY = (
        "{found}, but that is for two partners here, not for three; change this, or leave it out"
    )
    PARTNERS_SIT_OUT = "partners need all players; use {allowed}"
    HANDS_UNEVEN = "{hands} hands of {each}{over} make {make} cards, but the deck has {pack}; {way}"
    CARDS_OVER = " and {extra} over"
    FITS = "deal {each} each"
    MOST_CARDS = "deal at most {each} each"
    TAKE_OUT = "take {left:card} out ({remove})"
    TAKE_OUT_OR_ASIDE = "take {left:card} out ({remove}), or lay 1 aside ({extra})"
    DRAFT_UNEVEN = (
        "{players} players who keep {each} of {seen} cards draw {drawn}, but the deck has {pack}"
    )
    DRAFT_LAYS_ASIDE = "in a draft no card is laid aside"
    DRAFT_IS_SEEN = "players who draft see their cards, so nobody can bid blind; keep one of them"
    CARD_TWICE = "{card} is named twice"
    JOKER_REMOVED = "{card} is a joker; set the number of jokers with {jokers}, not with {remove}"
    NO_TRUMP = "no spade and no joker is left in the deck; there must be a trump"
    TRUMP_TWICE = "{card} is named twice; name every spade and joker of the deck once"
    TRUMPS_MISSING = "{cards} missing; name every spade and joker of the deck once"
    TRUMPS_UNKNOWN = "the deck doesn't have {cards}; name only cards of the deck"
    RANKS_MISSING = "each of the thirteen ranks is named once, such as {ranks}"
    ACES_IN_ORDER = "aces that are called high or low rank above the king; leave {suits} out"
    TRUMP_IS_CALLED = "{card} is an ace that is called high or low, so it stays in its suit"

    # which components there are
    SECOND_OF_KIND = "a second {kind:component}; one is allowed"
    KIND_MISSING = "{kind:a component} is missing"
    NOTHING_SCORES_BIDS = "nothing scores the bids; {kind:a component} is missing"
    BOTH_SCORE_BIDS = "{kinds} both score the bids; keep one of them"
    NO_END = "the game has no end; {kind:a component} is missing"
    STANDS_BEFORE = (
        "{kind} belongs to a player's turn; put it before {late}, which comes after all bids"
    )
    NO_ACE_CALL = "aces are called, but {kind:a component} is missing"
    NO_OUTRIGHT = "a bid can win the game, but {kind:an ending} is missing"
    ALONE_ONLY = "{kind} is for players alone, not for partners"

    # bids
    LEAST_ABOVE_GREATEST = "the lowest bid, {least}, is above the highest, {greatest}"
    ABOVE_TRICKS = "{found}, but there are only {tricks} tricks"
    NOBODY_BIDS = "{found}, but somebody must be able to bid a trick"
    SIDES_NEED_PARTNERS = "{found}, but bidding by sides needs partners"
    BLIND_TOGETHER = "{found}, but partners go blind together; use {allowed}"
    BLIND_BY_SIDES = "a side can bid blind only if sides bid together ({order:of 'number'})"
    BLIND_EARNS_NOTHING = "a blind bid earns nothing more; {made:of the contract} is missing"
    BLIND_NIL_OF_SIDE = "{found}, but a {nil} is bid by one player; use {allowed}"
    ONLY_NIL_BLIND = "only {nil} is bid blind here ({bids}); leave this out"
    ONE_BLIND_OFFER = (
        "a {nil} has no distance of its own here ({bids}); use {both}, or leave this out"
    )
    NO_BLIND_NIL = "nobody can bid {nil}; the lowest bid is {least}"
    BLIND_NIL_EARNS_NOTHING = "a blind {nil} earns nothing more; {made:of the zero} is missing"
    NO_BLIND = "nobody can bid blind here; {kind:a bid} is missing"
    NO_NIL = "nobody can bid {nil} here; the lowest bid is {least}"
    NO_ZERO = "nobody can bid {zero}; the lowest bid is {least}"
    COUNTED_UNSEEN = (
        "players bid the cards they hold, so nobody can bid blind; allow {nil} as well, "
        "or leave out the blind bids"
    )
    OTHERS_AS_MUCH = "{found}, but every other bid is already at least that high"
    ABOVE_GREATEST = "{found}, but the highest bid is {greatest}"
    NO_PARTNER = "{kind} is for partners, but nobody has a partner here"
    TWO_BIDS_AS_MUCH = "{found}, but two bids always add up to at least {least}"
    NOT_TOGETHER = "{kind} and {other} don't go together; keep one of them"
    TOTAL_OUT_OF_REACH = "{found}, but all bids come to {least} to {most}"
    CHANGE_AND_BLIND = "changing a bid doesn't go with blind bids; keep one of them"
    CHANGE_AND_SIDE_TOTAL = "changing a bid doesn't go with a side's total; keep one of them"
    SIDE_TOTAL_ALONE = "a side's total needs partners"
    SIDE_TOTAL_OUT_OF_REACH = "two bids of {least} to {most} never make {low} to {high}"
    SIDE_TOTAL_AND_ZEROS = "only the side's total counts, but {zero}s are scored separately"
    RAISED_ALONE = "{found}, but raising a side's total needs partners"
    SEAT_RAISES_TOTAL = "{found}, but only the side's total counts, so it is the side that raises"
    RAISE_ABOVE_TOTAL = "{found}, but a side's total is at most {most}"
    NOBODY_RAISES = "{found}, but every bid is {least} or more, so nobody could raise"
    PROMISE_NEEDS_RAISE = (
        "a promise is made while bids may be raised; {kind:a component} is missing"
    )
    PROMISE_UNPAID = "no {kind:score} for {tricks:trick}"
    PROMISE_MISNAMED = "{found}, but its score is called {name}"
    SECOND_PROMISE = "a second promise of {tricks:trick}"
    SECOND_PROMISE_CALLED = "a second promise called {name}"
    SKIPPED_UNSCORED = "a hand that is not played needs {kind:a score}"
    NEVER_PLAYED = (
        "{found}, but the bids never add up to more than {most}, so no hand would be played"
    )
    NEVER_SKIPPED = (
        "{found}, but the bids always add up to at least {least}, so no hand would be skipped"
    )
    NO_EXTRA_CARD = "there is no extra card to draw ({extra})"
    DRAW_AND_BLIND = "drawing the extra card doesn't go with blind bids; keep one of them"
    KITTY_AND_EXTRA = "a kitty doesn't go with an extra card ({extra}); keep one of them"
    KITTY_AND_BLIND = (
        "a kitty is taken after looking at the cards, so nobody can bid blind; keep one of them"
    )
    KITTY_OF_ABSENT = "the dealer may have to take the kitty, but sits out"
    EXCHANGE_ALONE = "an exchange needs partners, but everybody plays alone"
    EXCHANGE_AND_CHANGE = "an exchange doesn't go with a change of bids; keep one of them"
    EXCHANGE_WITHOUT_NIL = "{kind:a score} is missing: without it nobody bids {nil}"
    ABOVE_CARDS = "{found}, but a hand has {cards:card}"
    NO_BID_LEFT = (
        "a player{partner} who holds {hand} has no bid{after}: {leave}; "
        "allow a number that all of them leave"
    )
    PARTNER_HAS_BID = " whose partner has bid {bid} and"
    AFTER_BIDS = " after bids of {total} in all"
    LEAVES = "{kind} leaves {bids}"

    # plays
    NO_ACE_TO_CALL = "aces are always high here, so there is nothing to call ({aces})"
    NOTHING_TO_BEAT = (
        "{found}, and players who follow suit needn't beat the trick either; change one of the two"
    )
    NO_CLUB = "{found}, but there may be no club in play"

    # scores
    MADE_GIVES = "{found}, but a bid made must give points"
    SET_GIVES_NOT = "{found}, but a set must not give points"
    NO_ZERO_SCORE = "{zero}s are scored separately, but {kind:a score} is missing"
    RAISED_ZEROS_COUNT = "{found}, but a side's total that can be raised counts its {zero}s"
    NO_PARTNER_APART = "nobody has a partner whose {zero} is scored separately"
    BLIND_MADE_GIVES = "{found}, but a blind bid made must give points"
    NOTHING_TO_DOUBLE = "no bid has a special value ({special}) to double"
    ALL_TRICKS_UNBID = "all {tricks} tricks can't be bid; the highest bid is {greatest}"
    BID_OUT_OF_REACH = "nobody can bid {bid}; bids go from {least} to {greatest}"
    BID_TOO_GREAT = "nobody can bid {bid}; the highest bid is {greatest}"
    BID_TWICE = "the bid {bid} is named twice"
    TWO_CAN_WIN = "{found}, but two such bids can be made in one hand; use {least} or more"
    SECOND_SCORE = "a second score for a bid of {bid}"
    ALL_TRICKS_TWICE = "a bid of all the tricks is scored by {all_tricks} already"
    TRICKS_PAY_NOTHING = "{found}, so tricks pay nothing; use another number, or {all_tricks}"
    EXACT_HAS_NO_OVER = (
        "a bid is made only exactly here ({exact}), so no trick is above it; use {allowed}"
    )
    NO_BID_GIVES = "no bid gives points"
    LOST_GIVES_NOT = "{found}, but a bid that is not made must not give points"
    COLUMN_TOO_LONG = (
        "{scores} scores, but the last is for a bid of {last}, which can't be made; "
        "write {allowed}, for 0 to {greatest}"
    )
    COLUMN_TOO_SHORT = (
        "with {scores:score}, a bid of {missing} has none; write {allowed}, for 0 to {greatest}"
    )
    ZEROS_NOT_APART = "{zero}s are scored here, so the contract must leave them apart ({zeros})"
    ZERO_GIVES = "{found}, but a {zero} made must give points"
    FAILED_GIVES_NOT = "{found}, but a {zero} that fails must not give points"
    GROWS_BY_NOTHING = "a failed {zero} costs nothing here, so the value of a {zero} can't grow"
    NO_DOUBLE_ZERO = "nobody has a partner who bids {zero} too"
    DOUBLE_GROWS = "a {zero}'s value grows here, so two {zero}s have no value together"
    DOUBLE_GIVES = "{found}, but a double {zero} made must give points"
    DOUBLE_GIVES_NOT = "{found}, but a double {zero} that fails must not give points"
    BAGS_AND_STRAY = "{bags} and {stray} say the same thing; keep one of them"
    HELPS_TOO_LATE = "these tricks help the contract; put this score before it"
    STRAY_PAYS_NOT = "the tricks of a failed {zero} pay nothing here ({stray}); leave this out"
    BLIND_ZERO_GIVES = "{found}, but a blind {zero} made must give points"
    BLIND_FAILED_GIVES_NOT = "{found}, but a blind {zero} that fails must not give points"
    NO_PROMISE = "nobody can promise {tricks:trick}"
    SECOND_PROMISE_SCORE = "a second score for a promise of {tricks:trick}"
    PROMISE_GIVES = "{found}, but a promise kept must give points"
    BROKEN_GIVES_NOT = "{found}, but a promise broken must not give points"
    ROW_COSTS = "{found}, but bids met exactly must not cost points"
    WON_GIVES = "{found}, but winning the hand must give points"
    LOSING_GIVES_NOT = "{found}, but losing the hand must not give points"
    BIDS_ALIKE = "every side bids {bid}, so no total is lower than another"
    NOTHING_TO_COMPARE = "nothing before this gives points to compare"
    NO_BAGS_COUNTED = "nothing before this counts bags ({bags:of a contract, a table or a zero})"
    PENALTY_GIVES = "{found}, but a penalty takes points; use 0 or less"
    NEVER_SCORED = "no hand is ever skipped; {kind:a bid} is missing"

    # endings and customs
    ENDS_NEVER = "no bid can win the game; remove this ending"
    ASKED_TOO_EARLY = "{kind} is asked after the endings that come at once"
    NO_BAGS_TO_PART = "overtricks aren't counted, so they can't break a tie"
    PARTS_WITH_BAGS = "overtricks only break a tie for the lead; add {parts}"
    POINTS_OUT_OF_REACH = (
        "nobody can reach {points} points: a hand brings a side {most} at most, "
        "and a game has {hands} hands at most"
    )
    SETS_NEED_TWO_SIDES = "losing by sets is for two sides, so it needs two pairs of partners"
    BOOKS_AND_ZEROS = "tricks can't change hands if {zero}s are scored separately"
    RENEGE_COSTS_NOTHING = "{found}, so a right challenge costs nothing; use 1 or more, or {sets}"
    SET_AT_ONCE = "{found}, but a set is scored with the hand; use {allowed}"
    ABOVE_BOOKS = "{found}, but a hand has only {books} tricks"
    NO_ZERO_HUNTED = "no {zero} is ever hunted; {kind:a score} is missing"
    SUPER_ABOVE_LOW = "{found:alone} is above {under}, {most}"
    NEVER_LOW = "bids come to {least} at least (a {zero} counts as one), never to less than {under}"

    # formats and options
    SECOND_FORMAT = "a second format {name}; each has a name of its own"
    SECOND_LEVEL = "a second format for tied games; keep one"
    HAND_TAKEN = "hand {hand} is one of {name:format} already"
    OVERLAYS_NOTHING = "the game has no {value} among its {where}; use {kinds}{near}"
    FORMAT_FAILS = "with {name:format} the game doesn't work: {problem}"
    OPTION_TWICE = "the option {name} is named twice"
    OPTION_FAILS = "with {option} = {value} the game doesn't work: {problem}"
    OPTION_WRONG = "with {option} = {value} {key} is wrong: {problem}"
    OPTION_PLACE = "{place} can't be set: {words}"
    OPTION_EMPTY = "the option {name} has nothing to change; {words}"
    OPTION_ALIKE = "the option {name} has nothing to change; every choice would be the same"
    OPTION_DEFAULT = (
        "the default is {usual}, but {place} is {value} in the file; make them the same"
    )

    # values that a key may have
    UNKNOWN_KEY = "unknown key{near}"
    VALUE_MISSING = "missing; use {allowed}"
    KINDS_MISSING = "missing; use {kinds}"
    UNKNOWN_KIND = "unknown kind {value}; use {kinds}{near}"
    LIST_LENGTH = "a list of {length} isn't allowed; use {allowed}"
    VALUE_WRONG = "{value} isn't allowed; use {allowed}{near}"
    TABLE_FOR_LIST = "{value} isn't allowed; use {allowed} (with [[ ]] around its name in the file)"
    LIST_FOR_TABLE = (
        "{value} isn't allowed; use {allowed} (with one [ ] around its name in the file)"
    )


class Part(Struct, frozen=True):
    """A reference to components, by place: ``scores.zero``."""

    places: tuple[str, ...]
    conjunction: str = "or"


class KeyName(Struct, frozen=True):
    """A reference to a key.

    As a file writes it next to the problem, and its places, such as ``scores.zero.bags``.
    """

    written: str
    places: tuple[str, ...]


class Held(Struct, frozen=True):
    """A reference to a key with its value, or with one that would be right."""

    written: str
    place: str
    value: str | int


class FoundValue(Struct, frozen=True):
    """The value at the key of the problem."""

    value: object


class Quoted(Struct, frozen=True):
    """A value to quote, such as one that would be right."""

    value: object


class GivenName(Struct, frozen=True):
    """A name that a person has given, to a format, a promise or an option."""

    name: str


class Bids(Struct, frozen=True):
    """Numbers to bid, as in ``nil, 4 to 13``."""

    numbers: tuple[int, ...]


class Problem(Struct, frozen=True):
    """A problem: its place, its flaw, and the arguments of its sentence."""

    path: KeyPath
    """Keys and indices, such as ``("scores", 1, "made")``."""
    flaw: Flaw
    arguments: Mapping[str, object]
    """Numbers, texts, objects of the classes above, other problems, or tuples of them, or None."""


class FlawError(ValueError):
    """A value that is invalid whatever the rest of the variant has."""

    def __init__(self, flaw: Flaw, **arguments: object) -> None:
        super().__init__(flaw, arguments)
        self.problems: Sequence[Problem] = [Problem((), flaw, arguments)]
        """What is wrong; the places are below the value."""

    @classmethod
    def of(cls, problems: Sequence[Problem]) -> "FlawError":
        """Return the error of a value with these problems, of which there is at least one."""
        error = cls(problems[0].flaw, **problems[0].arguments)
        error.problems = problems
        return error
