"""At the table ``u`` undoes decisions with `undo` and `take_back`, and a slip until another player acts (3B-11)."""

import pytest

from spades_tui.game.events import Play
from spades_tui.game.phase import Phase
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from spades_tui.system.folders import games_folder
from tests.driver import Driver, driving
from tests.games import each_game
from tests.scenes import advance, at, mine, setup
from tests.screens.deciding import hurry_the_clock, stop_the_clock
from tests.screens.looking import TableApp, wait_until

pytestmark = pytest.mark.rule("3B-11")


def played_last(seen: Observation) -> bool:
    """Return whether the last card of a hand is due and the person has played theirs."""
    return seen.phase == Phase.PLAY and len(seen.tricks) == 12 and seen.own == 0


@pytest.mark.parametrize("slug", each_game("sandbags", "bemo", "3b-four", "suicide", "two-handed"))
async def test_u_undoes_decisions_back_to_the_first_bid(slug: str) -> None:
    table = at(slug, mine("play", 3, 0 if slug == "3b-three" else 1), undo=True)
    async with driving(TableApp(table)) as seat:
        assert seat.place == "play"
        words = []
        while table.may_take_back(0):
            assert "u undo" in seat.footer
            before = len(table.course.steps)
            await seat.press("u")
            assert len(table.course.steps) < before
            words.append(table.taken_back)
            assert seat.sees(f"{table.taken_back}.")
            assert table.observe(None).on_turn == 0
        assert seat.place == "bid" and "u undo" not in seat.footer
        assert not table.observe(None).trick
        assert table.observe(None).bids[0] is None
        assert sum("of" not in word and "to" not in word for word in words) >= 3, words
        await seat.press("enter")
        assert not seat.sees("You take back")


async def test_the_table_waits_for_the_last_chance_before_the_score() -> None:
    """This concerns a person who plays the last card, because a scored hand can't be undone."""
    table = at("sandbags", played_last, undo=True)
    async with driving(TableApp(table)) as seat:
        await seat.wait("takes the trick")
        await seat.rest(0.2)
        assert len(table.observe(None).tricks) == 13
        assert seat.place == "play", "nothing is scored yet"
        assert seat.sees("u: undo")
        await seat.press("u")
        assert len(table.observe(None).tricks) == 12
        assert table.observe(0).own
        await seat.until("score")
        assert not table.may_take_back(0)


async def test_the_end_and_the_scorebook_say_that_a_practice_game_does_not_count() -> None:
    table = advance(Table.create(setup("sandbags", target=1, undo=True), games_folder()), mine("play", 12))
    async with driving(TableApp(table, keep=True)) as seat:
        await seat.press("u")
        await seat.until("score")
        assert table.observe(None).outcome is not None
        assert seat.sees("The game is over and doesn't count: undo was on.   Enter: the result.")
        await seat.until("game over")
        assert "Sandbags · over, doesn't count " in seat.heading
        await seat.press("b")
        await seat.wait("The game doesn't count in the scorebook: undo was on.")
        await seat.command("scorebook")
        await seat.wait("1 practice game doesn't count in the scorebook.")


@pytest.mark.parametrize("slug", ["sandbags", "3b-four"])
async def test_the_key_to_take_back_stays_until_another_player_plays(slug: str) -> None:
    """You may take your card back while the next player thinks, but not after that player has played."""
    table = at(slug, mine("play", 2, 1), take_back=True)
    async with driving(TableApp(table, pace="leisurely")) as seat:
        assert "u undo" not in seat.footer, "others have played since"
        await seat.press("u")
        assert len(table.observe(None).trick) == 1
        await seat.press("enter")
        if table.observe(None).on_turn == 0:  # an ace asks whether it is high or low
            await seat.press("enter")
        assert len(table.observe(None).trick) == 2
        assert "u undo" in seat.footer
        card = table.observe(None).trick[-1]
        await seat.press("a")  # this key hurries the next players
        assert any(card in trick for trick in table.observe(None).tricks) or len(table.observe(None).trick) > 2
        assert "u undo" not in seat.footer
        entries = len(table.entries)
        await seat.press("u")
        assert not any(entry.text.endswith("takes back") for entry in table.entries[entries:])


