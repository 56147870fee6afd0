"""A deal shows each pile and who has shuffled; a word for the cut is typed visibly and within limits."""

import pytest

from spades_tui import fair
from spades_tui.game.events.deal import Cut
from spades_tui.play.shown import CutOffered
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from spades_tui.tui.table.dealing_screen import DealState, DealView
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.card_faces import CardStyle
from tests.driver import driving
from tests.games import each_game
from tests.scenes import SceneApp, advance, at, last_card, mine, scored, setup
from tests.screens.deciding import clock_of_the_cut
from tests.screens.looking import TableApp


@pytest.mark.rule("C-2", "C-3")
@pytest.mark.parametrize(("hands", "sentence"), [(1, "You have shuffled"), (3, "Cy has shuffled")])
async def test_the_dealer_of_the_next_hand_has_shuffled(hands: int, sentence: str) -> None:
    async with driving(TableApp(at("classic", scored(hands), people=1), pace="brisk")) as seat:
        await seat.until("deal", most=9)
        await seat.wait(sentence)


def corners(canvas: Canvas) -> int:
    """Return how many cards have all their upper corners on the canvas."""
    lines = ["".join(char or " " for char, _ in row) for row in canvas._cells]
    return min(sum(line.count(corner) for line in lines) for corner in "╭╮╰╯")


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("size", [(80, 18), (80, 20), (100, 26), (140, 40)])
@pytest.mark.parametrize("slug", each_game("bemo", "3b-five", "two-handed"))
def test_no_pile_of_a_deal_covers_another(slug: str, size: tuple[int, int]) -> None:
    seen: Observation = at(slug, lambda seen: seen.table != ()).observe(None)
    names = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay")[: seen.rules.seats]
    dealt = max(seen.sizes)
    offer = CutOffered(0, True, "ab" * 32, len(seen.rules.cards.pack), None)
    view, canvas = DealView(), Canvas(*size)
    view.picture(canvas, DealState(CardStyle(names, people=(0,)), seen, offer, "deal", 20, False, dealt))
    deal = seen.rules.variant.deal
    others = bool(deal.extra or deal.draft or deal.dead_hands)
    assert corners(canvas) == sum(count > 0 for count in seen.sizes) + others
    text = "".join(strip.text for strip in canvas.strips())
    assert others == any(name in text for name in ("the extra card", "the stock", "the dead hand"))


PATIENCE = 100
"""Seconds for a cut, so many that only the test's clock ends them."""


def asked(patience: int = 0) -> TableApp:
    """Return the program when it asks the person at the keyboard to cut."""
    return TableApp(Table.create(setup("sandbags", dealer=1)), cut_patience=patience)


@pytest.mark.rule("C-3")
async def test_enter_alone_cuts_without_a_word() -> None:
    async with driving(asked()) as seat:
        await seat.press("left", "enter")
        assert seat.dealt.cut == Cut(0, 25)
        assert seat.dealt.proof is not None and seat.dealt.proof.version == 2


@pytest.mark.rule("C-3")
async def test_a_typed_word_is_visible_and_enter_cuts_with_it() -> None:
    async with driving(asked()) as seat:
        await seat.press("w")
        assert seat.sees("Your word")
        await seat.press(*"Nf q?s", "ö", "n", "w")  # keys of the screen are letters now
        assert seat.place == "deal" and seat.field == "Nf q?sönw"
        await seat.press("up", "enter")
        deal = seat.dealt
        assert deal.cut == Cut(0, 21, "Nf q?sönw")
        assert deal.proof is not None
        secret = bytes.fromhex(deal.proof.secret)
        pack = fair.cut_pack(seat.table.rules.cards.pack, secret, 21, "Nf q?sönw")
        assert deal.hands[2] == sum(1 << card for card in pack[0::4])


@pytest.mark.rule("C-3")
async def test_escape_removes_the_word() -> None:
    async with driving(asked()) as seat:
        await seat.press("w", *"abc", "escape")
        assert not seat.sees("abc")
        assert not seat.sees("Your word")
        await seat.press("w")
        assert not seat.sees("abc")
        await seat.press("enter")  # an empty word counts as none
        assert seat.dealt.cut == Cut(0, 26)


@pytest.mark.rule("C-3")
async def test_a_word_accepts_no_invisible_character_and_has_a_maximum() -> None:
    async with driving(asked()) as seat:
        await seat.press("w")
        for text in ("a\tb", "\x1b[31mred", "a\x00", "\x85", "\u202e", "\ud800", "x" * 65):
            await seat.paste(text)
            assert seat.field in ("", "a")  # a paste ends with its first line
            await seat.press("end", "ctrl+u")
        await seat.paste("x" * 63)
        await seat.press("y", "z")
        assert seat.field == "x" * 63 + "y"
        assert seat.sees("as long as it can be")
        await seat.press("tab", "ctrl+a", "enter")
        assert seat.dealt.cut is not None and seat.dealt.cut.word == "x" * 63 + "y"


