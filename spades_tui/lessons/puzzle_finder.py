"""Find puzzles in hands of `expert`, and check them with ten times its deals.

A card is a puzzle if it is clearly ahead of all others, and a simpler player chooses another one. Of three hands, one
begins the game, one comes when bags are about to cost, and one near the end.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random

from msgspec import to_builtins
from msgspec.structs import replace

from spades_tui.analysis.simulate import GameInMemory, no_tick
from spades_tui.bots import choose, weigh
from spades_tui.bots.advice import advise, same_choice
from spades_tui.bots.plan import Plan
from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.search.card_search import weigh_cards
from spades_tui.bots.search.every_deal import exact_values
from spades_tui.bots.search.search_players import EFFORTS
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.fair import decoration_stream
from spades_tui.game.events import Claim, Play, Redeal, SeatEvent
from spades_tui.game.state import new_game
from spades_tui.lessons.lesson import StandingEntry
from spades_tui.lessons.lesson_reader import at_standing
from spades_tui.lessons.puzzle_lesson import choice_word, hand_data
from spades_tui.lessons.puzzles import GRADES
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.play.shown import CutOffered, Turn
from spades_tui.record.small_file import with_sum
from spades_tui.record.writer import JsonLine
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import Variant
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe

MARGIN = 8.0
"""Points by which the best card must be ahead of every other."""
SURE = 4.0
"""Standard errors by which it must be ahead."""
TIMES = 10
"""Multiplies the deals of `expert` in the check."""
TRIES = 3
"""Streams of random numbers with which a player tries to solve a puzzle."""
SOLVED = 2
"""Tries that must be right."""
MOST_OF_A_PLAN = 3
"""Puzzles of one game with the same plan, so that a list has many plans."""
MOST_OF_A_HAND = 2
ALIKE = 0.01
"""Points within which two averages are the same."""
CHECKS = ("check", "again", "third")
"""Streams of random numbers of the check; one alone also passes cards that were lucky twice."""
LATE_HANDS = 6
"""Hands scored before a hand that doesn't begin the game."""


def find(
    variant: Variant, games: int, seed: str, count: int, level: str = "expert", tick: Callable[[], None] = no_tick
) -> Iterator[JsonLine]:
    """Yield the lines of at most `count` puzzles from one hand of each of `games` games. The seed repeats them.

    `level` plays the hands: `expert`, or `strong`, which is about six times faster. `expert` judges in any case.
    """
    found = 0
    plans: dict[str, int] = {}
    for game in range(1, games + 1):
        own_seed = f"{seed} {variant.slug}"  # so that no two games have the same cards
        setup = TableSetup(variant, {}, bot_seats(variant.seats, level), 0, own_seed, game)
        here = 0
        for line in _of_a_hand(setup, tick):
            plan = str(line["plan"])
            if here == MOST_OF_A_HAND or plans.get(plan, 0) == MOST_OF_A_PLAN:
                continue
            plans[plan] = plans.get(plan, 0) + 1
            here += 1
            found += 1
            name = f"{variant.slug}-{game}{'b' if here > 1 else ''}"
            yield with_sum({"name": name, **line})
            if found == count:
                return


def _of_a_hand(setup: TableSetup, tick: Callable[[], None]) -> Iterator[JsonLine]:
    """Play one hand of a game, and yield its puzzles without names."""
    level = setup.seats[0].level or "expert"
    before = new_game(ruleset(setup.variant), setup.dealer)
    standing = late_standing(before.rules, setup.game, Random(f"standing {setup.seed} {setup.game}"))
    if standing is not None:
        before = at_standing(standing, before)
    told = {} if standing is None else {"standing": to_builtins(standing)}
    game = GameInMemory(setup, before=before)
    loop = game.loop
    loop.begin()
    deal, words = JsonLine(), list[str]()
    while True:
        step = loop.next()
        tick()
        if isinstance(step, CutOffered) and not deal:
            loop.deal()
            deal = next(line for line in game.lines if line["event"] == "deal")
            continue
        if not isinstance(step, Turn):
            return
        seen = observe(loop.course.state, step.seat)
        rows = weigh(level, seen, decoration_stream(f"{setup.seed}|{setup.game}|{len(words)}"))
        event = rows[0].event
        if isinstance(event, Claim | Redeal):
            return
        if isinstance(event, Play) and is_clear(rows, MARGIN / 2, SURE / 2):
            about = _about(seen, event)
            if about is not None:
                where = {"variant": setup.variant.slug, "seat": step.seat, "deal": hand_data(deal), **told}
                yield {**where, "moves": " ".join(words), **about}
        words.append(choice_word(event))
        loop.do(event)


