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
from tests.frozen import digest, source_of
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
    "classic": ("22e080c36a24679e", "2defdacdfcb260d6", "f21522991dbda97f"),
    "jokers": ("a9f47c340ae2bdf8", "4cedc69fad49220f", "5fa709587e4be468"),
    "sandbags": ("0bbc8c6018a1c287", "085feeadf2d88b60", "95b1f19ecdc3fe66"),
    "bemo": ("9c93e098a597e063", "8068135d728ea01f", "1f27b1648c0aa50d"),
    "3b-three": ("5534424d85e394ca", "51e603bd21fadf26", "f8aebf2454dee544"),
    "3b-four": ("5bef3adee1fb25ca", "2182bd491d6f0e00", "4c74f987cbb1b24f"),
    "3b-five": ("aad682009d1bd2a7", "40731e33fa13e28d", "3537ef3d707cbf2b"),
    "joker-deuces": ("8b5b9f52f95048b2", "fe9c9b1e1e1d96c1", "271da88d73cc662c"),
    "whiz": ("7634b16bb9f9e124", "c98924934dd9917a", "325fa7882341a53f"),
    "mirrors": ("8e4ae647d39eb9eb", "a08d69655f429dfd", "b867bde633024225"),
    "suicide": ("a3e2232ac538a48f", "db0401d712cf0ca5", "bf1d2c49af67fbb9"),
    "cutthroat": ("2cbff82dbfde8b2e", "3cfe2db4c4c89de4", "35b968b7433b8eb3"),
    "cutthroat-three": ("59afca921acc2102", "cb943158ff261ac5", "a0ae486442107182"),
    "call-break": ("c3fb5ff975109921", "eea73be115fcd3b5", "c4fba8352c7eb328"),
    "six-handed": ("145f84c5ebc3c632", "9f07d794b1c9e019", "f13b241d412a3898"),
    "two-handed": ("1bc3d7793acfc166", "363fa033a2a02d3a", "ce20cde6c391f0b5"),
    "league": ("6454dabfd0db6647", "bfb8bca6bf05c692", "2bb4b5d8074013d0"),
}
"""By game: SHA-256, shortened, of the choices before the first card, of the cards, and of hints for both."""
ODD = (
    ("7a3e5a243114d980", "2b124f83f8543508", "b31068caf9af21f3"),
    ("3e3794b5b3a531f7", "40055a05f8397edd", "b754842a49e47900"),
    ("da8a1849c15e3470", "418c8d686e989626", "27a740c916a4d553"),
    ("3700f939cc8881bb", "586807d17a3f3ab6", "16de8bd98f5c252c"),
    ("d4661abb817bc8d3", "d271d3dc2c636211", "a1606d0dfc91f72c"),
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
    kinds: tuple[list[str], ...] = ([], [], [])
    for place, text in texts:
        kinds[place].append(text)
    return tuple(map(digest, kinds))


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
    print(source_of("SEARCHED", {game: searched(game) for game in SLUGS}))
    print(source_of("ODD", [searched_oddly(number) for number in range(ROWS)]))
