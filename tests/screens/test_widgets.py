"""Widgets draw the right text."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.bots.valued_choice import Advice, PlainReason, Reason
from spades_tui.cards import SYMBOLS, cards_of, parse, parse_hand
from spades_tui.game.events import Bid, Play
from spades_tui.game.phase import Phase
from spades_tui.play.table import Table
from spades_tui.presentation.bid_pay import pays, short_pay
from spades_tui.presentation.decisions import decide, notes
from spades_tui.presentation.wording import choice_words, sorted_hand
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Decided, HandCounts, Ledger
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.scores import PromiseScore
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import top_line
from spades_tui.tui.widgets import glyphs, inks
from spades_tui.tui.widgets.canvas import Canvas, Pieces, clip, first_fitting, fit, length, packed
from spades_tui.tui.widgets.card_faces import CardStyle, HandPicture, HandView, paint_card
from spades_tui.tui.widgets.chart import BRAILLE, FAR_GOAL, draw_chart
from spades_tui.tui.widgets.edge_lines import fitted
from spades_tui.tui.widgets.inks import text as plain_style
from spades_tui.tui.widgets.side_panels import CHOICE, HintPanel
from spades_tui.tui.widgets.table_view import arrange, card_size
from tests.driver import Driver, driving, home_app
from tests.games import SLUGS
from tests.scenes import SCENES, at, mine, setup
from tests.screens.looking import TableApp, screen_text, settle, table_of, top_screen
from tests.sizes import SMALL

LOOK = CardStyle(("Ann", "Bea", "Cy", "Dot"))
RULES = ruleset(shipped()["sandbags"])


def drawn(canvas: Canvas) -> str:
    return "\n".join(strip.text.rstrip() for strip in canvas.strips())


def beans(bid: int | None, took: int, look: CardStyle = LOOK) -> str:
    """Return beans without their colours."""
    return "".join(piece[0] for piece in look.beans(RULES, bid, took))


@pytest.mark.rule("SB-11")
def test_beans_show_the_bid_tricks_and_bags() -> None:
    assert beans(4, 2) == "●●○○"
    assert beans(2, 4) == "●●✚✚"
    assert beans(0, 2) == "✗✗"
    assert beans(None, 0) == ""
    assert beans(4, 5, CardStyle(LOOK.names, letters=True)) == "****+"
    assert LOOK.bag_marks(3)[0] == "▪▪▪"


def test_packed_parts_fill_each_line_and_none_is_broken() -> None:
    assert packed(("one", "two", "eleven", "a long one"), 8, "  ") == ["one  two", "eleven", "a long one"]
    assert packed((), 8, "  ") == []


def test_signs_become_ascii_only_for_readers_of_letters() -> None:
    assert glyphs.sign("●○✚✗▶", letters=False) == "●○✚✗▶"
    assert glyphs.sign("●○✚✗▶", letters=True) == "*o+x>"


def test_hands_are_sorted_by_the_setting() -> None:
    rules = at("jokers", lambda seen: True).rules
    held = parse_hand("2S AS BJ 3H KH 9C TD")
    shown = {
        (sort, trumps): " ".join(
            LOOK.face(card) for card in sorted_hand(rules, CardStyle(LOOK.names, False, sort, trumps), held)
        )
        for sort in ("alternating", "ranks")
        for trumps in ("left", "right")
    }
    assert shown["alternating", "left"] == "BJ 2♠ A♠ K♥ 3♥ 9♣ 10♦"
    assert shown["alternating", "right"] == "10♦ 9♣ K♥ 3♥ BJ 2♠ A♠"
    assert shown["ranks", "left"] == "BJ 2♠ A♠ K♥ 3♥ 10♦ 9♣"
    assert shown["ranks", "right"] == "K♥ 3♥ 10♦ 9♣ BJ 2♠ A♠"


@pytest.mark.parametrize("raised", [(1 << 13) - 1, 0b1011], ids=["all", "some"])
def test_the_tag_of_a_suggestion_covers_no_other_card(raised: int) -> None:
    for card in cards_of(raised):
        texts = []
        for suggested in (0, 1 << card):
            hand = HandView()
            hand.state = HandPicture(list(range(13)), look=LOOK, raised=raised, active=True, suggested=suggested)
            hand.choose(card)
            canvas = Canvas(80, 5)
            hand.draw(canvas)
            texts.append(drawn(canvas))
        without, tagged = texts
        assert "suggested" in tagged
        assert [tagged.count(corner) for corner in "╭╮╰╯"] == [without.count(corner) for corner in "╭╮╰╯"]


def test_the_canvas_draws_only_in_its_cells() -> None:
    canvas = Canvas(6, 2)
    canvas.put(4, 0, "日本", plain_style)
    canvas.put(-2, 1, "abcdefghij", plain_style)
    canvas.put(0, 9, "nowhere", plain_style)
    assert drawn(canvas) == "    日\ncdefgh"
    assert all(strip.cell_length == 6 for strip in canvas.strips())
    assert fit("Bartholomew", 5) == "Bart…"
    assert clip([("abc", plain_style), ("defg", plain_style)], 5) == [("abc", plain_style), ("d…", plain_style)]


@pytest.mark.parametrize(("height", "goal_shown"), [(5, False), (FAR_GOAL + 1, True)])
def test_a_low_chart_leaves_out_a_goal_that_is_far_away(height: int, goal_shown: bool) -> None:
    canvas = Canvas(60, height)
    draw_chart(canvas, 0, 0, 60, height, [[50, -60], [93, -1]], ["Us", "Them"], goal=500)
    text = drawn(canvas)
    assert ("500" in text) == goal_shown
    assert "−60" in text


def test_equal_lines_of_a_chart_are_both_drawn() -> None:
    canvas = Canvas(80, 12)
    draw_chart(canvas, 0, 0, 80, 12, [[30, 30, -40], [60, 60, 10]], ["Ann", "Bea", "Cy"])
    styles = {style for row in canvas._cells for char, style in row if ord(char) > BRAILLE}
    assert len(styles) == 3


@pytest.mark.parametrize("count", [3, 4, 5])
@pytest.mark.parametrize(("width", "height"), [(80, 14), (70, 18), (80, 32), (140, 40), (116, 36), (116, 42)])
def test_cards_in_the_trick_do_not_overlap(count: int, width: int, height: int) -> None:
    card_w, card_h = card_size(width, height)
    cells: set[tuple[int, int]] = set()
    for place in arrange(count, width, height, card_w, card_h):
        own = {
            (x, y)
            for x in range(place.card_x, place.card_x + card_w)
            for y in range(place.card_y, place.card_y + card_h)
        }
        assert not own & cells
        assert all(0 <= x < width and 0 <= y < height for x, y in own)
        cells |= own


@pytest.mark.parametrize("letters", [False, True])
def test_jokers_have_their_names_if_there_is_room(letters: bool) -> None:
    look, big = CardStyle(LOOK.names, letters), parse("BJ")
    assert look.face(big) == "BJ"
    assert look.card(big)[0] == "big joker"
    assert look.card(big, told=True)[0] == "the big joker"
    assert look.card(parse("LJ"), short=True)[0] == "LJ"
    held = [big, parse("LJ"), parse("AS")]
    assert "".join(text for text, _ in look.row(held, 40)) == f"big joker little joker {look.face(parse('AS'))}"
    assert "".join(text for text, _ in look.row(held, 20)) == f"BJ LJ {look.face(parse('AS'))}"
    nil, rules = Bid(0, 0), ruleset(shipped()["classic"])
    assert (choice_words(nil), choice_words(nil, rules=rules)) == ("bid 0", "bid nil")
    assert choice_words(Bid(0, 0, True), rules=rules) == "blind nil"
    assert choice_words(Bid(0, 4), rules=rules) == "bid 4"
    assert choice_words(Play(0, big), letters) == "big joker"


@pytest.mark.parametrize("size", [(11, 5), (7, 7), (9, 7), (11, 7), (11, 9), (9, 9), (17, 11), (15, 9)])
def test_large_cards_have_as_many_signs_as_their_rank(size: tuple[int, int]) -> None:
    for name, signs in (*((f"{n}H", n) for n in range(2, 10)), ("TD", 10)):
        canvas = Canvas(*size)
        paint_card(canvas, 0, 0, *size, LOOK, parse(name))
        text = drawn(canvas)
        corners = 2 if size[1] > 5 else 1
        assert sum(text.count(sign) for sign in SYMBOLS) == signs + corners, text
    for name in ("AS", "KS", "QH", "JC"):
        canvas = Canvas(*size)
        paint_card(canvas, 0, 0, *size, LOOK, parse(name))
        assert drawn(canvas).count(name[0]) == (2 if size[1] > 5 else 1)
        assert "█" in drawn(canvas)
    canvas = Canvas(*size)
    paint_card(canvas, 0, 0, *size, LOOK, parse("BJ"))
    assert "★" in drawn(canvas)


NINE_BAGS = {"totals": (212, -20), "bags": (9, 0)}
PAYS: list[tuple[str, dict[str, Any], int, bool, tuple[str, str]]] = [
    ("sandbags", {}, 4, False, ("made: +40, each trick over +1", "set: −40")),
    ("sandbags", {}, 0, False, ("made: +100", "set: −100")),
    ("3b-four", {}, 3, False, ("made: +30, each trick over −10", "set: +1 for each trick you take")),
    ("3b-four", {}, 0, False, ("made: +100", "set: −10 for each trick")),
    ("bemo", {}, 2, False, ("made: +100, with exactly that many tricks", "otherwise: −100")),
    ("bemo", {}, 4, True, ("made: +80, with exactly that many tricks", "otherwise: −40")),
    ("bemo", {}, 13, True, ("made: you win the game", "set: −130")),
    # the tenth bag costs
    ("sandbags", NINE_BAGS, 4, False, ("made: +40 (to 252), each trick over −99", "set: −40 (to 172)")),
    ("sandbags", NINE_BAGS, 0, False, ("made: +100 (to 312)", "set: −200 (to 12)")),
    # the fifth bag makes two tricks of a zero cost twice as much as one, and the third trick costs less again
    ("cutthroat", {}, 0, False, ("made: +50", "set: −49, each further trick +1")),
    ("cutthroat", {"bags": (3, 0, 0, 0)}, 0, False, ("made: +50", "set: −49, with two tricks −98")),
]


@pytest.mark.rule("SB-5", "SB-6", "SB-9", "3B-12", "3B-13", "BM-6", "BM-7", "BM-8", "BM-10", "NL-5", "NL-9")
@pytest.mark.parametrize(("slug", "standing", "bid", "blind", "words"), PAYS)
def test_a_bid_says_what_it_pays(
    slug: str, standing: dict[str, Any], bid: int, blind: bool, words: tuple[str, str]
) -> None:
    seen = at(slug, mine("bid")).observe(0)
    seen = replace(seen, standing=replace(seen.standing, **standing))
    assert pays(seen, bid, blind=blind) == words


@pytest.mark.rule("3B-15", "BM-8")
def test_the_short_words_of_a_bid_say_what_it_pays() -> None:
    assert short_pay(at("3b-four", mine("bid")).observe(0), 13) == "wins"
    assert short_pay(at("bemo", mine("bid")).observe(0), 4, blind=True) == "+80"


@pytest.mark.rule("JK-3", "JK-7", "JK-8")
def test_the_points_of_a_bid_include_the_partners_bid() -> None:
    """Only a side's total counts, even for a partner who adds nothing to it."""
    seen = at("jokers", mine("bid"), dealer=0).observe(0)
    assert seen.bids[2] is not None
    bids = tuple(4 if seat == 2 else bid for seat, bid in enumerate(seen.bids))
    seen = replace(seen, bids=bids)
    assert pays(seen, 0) == ("made: +40, each trick over +1", "set: −40")
    assert pays(seen, 1) == ("made: +50, each trick over +1", "set: −50")
    assert pays(seen, 6) == ("made: +200, each trick over +1", "set: −100")
    assert short_pay(seen, 0) == "+40"


