"""People at one keyboard see every finished trick once, complete, before their next decision (C-10)."""

import re
from time import monotonic

import pytest

from spades_tui.game.events import Play
from spades_tui.game.trick import Trick
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.system.folders import games_folder
from spades_tui.tui.table.pauses import LEAST_SHOWN
from tests.driver import Driver, driving, home_app
from tests.scenes import advance, at, mine, setup
from tests.screens.deciding import stop_the_clock
from tests.screens.looking import TableApp, faces

pytestmark = pytest.mark.rule("C-10")


def assert_whole_trick(seat: Driver, trick: Trick, winner: int) -> None:
    """Assert that every card is shown with its player, and who took the trick."""
    names = seat.table.names
    for played in trick:
        assert seat.sees(*faces(1 << played.card), names[played.seat])
    assert seat.sees("takes it") or seat.sees("took it")
    assert seat.sees(names[winner])


def person_at_keyboard(seat: Driver) -> int | None:
    """Return the seat whose plate says "you"; None if there is none."""
    return next((n for n, name in enumerate(seat.table.names) if seat.sees(f"{name} · you")), None)


@pytest.mark.parametrize(
    ("slug", "people"),
    [
        ("3b-five", 2),
        pytest.param("sandbags", 1, marks=pytest.mark.slow),
        pytest.param("sandbags", 2, marks=pytest.mark.slow),
        pytest.param("bemo", 1, marks=pytest.mark.slow),
        pytest.param("bemo", 2, marks=pytest.mark.slow),
        pytest.param("3b-five", 1, marks=pytest.mark.slow),
    ],
)
async def test_every_finished_trick_is_shown_before_a_persons_turn(
    slug: str, people: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hands are played by keys alone; the screens that each person saw give the tricks that they saw."""
    stop_the_clock(monkeypatch)
    options: dict[str, object] = {"hands": 2} if "hands" in shipped()[slug].option_names else {"target": 500}
    table = Table.create(setup(slug, people, dealer=0, seed="see", **options))
    seen_by: dict[int, set[tuple[int, int]]] = {seat: set() for seat in table.people}
    finished: dict[tuple[int, int], tuple[Trick, int]] = {}
    pages = asked = 0
    async with driving(TableApp(table)) as seat:
        for _ in range(600):
            public = table.observe(None)
            for number, trick in enumerate(public.tricks, 1):
                finished[public.hand_number, number] = trick, public.winners[number - 1]
            if seat.place == "curtain":
                pages += seat.sees("Tricks finished meanwhile")
                person = [name.upper() for name in table.names].index(seat.next_person)
                for hand, number in re.findall(r"Hand (\d+), trick (\d+)", seat.text):
                    mark = int(hand), int(number)
                    assert_whole_trick(seat, *finished[mark])
                    seen_by[person].add(mark)
                await seat.press("space")
                continue
            viewer = person_at_keyboard(seat)
            if viewer is not None and seat.sees("takes it"):
                mark = public.hand_number, len(public.tricks)
                assert_whole_trick(seat, *finished[mark])
                seen_by[viewer].add(mark)
            elif seat.sees("▶ Your") and public.on_turn is not None:
                asked += 1
                assert seen_by[public.on_turn] >= set(finished), f"{public.on_turn} has not seen all"
                if public.hand_number == 2 and len(public.tricks) > 3:
                    break
            await seat.press("enter")
        else:
            raise AssertionError(seat.text)
    assert asked > 3
    assert len(finished) > 12
    if slug == "3b-five" and people == 2:
        assert pages, "the dealer sat out, and was shown the whole hand before he bid again"


async def test_a_single_person_sees_each_trick_at_any_speed_of_keys() -> None:
    """With keys typed ahead, every trick is painted, for a quarter of a second at least."""
    advance(Table.create(setup("sandbags"), games_folder()), mine("play", 1, 2)).suspend()
    async with driving(home_app(name="Ann", pace="instant", cut_patience=0)) as seat:
        await seat.press("c")
        since, first, painted = monotonic(), len(seat.table.observe(None).tricks), seat.frames()
        for _ in range(2000):
            if len(seat.table.observe(None).tricks) == first + 6:
                break
            await seat.type(*["enter", "space", "a"] * 3)
        lasted = monotonic() - since
    numbers = {int(number) for text in painted if "takes it" in text for number in re.findall(r"trick (\d+)", text)}
    assert {*range(first + 1, first + 6)} <= numbers
    assert lasted >= 5 * LEAST_SHOWN


async def test_a_trick_changed_by_taking_back_is_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The curtain shows the trick in its final form."""
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 1, 3), people=4, take_back=True, dealer=3)
    before = table.observe(0)
    async with driving(TableApp(table)) as seat:
        await seat.press("space", "enter")  # Ann plays the last card
        assert seat.sees("takes it")
        first = table.observe(None).tricks[-1][-1].card
        other = next(f.card for f in before.legal if isinstance(f, Play) and f.card != first)
        await seat.press("u")
        assert seat.place == "play" and not seat.sees("takes it") and table.observe(None).tricks == before.tricks
        await seat.select(other)
        await seat.press("enter")
        await seat.until("curtain")
        trick, winner = table.observe(None).tricks[-1], table.observe(None).winners[len(before.tricks)]
        assert trick[-1].card == other
        assert seat.sees(f"trick {len(before.tricks) + 1} is finished")
        assert_whole_trick(seat, trick, winner)
        assert not seat.sees(*faces(1 << first))


async def test_the_last_trick_of_a_hand_is_seen_before_the_next_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 12, 0), people=2, target=500)
    async with driving(TableApp(table)) as seat:
        viewer = ""
        for _ in range(30):
            if seat.place == "score":
                break
            viewer = seat.next_person or viewer
            await seat.press("space" if seat.next_person else "a" if seat.sees("is thinking") else "enter")
        assert seat.place == "score"
        hand, trick = table.observe(None).hand_number, table.observe(None).tricks[-1]
        winner = table.observe(None).winners[-1]
        await seat.until("curtain")
        assert seat.next_person != viewer
        assert seat.sees(f"Hand {hand}, trick 13 is finished")
        assert_whole_trick(seat, trick, winner)