def late_standing(rules: Ruleset, game: int, random: Random) -> StandingEntry | None:
    """Return the standing before the hand of a game; None if the hand begins it, or the game has no goal.

    Of three games, one begins, one has a side one or two bags before they cost, and one is near its goal.
    """
    if game % 3 == 1 or rules.goal is None:
        return None
    limit = rules.bags.limit if rules.bags is not None else 0
    near_goal = game % 3 == 0
    bags, totals = list[int](), list[int]()
    for _ in rules.sides:
        share = random.randint(75, 97) if near_goal else random.randint(30, 65)
        bags.append(random.randrange(limit) if limit else 0)
        totals.append(rules.goal * share // 1000 * 10)
    if limit and not near_goal:
        bags[random.randrange(len(bags))] = limit - random.choice((1, 2))
    points = [total + few for total, few in zip(totals, bags, strict=True)]  # each bag is a point
    return StandingEntry(hands=LATE_HANDS, totals=tuple(points), bags=tuple(bags))


def is_clear(rows: Sequence[ValuedChoice], margin: float = MARGIN, sure: float = SURE) -> bool:
    """Return whether the first choice is ahead of all others by the margin, and by `sure` standard errors."""
    best, others = rows[0], rows[1:]
    if not others or not best.deals:
        return False
    return all(best.value - row.value > max(margin, sure * row.doubt) for row in others)


def _about(seen: Observation, best: Play) -> JsonLine | None:
    """Return the answer, the plan and the grade of a puzzle; None if it isn't one."""
    position = Position(seen)
    plan = plan_of(position, best)
    if not is_told(position, plan):
        return None
    said = advise("expert", seen)[0]
    if not same_choice(said.event, best) and best not in said.equals:
        return None
    accepted = [best, *(event for event in (said.event, *said.equals) if event != best)]
    if twins(position, accepted):
        return None
    wrong = failure("club", seen, accepted) or failure("beginner", seen, accepted)
    if wrong is None or not all(holds(seen, accepted, check) for check in CHECKS):
        return None
    return {
        "grade": grade(seen, accepted),
        "plan": str(plan),
        "best": choice_word(best),
        "also": list(map(choice_word, accepted[1:])),
        "tempting": choice_word(wrong),
    }


def twins(position: Position, accepted: Sequence[SeatEvent]) -> list[Play]:
    """Return the other cards that do the same as an accepted one: both lose, and no unseen card is between them.

    Play-outs may still prefer one, because the players in them do. An ace that can be called is a card of its own.
    """
    aces = position.rules.cards.aces_called
    losers = [play for play in position.losers if not (aces and play.ace)]
    kept = [play for play in losers if play in accepted]
    twins = []
    for play in losers:
        if play not in accepted and any(_is_twin(position, play, other) for other in kept):
            twins.append(play)
    return twins


def _is_twin(position: Position, play: Play, other: Play) -> bool:
    same = position.suit_of(play.value) == position.suit_of(other.value)
    return same and position.higher(play.value) == position.higher(other.value)


def is_told(position: Position, plan: Plan) -> bool:
    """Return whether the plan alone says why the card is best.

    It doesn't for a card higher than the trick needs, for one of several that may be thrown, for a trick taken from
    the partner although the bid is made, or for a nil that its own player gives up.
    """
    if plan in (Plan.WIN_HIGH, Plan.DISCARD) or (plan == Plan.OVERTAKE and position.has_enough):
        return False
    return position.seat not in position.nils or plan in (Plan.KEEP_NIL, Plan.SHED_HIGH)


def _tries(level: str, seen: Observation) -> list[SeatEvent]:
    """Return what a player of a level chooses, in several tries."""
    facts = f"{seen.seat}|{len(seen.tricks)}|{seen.own}"
    return [choose(level, seen, decoration_stream(f"puzzle|{facts}|{n}")) for n in range(TRIES)]


def solves(level: str, seen: Observation, accepted: Sequence[SeatEvent]) -> bool:
    """Return whether a player of a level finds an accepted card in most tries."""
    return sum(event in accepted for event in _tries(level, seen)) >= SOLVED


def failure(level: str, seen: Observation, accepted: Sequence[SeatEvent]) -> Play | None:
    """Return the wrong card that a level plays; None if it solves the puzzle."""
    if solves(level, seen, accepted):
        return None
    return next((one for one in _tries(level, seen) if isinstance(one, Play) and one not in accepted), None)


def grade(seen: Observation, accepted: Sequence[SeatEvent]) -> str:
    """Return the grade, by the weakest of `club`, `strong` and `expert` that solves the puzzle."""
    easy, medium, hard = GRADES
    if solves("club", seen, accepted):
        return easy
    if solves("strong", seen, accepted):
        return medium
    return hard


def holds(seen: Observation, accepted: Sequence[SeatEvent], seed: str = "check") -> bool:
    """Return whether ten times the deals, with other random numbers, find the same card as clearly ahead.

    Late in a hand, an accepted card must also be the best over every deal that agrees with what the seat has seen.
    """
    if seen.seat is None:
        return False
    exact = exact_values(seen, seen.seat)
    if exact is not None and max(exact.values()) > max(exact[event] for event in exact if event in accepted) + ALIKE:
        return False
    card, _ = EFFORTS["expert"]
    effort = replace(card, deals=TIMES * card.deals, cards=TIMES * card.cards, exact=TIMES * card.exact, sure=SURE + 1)
    rows = weigh_cards(seen, seen.seat, Random(f"{seed}|{seen.seat}|{seen.own}"), effort)
    return rows[0].event in accepted and is_clear(rows)