def test_points_that_depend_on_trick_winners_are_marked_open() -> None:
    class LastTrick(PromiseScore):
        """A score for the last trick, which no game has."""

        def score(self, hand: HandCounts, ledger: Ledger) -> None:
            for side, seats in enumerate(hand.sides):
                if hand.winners is None:
                    ledger.note(Decided.OPEN, side, seats, about="the last trick")
                elif hand.winners[-1] in seats:
                    ledger.add(side, self.rule, self.made, "Last trick")

    seen = at("sandbags", mine("bid")).observe(0)
    last = LastTrick(kind="promise", rule="BM-9", name="Last", tricks=1, made=10, lost=0)
    variant = seen.rules.variant.changed(scores=(*seen.rules.variant.scores, last))
    seen = replace(seen, rules=ruleset(variant))
    assert pays(seen, 4) == ("made: +40, each trick over +1; the last trick not counted", "set: −40")
    assert pays(seen, 0) == ("made: +100; the last trick not counted", "set: −100")
    assert short_pay(seen, 4) == "+40"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_legal_event_while_bidding_is_a_choice(slug: str) -> None:
    table = at(slug, mine("bid"))
    seen = table.observe(0)
    decision = decide(seen, LOOK)
    offered = {option.event for row in decision.rows for option in row}
    assert offered == set(seen.legal)
    assert decision.question
    assert notes(seen, LOOK)


