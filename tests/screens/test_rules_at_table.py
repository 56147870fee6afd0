"""The rules opened from the table start with the relevant ones, in the words of the reference."""

import re
import tomllib
from pathlib import Path

import pytest

from spades_tui.game.phase import Phase
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.rules_now import rules_now
from spades_tui.rules.rules_page import rule_texts, rules_of_bidding, rules_of_play, words
from spades_tui.rules.variant_reader import load
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.table.screen_at_table import TableRulesScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets.paragraphs import Page
from tests.scenes import at, last_card, mine, scored
from tests.screens.looking import TableApp, screen_text, settle, top_screen, type_keys

ROOT = Path(__file__).resolve().parents[2]
TERMS = (
    "bag", "board", "set", "gacc", "low-ball", "tray", "chit", "bonehead", "ZB", "Bemo", "nil", "zero", "book",
    "trick", "trump", "void", "ruff", "follow", "lead", "renege", "blind", "raise", "stand", "promise", "extra card",
    "dump", "perfect day", "imperfect day", "wire to wire",
)  # fmt: skip


def written_rules() -> list[tuple[str, str]]:
    """Return the name and text of the rules on the two pages, read line by line."""
    found: list[tuple[str, str]] = []
    open_item = False
    pages = [(ROOT / "docs" / page).read_text("utf-8") for page in ("rules.md", "rules-3b.md")]
    for line in "\n".join(pages).splitlines():
        if line.startswith("- **"):
            name, _, text = line.removeprefix("- **").partition("**")
            found.append((name, text))
            open_item = True
        elif open_item and line.startswith("  "):
            found[-1] = (found[-1][0], f"{found[-1][1]} {line}")
        elif line:
            open_item = False
    return found


def test_the_program_quotes_the_rules_of_the_reference() -> None:
    """Names and words are the same; only the Markdown is gone."""
    letters = re.compile(r"[^A-Za-z0-9]")
    told = rule_texts()
    assert list(told) == [name for name, _ in written_rules()]
    for name, text in written_rules():
        written = re.sub(r"\]\([^)]*\)", "]", text)
        assert letters.sub("", told[name]) == letters.sub("", written)
        assert not re.search(r"[*`\n]|\]\(", told[name])
    included = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    for page in ("docs/rules.md", "docs/rules-3b.md", "docs/glossary.md"):
        assert included["force-include"][page] == f"spades_tui/{page}"


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_every_rule_shown_first_at_a_table_has_words(slug: str) -> None:
    variant = shipped()[slug]
    for now in (rules_of_bidding(variant), rules_of_play(variant)):
        assert now
        assert set(now) <= set(rule_texts())


def test_a_game_without_the_options_of_a_rule_states_the_rule_itself() -> None:
    classic, two_handed = shipped()["classic"], shipped()["two-handed"]  # the second can't choose who leads first
    boston = load(ROOT / "docs" / "examples" / "boston.toml")
    assert dict(rules_now(classic, ["NL-3"])) == {"NL-3": rule_texts()["NL-3"]}
    for variant in (two_handed, boston):
        told = dict(rules_now(variant, rules_of_play(variant)))
        assert told["C-6"] == rule_texts()["C-6"]
        here = [part.sentence() for part in variant.in_play().plays if part.rule == "NL-3" and part.sentence()]
        assert told["NL-3"] == " ".join(here)
    assert rules_now(boston, ["no such rule"]) == []


def test_every_word_of_the_table_is_explained() -> None:
    known = words()
    assert set(TERMS) <= set(known)
    assert list(known) == sorted(known, key=str.casefold)
    assert all(meaning.endswith(".") for meaning in known.values())


def page_of(app: TableApp) -> str:
    assert isinstance(app.screen, TableRulesScreen)
    return app.screen.query_one(Page).words


async def test_r_at_a_trick_shows_the_rules_and_w_the_glossary() -> None:
    app = TableApp(at("sandbags", mine("play", 2, 2)))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        table = app.screen
        for way in ("r", "?r"):
            for key in way:
                type_keys(app, "question_mark" if key == "?" else key)
                await settle(app)
            page = page_of(app)
            assert page.startswith(f"Rules that apply now\nC-6    {rule_texts()['C-6']}")
            assert f"SB-3   {rule_texts()['SB-3']}" in page
            assert "Every 10 bags cost 100 points and are then removed. (SB-9)" in page
            type_keys(app, "w")
            await settle(app)
            assert "ruff           To play a spade on another suit." in page_of(app)
            type_keys(app, "escape")
            await settle(app)
            assert app.screen is table
        type_keys(app, "w")
        await settle(app)
        assert page_of(app).startswith("Glossary\nbag")


