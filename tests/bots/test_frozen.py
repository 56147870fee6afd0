"""Choices that nobody means to change stay the same: `club` is the yardstick for the others, so it's frozen for good.

The search and the hints are frozen from commit to commit, so that nothing changes them unnoticed. If you mean to change
them, run ``python -m tests.bots.test_frozen``, and put what it prints in place of `SEARCHED` and `ODD`.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from spades_tui.bots import weigh
from spades_tui.bots.advice import advise
from spades_tui.bots.search import search_players
from spades_tui.bots.search.race import Effort
from spades_tui.bots.styles import STYLES
from spades_tui.bots.valued_choice import Advice
from spades_tui.cli import main
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.record.writer import event_line
from spades_tui.rules.catalogue import find
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats.observer import observe
from tests.bench.bots import deal
from tests.bots.tables import rules_of
from tests.game.at_random import ROWS, odd_games
from tests.games import SLUGS, each_game
from tests.quick_cases import slow_but

CHOICES = {
    "sandbags": "36ead4e938b398098928a6baecbaadc8334e26ceed8e773d71346a1ca9dfa95f",
    "jokers": "a13027480f978f69284f97d12cc7d31c118d144798c67f28c982e2d31ff1bc76",
    "bemo": "ff5e12cc61011439119023f02f455f0d07080ea706e704574f517bb37171698a",
    "3b-three": "197218f550af22b266ffd3ccac1d5b71394c7fcaab8247a5721b081dedbeece1",
    "3b-four": "5fed869943973a71fb99d8fb2c53a4b1c6c9e311e5a5644ce2e7209f50715333",
    "3b-five": "f527e9fb88fcd258151b5115bdd7d79f189dce3edcc767dbcf9f1dac18368298",
}
"""SHA-256 of the players' events in one game of each printed source; the other games came later."""
DONE = ("look", "bid", "raise", "stand", "promise", "draw", "discard", "play", "claim")


