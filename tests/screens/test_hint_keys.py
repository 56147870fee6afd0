"""An open hint leaves the question on the screen, and a key marks the cards that win tricks or endanger a nil."""

import re

import pytest

from spades_tui.bots.trick_count import count_tricks
from spades_tui.game.phase import Phase
from spades_tui.presentation.marked_hand import DANGER, IN_LETTERS, SIGNS, count_line, marks, nil_possible
from spades_tui.presentation.wording import Wording
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from tests.advice.hints import hint
from tests.bots.club_hands import on_turn, played_to
from tests.bots.tables import rules_of
from tests.driver import Driver, driving
from tests.games import SLUGS
from tests.scenes import at, mine
from tests.screens.looking import TableApp, assert_no_hidden_card, hands_in_tree


def framed(seat: Driver) -> str:
    """Return the card or the bid under the cursor, beside a hint."""
    bids: list[str] = re.findall(r"▸(\d+|nil|zero)", seat.text.split("Hint")[0])
    return seat.card_chosen() or bids[-1]


NOTHING_ASKED = with_keys(str(dead_key_reasons.NOTHING_ASKED))


@pytest.mark.parametrize(("phase", "question"), [("bid", "Your bid:"), ("play", "Your turn:")])
@pytest.mark.parametrize("key", ["escape", "left"])
async def test_a_hint_keeps_the_question_and_a_key_closes_it(phase: str, question: str, key: str) -> None:
    async with driving(TableApp(at("sandbags", mine(phase)))) as seat:
        asked = seat.line(question)
        await seat.press("h")
        await seat.wait("best")
        assert seat.sees(asked, "Esc") and hint(seat)
        await seat.press(key)
        assert not hint(seat)
        assert seat.sees(asked) and not seat.sees(NOTHING_ASKED)
        await seat.press("escape")
        assert seat.sees(NOTHING_ASKED)


@pytest.mark.parametrize("phase", ["bid", "play"])
async def test_a_typed_choice_stays_chosen_beside_a_hint_until_its_key_is_pressed_again(phase: str) -> None:
    table = at("sandbags", mine(phase))
    async with driving(TableApp(table)) as seat:
        await seat.press("h")
        await seat.wait("best")
        best = framed(seat)
        await seat.press("escape")
        for number in "123456":
            await seat.press(number)
            await seat.rest(0.7)  # the next digit begins a new number
            if framed(seat) != best:
                break
        typed = framed(seat)
        assert typed != best
        await seat.press("h")
        await seat.wait("best")
        assert seat.sees("stays chosen") and framed(seat) == typed
        await seat.press("h")
        await seat.wait("best")
        assert not seat.sees("stays chosen") and framed(seat) == best


async def test_a_choice_made_with_arrows_gives_way_to_the_hint() -> None:
    async with driving(TableApp(at("sandbags", mine("play")))) as seat:
        await seat.press("h")
        await seat.wait("best")
        best = framed(seat)
        await seat.press("escape", "left")
        assert framed(seat) != best
        await seat.press("h")
        await seat.wait("best")
        assert framed(seat) == best


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("size", [(80, 24), (100, 32)])
async def test_escape_closes_the_last_trick_before_the_hint_below_it(size: tuple[int, int]) -> None:
    table = at("classic", mine("play", 4, 1))
    async with driving(TableApp(table), size) as seat:
        await seat.press("h")
        await seat.wait("best")
        open_hint, best = hint(seat), framed(seat)
        await seat.press("l")
        assert seat.sees("Last trick") and not hint(seat)
        await seat.press("escape")
        assert not seat.sees("Last trick") and hint(seat) == open_hint
        assert framed(seat) == best
        await seat.press("down", "up")
        assert hint(seat) == open_hint, "the arrows choose in the hint, not in the hand"
        await seat.press("escape")
        assert not hint(seat) and seat.sees("Your turn")


def signs_in(text: str) -> int:
    return sum(text.count(sign) for sign in SIGNS.values())


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_key_marks_the_hand_with_tricks_then_dangers_then_nothing(size: tuple[int, int]) -> None:
    table = at("sandbags", mine("bid"))
    seen = table.observe(0)
    count = count_tricks(seen, 0)
    assert count is not None
    async with driving(TableApp(table), size) as seat:
        before = seat.text
        assert signs_in(before) == 0
        await seat.press("c")
        assert seat.sees(count_line(count, seen, Wording(table.names, people=table.people), nil=False))
        kinds = {trick.mark for trick in count.tricks}
        assert signs_in(seat.text) == len(count.tricks) + len(kinds), "each card, and each kind in the line below"
        await seat.press("c")
        assert seat.text.count(DANGER) == len(count.dangers) + 1
        await seat.press("c")
        assert seat.text == before


async def test_the_marks_end_with_the_first_card() -> None:
    async with driving(TableApp(at("sandbags", mine("play", 0, 1)))) as seat:
        await seat.press("c")
        assert signs_in(seat.text) == 0
        assert seat.sees(dead_key_reasons.COUNT_BEFORE_PLAY.words)


async def test_the_marks_end_with_the_bidding_so_that_the_table_says_whose_turn_it_is() -> None:
    async with driving(TableApp(at("sandbags", mine("bid")))) as seat:
        await seat.until("bid", "space")
        await seat.press("c", "enter")
        await seat.until("play", "space")
        assert signs_in(seat.text) == 0


@pytest.mark.rule("C-9")
async def test_the_curtain_hides_the_marks_and_the_next_player_starts_without() -> None:
    table = at("sandbags", mine("bid"), people=4)
    app = TableApp(table)
    async with driving(app) as seat:
        await seat.until("bid", "space")
        await seat.press("c")
        assert signs_in(seat.text)
        assert hands_in_tree(app) == 1
        await seat.until("curtain")
        assert hands_in_tree(app) == 0
        assert signs_in(seat.text) == 0
        assert_no_hidden_card(app, table)
        await seat.until("bid", "space")
        assert signs_in(seat.text) == 0


def possible(slug: str, number: int) -> Observation | None:
    seen = on_turn(played_to(rules_of(slug), f"marks {number}", number))
    if seen is None or not seen.own or seen.phase in (Phase.PLAY, Phase.DRAFT):
        return None
    return seen


@pytest.mark.parametrize("slug", SLUGS)
def test_the_line_below_the_hand_fits_into_80_columns(slug: str) -> None:
    for number in range(6):
        seen = possible(slug, number)
        if seen is None or seen.seat is None:
            continue
        count = count_tricks(seen, seen.seat)
        assert count is not None
        look = Wording(("Ann", "Bea", "Cy", "Dot", "Eve", "Fay"))
        for nil in (False, True) if nil_possible(seen) else (False,):
            assert len(count_line(count, seen, look, nil)) <= 78
            assert set(marks(count, False, nil)) <= {card for card in range(54) if seen.own and seen.own >> card & 1}
        assert all(sign.isascii() for sign in marks(count, True, nil=False).values())


def test_each_mark_has_a_sign_and_a_letter_of_its_own() -> None:
    for signs in (SIGNS, IN_LETTERS):
        every = [*signs.values(), DANGER]
        assert len({sign[0] for sign in every}) == len({sign[1] for sign in every}) == len(every)