def top_text(left: Pieces, right: Pieces, width: int) -> str:
    """Return the top line of a terminal of this width, without the margins."""
    parts = fitted(left, right, width - 2)
    assert sum(map(length, parts)) + 2 <= width - 2
    return "  ".join("".join(text for text, _ in part) for part in parts)


@pytest.mark.parametrize("names", [("Ann", "Bea", "Cy", "Dot"), ("Maximilian", "Konstantin", "Philippa", "Wilhelmina")])
@pytest.mark.parametrize("number", [1, 5, 13])
def test_the_top_line_of_a_format_holds_long_names_of_several_people(number: int, names: tuple[str, ...]) -> None:
    """Game, format, hand and trick are complete, and so is at least the beginning of each partner's name."""
    table = Table.create(setup("league", people=4, dealer=3, seed="top"))
    table.deal(None)
    look = CardStyle(names, people=(0, 1, 2, 3))
    seen = table.observe(0)
    standing = replace(seen.standing, totals=(812, -104), bags=(9, 2))
    rules = seen.rules.of_hand(number)
    seen = replace(seen, hand_number=number, broken=True, tricks=((),) * 9)
    public = replace(seen, rules=rules, phase=Phase.PLAY, standing=standing)
    parts = top_line(replace(table.shown(0), public=public), look)
    for width in (80, 100, 140):
        text = top_text(*parts, width)
        assert f"League · {rules.format} · {f'{number}/12' if number <= 12 else 'hand 13'} · trick 10  " in text
        assert re.search(r"812 .*9  .*−104 .*♠", text)
        for name in names:
            assert name[: 2 if width == 80 else 5] in text
        if width == 140:
            assert "broken" in text


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("long", [False, True])
def test_game_hand_and_trick_are_whole_in_the_top_line_of_every_game(slug: str, long: bool) -> None:
    table = Table.create(setup(slug, dealer=0, seed="top"))
    table.deal(None)
    sides = len(table.rules.sides)
    look = CardStyle(("Maximiliane",) * len(table.names) if long else table.names, people=(0,))
    seen = table.observe(0)
    totals = (214, 223, -121, 190, 190)[:sides]
    standing = replace(seen.standing, totals=totals, bags=(4, 3, 1, 2, 1)[:sides])
    last = seen.rules.tricks - 1
    public = replace(seen, phase=Phase.PLAY, standing=standing, broken=True, tricks=((),) * last)
    parts = top_line(replace(table.shown(0), public=public), look)
    whole = "".join(text for text, _ in parts[0])
    for width in (80, 140):
        text = top_text(*parts, width)
        assert text.startswith(f"{seen.rules.variant.name} · ")
        assert f" · trick {last + 1}" in text
        assert "…" not in text.split(" · trick ")[0]
        assert all(str(abs(total)) in text for total in totals)
        assert width == 80 or whole in text