@pytest.mark.parametrize("slug", CHOICES)
def test_club_plays_as_it_always_has(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    seats = ",".join(["club"] * find(slug).seats)
    assert main(["simulate", "--variant", slug, "--bots", seats, "--games", "1", "--seed", "frozen"]) == 0
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    done = [json.dumps(event, sort_keys=True) for event in events if event.get("event") in DONE]
    assert len(done) > 300
    assert hashlib.sha256("\n".join(done).encode()).hexdigest() == CHOICES[slug]


SEARCHED = {
    "classic": ("0e43cf99e78c2eff", "586c8e1efd199f6c", "296abd237b7b1452"),
    "jokers": ("2760718e8be30793", "5c7ae4667b3fe653", "029dc5593cf8b3cb"),
    "sandbags": ("6503bd25729903cc", "cacb6fa9802d795b", "461ece7ae8a89744"),
    "bemo": ("52e86f22615ab347", "10cb8037c9b6219e", "d59b8a8853732d12"),
    "3b-three": ("8dffe7701431a016", "9cb7fe143ca8f38d", "113c38de7a48f8f2"),
    "3b-four": ("fc7c2312bbab4853", "d9340f410c6f2571", "a52c8fc963ae241a"),
    "3b-five": ("2ed8879ea06c1517", "7565c31640439aeb", "3d4ec925822ff575"),
    "joker-deuces": ("eb631715b0890bb9", "7e522fb50a404b4e", "5e3ec4cd78308db5"),
    "whiz": ("02b5b6dbc4912a34", "c98924934dd9917a", "3bcf3094df765cd2"),
    "mirrors": ("8e4ae647d39eb9eb", "a08d69655f429dfd", "31c349ad3e68f383"),
    "suicide": ("966e0231831353f5", "960b1819e97a5959", "d88038d2ba8d252c"),
    "cutthroat": ("d037352d50035475", "aa392effc00bb840", "a19c7d6c77ebbc2e"),
    "cutthroat-three": ("af564557b5af0db6", "a669bc6861f30c07", "31a732cb989d56a7"),
    "call-break": ("c1695c98ba05f8c3", "600517735731d342", "a7c933071c065cfa"),
    "six-handed": ("b4bcea98a2cdd898", "b224e66cf2849183", "71b26fa8597cbe43"),
    "two-handed": ("440f090fb7949105", "e605401533ba3b6f", "fd4283ee6726a68f"),
    "league": ("d0d515b7909a7135", "bfb8bca6bf05c692", "3b260a3ef5cfeac2"),
}
"""By game: SHA-256, shortened, of the choices before the first card, of the cards, and of hints for both."""
ODD = (
    ("e13f762788c4ca27", "960a921c55c1eae0", "3fdaf8192198555b"),
    ("c242351021ad9451", "141b0545b4317fcf", "23d8f5746bfcd041"),
    ("c7c6e499cda06653", "c19b291e9c07ecbd", "f1e66f51deb610a6"),
    ("f0b5a6de098f0c06", "42bc3075085be139", "54ebbfcc058e9816"),
    ("e7fcbbac1013b26c", "bd42ac4529c7868e", "d176ffd0cf015f65"),
)
"""The same of odd variants."""
EFFORT = (
    Effort(deals=6, cards=10**6, batch=3, exact=4), Effort(deals=6, cards=10**6, batch=3)
)  # fmt: skip
"""Quick, and apart from the players' own, which are tuned more often than the code changes."""
HANDS = 4
"""Of each game: in turn a first one, and one near the end; each in another style."""


def near_the_end(rules: Ruleset, number: int) -> Standing:
    """Return a standing from which the next hand may end the game; the sides are 15 points apart."""
    goals = [part.goal for part in rules.variant.endings if part.goal is not None]
    goal = (goals or [100])[0]
    sides = len(rules.sides)
    totals = [goal - 60 - 15 * ((side + number) % sides) for side in range(sides)]
    lengths = [part.game_hands for part in rules.variant.endings if part.game_hands is not None]
    hands = (lengths or [7])[0] - 1
    return replace(rules.fresh_standing(), totals=tuple(totals), bags=(8,) * sides, sets=(1,) * sides, hands=hands)


def decisions(rules: Ruleset, slug: str, hands: int = HANDS) -> Iterator[tuple[int, str]]:
    """Yield the choices of each decision of some hands with their values, and hints for some, as text.

    The number before it is its place in `SEARCHED`. Every other choice is any that was weighed, so that the hands are
    odd enough.
    """
    random = Random(slug)
    for number in range(hands):
        state = new_game(rules, number % rules.seats)
        if number % 2:
            state = replace(state, standing=near_the_end(rules, number))
        course = History(state)
        deal(course, seeded_secret(slug, 1, 1, number))
        style = ("", *(f"/{style.name}" for style in STYLES))[number % (len(STYLES) + 1)]
        while (turn := on_turn(course.state)) is not None and course.state.phase != Phase.DEAL:
            place = len(course.steps)
            seen = observe(course.state, turn)
            rows = weigh(f"expert{style}", seen, Stream(f"{slug}{place}".encode()), further=place % 2 == 0)
            texts = [f"{event_line(row.event)} {row.value:.4f} {row.made:.4f} {row.doubt:.4f}" for row in rows]
            yield int(course.state.phase == Phase.PLAY), "\n".join(texts)
            if place % 3 == 0:
                yield 2, "\n".join(map(advised, advise("expert", seen)))
            course.do(random.choice((rows[0], random.choice(rows))).event)


def advised(advice: Advice) -> str:
    """Return a choice as a hint has it, with its cards."""
    return msgspec.json.encode(msgspec.to_builtins(advice, str_keys=True), order="deterministic").decode()


def digests(texts: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Return a digest of each kind of text."""
    totals = [hashlib.sha256() for _ in range(3)]
    for place, text in texts:
        totals[place].update(text.encode())
    return tuple([total.hexdigest()[:16] for total in totals])


def searched(slug: str) -> tuple[str, ...]:
    """Return what `SEARCHED` has of a game."""
    return digests(decisions(rules_of(slug), slug))


def searched_oddly(row: int) -> tuple[str, ...]:
    """Return what `ODD` has of some odd variants."""
    tables = enumerate(odd_games(row))
    return digests(text for number, rules in tables for text in decisions(rules, f"odd {row} {number}", 1))


@pytest.mark.parametrize("slug", each_game("classic", "jokers", "3b-four", "cutthroat"))
def test_the_search_chooses_as_in_the_last_commit(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(search_players.EFFORTS, "expert", EFFORT)
    assert searched(slug) == SEARCHED[slug], "see the top of this file"


@pytest.mark.parametrize("row", slow_but((0,), range(ROWS)))
def test_the_search_of_odd_games_chooses_as_in_the_last_commit(row: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(search_players.EFFORTS, "expert", EFFORT)
    assert searched_oddly(row) == ODD[row], "see the top of this file"


if __name__ == "__main__":
    search_players.EFFORTS["expert"] = EFFORT
    print("SEARCHED = {")
    for game in SLUGS:
        print(f'    "{game}": {json.dumps(searched(game)).replace("[", "(").replace("]", ")")},')
    print("}")
    print("ODD = (")
    for number in range(ROWS):
        print(f"    {json.dumps(searched_oddly(number)).replace('[', '(').replace(']', ')')},")
    print(")")