async def test_a_refusal_leads_to_its_rule() -> None:
    app = TableApp(at("sandbags", lambda s: mine("play", 2, 0)(s) and len(s.why_not) > 0))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        seen = app.screen.seen  # type: ignore[attr-defined]
        card, refusal = next(iter(seen.why_not.items()))
        app.screen.hand.choose(card)  # type: ignore[attr-defined]
        await settle(app)
        type_keys(app, "enter", "r")
        await settle(app)
        assert refusal.rule == "SB-3"
        assert page_of(app).startswith(f"Rules that apply now\nSB-3   {rule_texts()['SB-3']}")


async def test_r_while_bidding_shows_the_rules_of_bidding() -> None:
    app = TableApp(at("jokers", mine("bid")))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert app.screen.seen.phase == Phase.BID  # type: ignore[attr-defined]
        type_keys(app, "r")
        await settle(app)
        assert f"JK-4   {rule_texts()['JK-4']}" in page_of(app)
        assert "C-6    " not in page_of(app)


@pytest.mark.rule("SB-5")
async def test_a_score_line_leads_to_its_rule() -> None:
    app = TableApp(last_card(at("sandbags", scored(2))))
    async with app.run_test(size=(80, 24)):
        for _ in range(20):
            await settle(app)
            if isinstance(app.screen, ScoreScreen):
                break
            type_keys(app, "enter")
        assert isinstance(app.screen, ScoreScreen)
        named = {line.rule for line in app.screen.shown.scores[-1].lines}
        type_keys(app, "r")
        await settle(app)
        before, _, _ = page_of(app).partition("\nSandbags\n")
        assert named
        assert all(f"{name:<7}{rule_texts()[name]}" in before for name in named)


async def test_the_footer_shows_rules_and_glossary_keys_if_they_fit() -> None:
    table = at("sandbags", lambda seen: mine("play", 2, 2)(seen) and len(seen.why_not) > 3)
    app = TableApp(table)
    async with app.run_test(size=(140, 45)):
        await settle(app)
        assert "r rules  w glossary" in screen_text(app).splitlines()[-1]
        top_screen(app, TableScreen).hand.choose(next(iter(table.observe(0).why_not)))
        type_keys(app, "enter")
        await settle(app)
        assert "r shows rule C-6" in screen_text(app)


@pytest.mark.rule("LG-1", "LG-3")
@pytest.mark.parametrize(
    ("hand", "form", "marked"),
    [
        (1, "regular", []),
        (2, "whiz", ["* You bid the number of spades you hold, or nil. (WZ-1)"]),
        (4, "suicide", ["* A bid is nil, or 4 or more. (SU-1)", "* One partner of each pair bids nil: the second, if"]),
        (6, "threes", ["* Each player bids 3 tricks; nobody may pass. (LG-1)"]),
    ],
)
async def test_the_rules_of_a_league_show_its_programme_and_this_hands_changes(
    hand: int, form: str, marked: list[str]
) -> None:
    app = TableApp(at("league", lambda s: s.hand_number == hand and mine("bid")(s)))
    async with app.run_test(size=(120, 40)):
        await settle(app)
        type_keys(app, "r")
        await settle(app)
        page = page_of(app)
        assert page.startswith(f"This hand: {form}\n")
        told, _, programme = page.partition("Programme of hands\n")
        assert all(words in told for words in marked)
        assert told.count("\n* ") == len(marked)
        assert (
            programme.count("\n* ") + programme.startswith("* ") == 2
        )  # the format of this hand, and the explanation of the mark
        assert f", {form}: " in next(line for line in programme.splitlines() if line.startswith("* "))
        assert "· Hands 5 and 11, four-or-nil: A bid is nil, or 4 or more." in programme
        assert ("It's played like the game's other hands." in told) == (not marked)
        assert ("Left out: A nil made: +100" in told) == (form == "threes")


async def test_the_rules_of_a_game_without_a_programme_show_none() -> None:
    app = TableApp(at("classic", mine("bid")))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, "r")
        await settle(app)
        assert "programme" not in page_of(app)
        assert "This hand" not in page_of(app)