def test_a_long_announcement_is_shortened_to_its_first_sentence() -> None:
    first = "Right: Bartholomew Long reneged."
    said = f"{first} 3 tricks go from one side to another side after the hand."
    assert first_fitting((said, first), 90) == said
    assert first_fitting((said, first), 78) == first
    assert first_fitting((said, first), 20) == "Right: Bartholomew…"
    assert first_fitting((), 78) == ""


async def test_a_trick_screen_is_not_busy_before_its_layout() -> None:
    """A pause may end between pushing a screen and laying out its widgets."""
    app = TableApp(Table.create(setup("sandbags", dealer=1, seed="enter", target=60)))
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True):
        assert not TableScreen(table_of(app)).busy


async def test_a_long_title_is_cut_without_leaving_single_letters() -> None:
    app = SCENES["follow"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        await SCENES["follow"].go(pilot)
        line = top_screen(app, TableScreen).top_line
        line.show([("Rules", inks.bold), ("x" * 100, inks.soft), (" · more", inks.soft)], "10 to 500")
        await settle(app)
        assert screen_text(app).split("\n")[0].rstrip() == f" Rules{'x' * 61}…  10 to 500"
        line.show([("x" * 60, inks.bold), (" · trick 12", inks.soft)], "10 to 500")
        await settle(app)
        assert screen_text(app).split("\n")[0].rstrip() == f" {'x' * 60}         10 to 500"


async def test_the_wheel_scrolls_a_list_and_leaves_the_chosen_line() -> None:
    async with driving(home_app(name="Ann"), SMALL) as seat:
        await seat.press("l")
        assert seat.chosen == "Your first hand" and not seat.sees("Throw one back")
        await seat.scroll(20)
        assert seat.sees("Throw one back") and not seat.sees("Your first hand")
        await seat.press("down")
        assert seat.chosen == "What a hand is worth"


async def test_the_heading_over_the_first_line_comes_back_with_it() -> None:
    async with driving(home_app(name="Ann"), SMALL) as seat:
        await seat.press("l", "end")
        assert not seat.sees("Course")
        await seat.press("home")
        assert seat.sees("Course") and seat.chosen == "Your first hand"


async def test_a_changed_value_leaves_its_row_in_place() -> None:
    async with driving(home_app(name="Ann"), SMALL) as seat:
        await seat.press("n", "c")
        await seat.press(*["pagedown"] * 2, *["up"] * 2)
        place, line = seat.lines.index(seat.line("▸")), seat.line("▸")
        await seat.press("right")
        assert line != seat.line("▸") and seat.lines.index(seat.line("▸")) == place


async def test_a_line_under_the_mouse_looks_different() -> None:
    app = home_app(name="Ann")
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        y = Driver(app, pilot).lines.index(Driver(app, pilot).line("Settings"))
        before = ground(app, y)
        await pilot.hover(offset=(8, y))
        await pilot.pause()
        assert ground(app, y) != before


def ground(app: SpadesApp, y: int) -> object:
    """Return the background of a cell in the menu of home."""
    return app.screen.get_style_at(8, y).bgcolor


def test_choices_of_a_hint_stay_apart_from_their_figures() -> None:
    panel = HintPanel()
    clubs = []
    for card in cards_of(parse_hand("TC JC QC KC")):
        reason = Reason(PlainReason.POINTS, Play(0, card))
        clubs.append(Advice(Play(0, card), value=0.0, cost=0.0, made=0.5, tricks=2.0, deals=10, reason=reason))
    panel._advice = ((clubs[0],), tuple(clubs))
    seen = at("classic", mine("play")).observe(0)
    rows = ["".join(part for part, _ in pieces) for _, pieces in panel._choices(seen, CHOICE)]
    assert rows[1].split() == ["10♣", "J♣", "Q♣", "K♣"]
    assert "as good" in rows[2]
