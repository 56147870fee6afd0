"""Score sheets and rows of beans have the right order, spacing and edges."""

import re

import pytest
from msgspec.structs import replace

from spades_tui.game.findings import HandScore
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import ScoreLine
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.tui.table.bidding_screen import side_bids
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.score_sheet import GameSheet, HandBlocks
from tests.driver import driving
from tests.scenes import SCENES, at, mine
from tests.screens.looking import on_screen

LOOK = CardStyle(("Ann", "Bea", "Cy", "Dot"), people=(0,))


def rules() -> Ruleset:
    return ruleset(shipped()["sandbags"])


def hand(number: int = 1) -> HandScore:
    """Score a hand: Ann bid 4 and took 3, Cy 0 and 0; Bea bid 2 and took 8, Dot 3 and 2."""
    lines = (
        ScoreLine(0, "SB-6", 100, "Zero kept"),
        ScoreLine(0, "SB-5", -40, "Set"),
        ScoreLine(1, "SB-5", 50, "All 5 bid"),
        ScoreLine(1, "SB-5", 5, "5 over"),
    )
    return HandScore(number, lines, (60, 55), (60, 55), (3, 8, 0, 2), (4, 2, 0, 3), (0, 5), (4, 5))


def drawn(sheet: HandBlocks, width: int, height: int) -> str:
    canvas = Canvas(width, height)
    sheet.draw(canvas)
    return "\n".join(strip.text.rstrip() for strip in canvas.strips())


@pytest.mark.parametrize(("width", "height"), [(80, 12), (76, 10), (100, 26), (140, 41)])
def test_the_sheet_shows_bids_before_tricks_for_every_hand(width: int, height: int) -> None:
    text = drawn(HandBlocks(rules(), LOOK, [hand()]), width, height)
    assert "Ann & Cy   bid 4, took 3" in text
    assert "Bea & Dot   bid 5, took 10" in text
    counts = re.findall(r"([Yy]ou|Bea|Cy|Dot) (?:bid )?(\d+)(?:/|, took )(\d+)", text)
    assert [(who.lower(), int(bid), int(took)) for who, bid, took in counts] == [
        ("you", 4, 3), ("cy", 0, 0), ("bea", 2, 8), ("dot", 3, 2)
    ]  # fmt: skip


def test_partners_beans_start_in_one_column_if_there_is_room() -> None:
    lines = drawn(HandBlocks(rules(), LOOK, [hand()]), 80, 19).splitlines()
    piles = [next(line for line in lines if f"{who} bid" in line) for who in ("Bea", "Dot")]
    assert piles[0].index("●") == piles[1].index("●")
    assert "●●✚✚✚✚✚✚" in piles[0]


@pytest.mark.parametrize("letters", [False, True])
async def test_a_sides_sign_is_separated_from_its_name(letters: bool) -> None:
    look = CardStyle(LOOK.names, letters, people=(0,))
    signs = "AB" if letters else "◆◇"
    head = await on_screen(GameSheet(rules(), look, [hand()]), 80, 20)
    for sign, name in zip(signs, ("Ann", "Bea"), strict=True):
        assert f"{sign} {name}" in head


async def test_text_at_the_right_seat_ends_one_column_from_the_border() -> None:
    async with driving(SCENES["five-seats"]) as seat:
        name = next(n for n, line in enumerate(seat.lines) if n > 1 and re.search(r"Eve(?: · dealer)?$", line))
        assert {len(line) for line in seat.lines[name : name + 3]} == {78}


async def test_the_beans_of_all_bids_are_evenly_spaced() -> None:
    async with driving(SCENES["bid"], (140, 45)) as seat:
        assert re.search(r"│ +(?:[●○✚] ){12}[●○✚] +│", seat.text)


async def test_a_hand_after_the_last_one_is_called_an_extra_hand() -> None:
    async with driving(SCENES["bid-sudden-death"]) as seat:
        assert re.search(r"hand \d+, extra", seat.heading) and " of 2" not in seat.heading


def test_the_bids_of_the_sides_are_listed() -> None:
    seen = at("sandbags", mine("bid"), dealer=1).observe(0)
    us, them = seen.contracts
    assert side_bids(seen, LOOK) == f"Us: {'–' if us is None else us}   Them: {'–' if them is None else them}"


def league(hands: int) -> tuple[Ruleset, list[HandScore]]:
    """Return the scores of this many hands of a league, and the rules of the last hand."""
    whole = ruleset(shipped()["league"])
    scores = [replace(hand(n), format=whole.of_hand(n).format) for n in range(1, hands + 1)]
    return whole.of_hand(hands), scores


@pytest.mark.rule("LG-1")
@pytest.mark.parametrize(("width", "height"), [(80, 20), (120, 36), (140, 41)])
async def test_the_sheets_of_a_league_say_which_format_each_hand_had(width: int, height: int) -> None:
    played, scores = league(12)
    text = await on_screen(GameSheet(played, LOOK, scores), width, height)
    rows = [line.split() for line in text.splitlines()]
    told = {row[0]: row[1] for row in rows if row and re.fullmatch(r"\d+\.", row[0])}
    assert told["12."] == "threes"
    assert told["11."] == "four-or-nil"
    text = drawn(HandBlocks(played, LOOK, scores, (), ["Each player bids 3 tricks.", "x" * 200]), width, height)
    assert text.splitlines()[0].lstrip().startswith("threes: Each player bids 3 tricks.")
    assert "xx" not in text  # a sentence without room is left out


@pytest.mark.rule("NL-5")
def test_a_sentence_too_long_for_the_sheet_of_its_format_is_cut_off() -> None:
    played, scores = league(6)
    first = drawn(HandBlocks(played, LOOK, scores, (), ["You bid three " + "x" * 200]), 80, 20).strip().splitlines()[0]
    assert "You bid three" in first and first.rstrip().endswith("…") and len(first) <= 80


def test_a_nil_is_called_nil_on_its_sheet() -> None:
    played, scores = league(1)
    text = drawn(HandBlocks(played, LOOK, scores), 80, 20)
    assert "Cy bid nil, took 0" in text
    assert "Cy bid 0, took 0" in drawn(HandBlocks(rules(), LOOK, [hand()]), 80, 20)


def test_a_game_without_a_programme_names_no_format() -> None:
    text = drawn(HandBlocks(rules(), LOOK, [hand()], (), []), 80, 20)
    assert text.splitlines()[0].strip() == ""