@pytest.mark.rule("C-3")
async def test_a_click_into_the_pack_cuts_with_the_word() -> None:
    async with driving(asked()) as seat:
        await seat.press("w", *"abc")
        await seat.click("▏" * 19)  # the tenth card, in the middle of these
        assert seat.sees("9 cards from the top, 43 left below")
        assert seat.field == "abc"
        await seat.click("▏   ▏▏▏▏")  # the same card, behind the gap
        assert seat.dealt.cut == Cut(0, 9, "abc")


@pytest.mark.rule("C-3")
async def test_any_key_restarts_the_time_to_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock_of_the_cut(monkeypatch)
    async with driving(asked(PATIENCE)) as seat:
        keys = ("left", "f", "y", "w", "a", "right", "home", "tab")  # from w on, keys go to the word
        for key in (*keys, "z"):
            if key == "z":
                await seat.paste("x" * (fair.WORD_MOST - 1))  # so that the word is full
            now[0] += PATIENCE - 1
            await seat.wait(" 1 s left.")
            await seat.press(key)
            assert seat.sees("100 s left."), key
        assert seat.sees("as long as it can be")
        await seat.press("escape", "question_mark")
        now[0] += PATIENCE + 1
        await seat.rest(0.1)  # the person reads the help
        await seat.press("escape")
        await seat.wait("100 s left.")


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("word", [False, True])
async def test_keys_meant_for_the_cut_do_not_bid(word: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    now = clock_of_the_cut(monkeypatch)
    async with driving(asked(PATIENCE)) as seat:
        if word:
            await seat.press("w", "a")
        now[0] += PATIENCE + 1
        await seat.wait("Your cut", gone=True)
        assert seat.dealt.cut is None
        await seat.until("bid", "y")
        chosen = seat.chosen
        await seat.press("left", "up", "enter", "5", "enter", "enter")
        bids = seat.table.observe(0).bids
        assert bids[0] is None
        assert seat.chosen == chosen
        assert seat.sees("too late to cut")
        assert "⏎ bid" not in seat.footer
        await seat.press("space")
        assert "⏎ bid" in seat.footer
        assert seat.table.observe(0).bids[0] is None
        assert not seat.sees("too late to cut")
        await seat.press("enter")
        assert seat.table.observe(0).bids[0] is not None


@pytest.mark.rule("C-3")
async def test_no_word_is_offered_if_a_computer_player_cuts() -> None:
    async with driving(SceneApp(at("sandbags", lambda seen: True, dealer=2))) as seat:
        assert seat.place == "deal"
        for key in ("w", "x", "n"):
            await seat.press(key)
            assert not seat.sees("Your word")


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(
    ("cut", "word", "said"),
    [
        (None, "", ("Nobody cut.", "For a full proof, a person must cut.")),
        (1, "", ("You cut 1 card deep.", "Type a word as well")),
        (17, "Größe 7", ("You cut 17 cards deep, with the word", "Größe 7", "couldn't know which deck")),
        (17, "李" * 64, ("李" * 30, "couldn't know which deck")),
    ],
)
async def test_the_page_of_the_seal_claims_only_what_is_proved(
    cut: int | None, word: str, said: tuple[str, ...]
) -> None:
    table = Table.create(setup("sandbags", dealer=1))
    table.next()
    table.deal(cut, word=word)
    async with driving(SceneApp(last_card(advance(table, mine("play"))))) as seat:
        proof = seat.dealt.proof
        assert proof is not None
        secret = proof.secret[:4] + " " + proof.secret[4:8]
        assert not seat.sees(secret)
        await seat.until("score")
        await seat.press("f")
        assert seat.place == "seal"
        assert seat.sees(*said, secret, "verify")


@pytest.mark.rule("3B-1")
async def test_bidding_says_who_sits_out() -> None:
    async with driving(SceneApp(at("3b-five", mine("bid")))) as seat:
        assert seat.sees("Dot sits out this hand.")


async def test_a_partner_who_deals_is_named_as_both() -> None:
    async with driving(SceneApp(at("six-handed", mine("bid"), dealer=3))) as seat:
        assert seat.sees("partner", "dealer")


@pytest.mark.rule("C-3")
async def test_the_help_explains_what_the_seal_proves() -> None:
    async with driving(asked()) as seat:
        await seat.press("question_mark")
        assert seat.place == "keys"
        assert seat.sees(
            "fixed before the deal", "nobody can arrange the deck in advance", "Every depth can be tried beforehand",
            "proves only that no card changed",
        )  # fmt: skip