async def test_the_table_waits_for_the_person_who_may_take_back() -> None:
    """Even at the instant pace, nobody plays until the person continues or takes the action back."""
    table = at("sandbags", mine("play", 2, 1), take_back=True)
    async with driving(TableApp(table)) as seat:
        for _ in range(2):
            await seat.press("enter")
            await seat.rest(0.1)
            assert len(table.observe(None).trick) == 2, "nobody has played"
            assert seat.sees("u: undo")
            await seat.press("u")
            assert len(table.observe(None).trick) == 1
        await seat.press("enter", "enter")
        assert await wait_until(lambda: len(table.observe(None).tricks) >= 3), "the others did not wait again"


async def test_a_complete_trick_waits_for_the_person_who_may_take_back(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_the_clock(monkeypatch)
    table = at("classic", mine("play", 2, 3), take_back=True)  # a game where other tricks are gathered without a key
    async with driving(TableApp(table, hand_end=False)) as seat:
        await seat.press("enter")
        await seat.rest(0.1)  # much longer than a trick is shown
        assert seat.sees("takes it", "u: undo")
        await seat.press("u")
        assert not seat.sees("takes it")
        assert len(table.observe(None).trick) == 3
        await seat.press("enter", "enter")
        await seat.wait("takes it", gone=True)
        assert len(table.observe(None).tricks) >= 3


@pytest.mark.parametrize("practice", [True, False])
async def test_the_screen_says_that_a_bid_can_be_taken_back(practice: bool) -> None:
    async with driving(TableApp(at("3b-four", mine("bid"), take_back=practice))) as seat:
        assert seat.sees("u undoes it.") == practice


def cards(table: Table) -> int:
    """Return how many cards have been played in this hand."""
    seen = table.observe(None)
    return sum(map(len, (*seen.tricks, seen.trick)))


async def play_a_card(seat: Driver) -> None:
    """Play the first legal card of the person in seat 0."""
    await seat.select(next(play.card for play in seat.table.observe(0).legal if isinstance(play, Play)))
    await seat.press("enter")


async def test_a_slip_can_be_undone_in_the_pause_before_the_next_player() -> None:
    table = at("sandbags", mine("play", 2, 1), slip=True)
    async with driving(TableApp(table, pace="leisurely")) as seat:
        before = table.course.state
        assert "u undo" not in seat.footer
        await play_a_card(seat)
        assert "u undo" in seat.footer
        assert seat.sees("is thinking. u undoes it.")
        await seat.press("u")
        assert table.course.state is before
        assert seat.sees("You take back")
        assert seat.hand and table.observe(None).on_turn == 0
        await play_a_card(seat)
        played = cards(table)
        await seat.press("a")  # any other key hurries the next player, who acts
        assert cards(table) > played
        assert "u undo" not in seat.footer
        assert not table.may_take_back(0)


async def test_no_computer_player_waits_for_an_undo() -> None:
    """At the instant pace the next player acts at once, and the hand is scored without a key."""
    table = at("sandbags", mine("play", 2, 1), slip=True)
    async with driving(TableApp(table)) as seat:
        await play_a_card(seat)
        assert await wait_until(lambda: cards(table) > 10), "the others have played"


async def test_a_slip_among_several_people_can_be_undone_at_the_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slip may be taken back until the next person opens the curtain, but not after that."""
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 2, 1), people=4, slip=True)
    async with driving(TableApp(table)) as seat:
        await seat.press("space", "enter")
        assert seat.place == "curtain" and "u undo" in seat.footer
        await seat.press("u")
        assert len(table.observe(None).trick) == 1
        assert seat.next_person == "ANN"
        await seat.press("space", "enter", "space")  # the next person opens the curtain
        assert seat.place == "play" and "u undo" not in seat.footer


async def test_the_only_card_is_played_even_if_a_slip_can_be_undone() -> None:
    """The slip before the only card may be taken back while the card is announced."""
    for seed in range(60):
        table = at("sandbags", mine("play", 11, 3), seed=f"last {seed}", slip=True)
        table.do(next(one for one in table.observe(0).legal if isinstance(one, Play)))
        if table.observe(None).on_turn == 0:
            break
    assert table.may_take_back(0)
    async with driving(TableApp(table, pace="leisurely", only_card=True)) as seat:
        assert seat.sees("so it's played for you")
        await seat.press("a")
        assert cards(table) > 48
