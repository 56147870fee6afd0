"""The form for house rules works with keys and mouse, explains refusals, tries a hand, and saves."""

import asyncio
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spades_tui.house_rules.own_variants import differences, single_changes
from spades_tui.house_rules.rule_search import found
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.rules.catalogue import find
from spades_tui.settings.dead_key_reasons import NEW_RULE, ORIGINAL_ALREADY
from spades_tui.settings.keymap import with_keys
from spades_tui.settings.settings import Settings
from spades_tui.system.folders import games_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.dialogs import AskChoice
from spades_tui.tui.frame import KeysScreen, TooSmallScreen
from spades_tui.tui.setup.games_and_rules import VariantSelectionScreen
from spades_tui.tui.setup.house_pages import DraftRulesScreen, HouseNameScreen, about, news_told
from spades_tui.tui.setup.house_rules_form import WORK_AFTER, HouseRulesScreen
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.widgets.choice_list import ChoiceList, RuleRows
from spades_tui.tui.widgets.paragraphs import Page
from tests.games import each_game
from tests.house_rules.changing import some_values
from tests.screens.looking import screen_text, settle, table_of
from tests.setup.helpers import labels, press, shown
from tests.sizes import LARGE, SMALL, at_each_size

Spades = Pilot[int]


@pytest.fixture
def app(home: Path) -> SpadesApp:
    return SpadesApp(settings=Settings(pace="instant", cut_patience=0, name="Ann"))


def form(pilot: Spades) -> HouseRulesScreen:
    screen = pilot.app.screen
    assert isinstance(screen, HouseRulesScreen)
    return screen


async def to_form(pilot: Spades, title: str) -> HouseRulesScreen:
    """Go from home to the form for a game."""
    await press(pilot, "n")
    await press(pilot, "home", *["down"] * labels(pilot).index(title), "c")
    return form(pilot)


async def to_row(pilot: Spades, key: str) -> None:
    """Go to a row with the arrows."""
    rows = form(pilot).rows
    keys = [line.key for line in rows.choices if not line.heading]
    step = keys.index(key) - keys.index(rows.chosen.key)
    await press(pilot, *["down" if step > 0 else "up"] * abs(step))
    assert rows.chosen.key == key


async def until_saved(pilot: Spades) -> None:
    """Wait until the trial games have been played and the file is written."""
    for _ in range(2000):
        await pilot.pause()
        if isinstance(pilot.app.screen, VariantSelectionScreen):
            return
        await pilot.pause(0.005)
    raise AssertionError("nothing was saved")


@at_each_size(SMALL, LARGE)
async def test_keys_alone_make_a_game_with_four_changes(
    app: SpadesApp, home: Path, size: tuple[int, int], capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is cutthroat to 250 with blind nil 150 and bags at 7. It is saved, checked and ready to be played."""
    from spades_tui.cli import main

    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        await press(pilot, "n", "y")
        assert isinstance(app.screen, AskChoice)
        await press(pilot, *["down"] * labels(pilot).index("Cutthroat"), "enter")
        screen = form(pilot)
        await press(pilot, "slash", *"blind", "enter", "right")
        meaning = "\n".join(page.words for page in screen.query(Page))
        assert "This also changes: Blind nil made: 100; Blind nil failed: −100." in meaning
        await press(pilot, "down", "down", "down", "down", *"150", "enter")
        assert screen.rows.chosen.key == "scores.zero.blind_made"
        await press(pilot, "slash", *"bags that cost", "enter", "7")
        await press(pilot, "slash", *"play to", "enter", *"250", "enter")
        assert "The game goes to 250 points" in "\n".join(page.words for page in screen.query(Page)) or size == SMALL
        await press(pilot, "s")
        assert isinstance(app.screen, HouseNameScreen)
        await press(pilot, "ctrl+s")
        await until_saved(pilot)
        assert labels(pilot)[-3:] == ["Your own", "Cutthroat, our house", "Your rules …"]
        assert app.screen.query_one(ChoiceList).chosen.label == "Cutthroat, our house"
        path = home / "config" / "variants" / "cutthroat-our-house.toml"
        assert path.name in "".join(shown(pilot).split()) or size == SMALL
        assert "Saved in the file above." in shown(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, SeatsScreen)
        await press(pilot, "enter")
        await settle(app)
        assert app.controller is not None
        assert len(list(games_folder().glob("*cutthroat-our-house*.spades.jsonl"))) == 1
    variant = find("cutthroat-our-house")
    zero, bags = variant.to_json()["scores"][0], variant.to_json()["scores"][2]
    assert (zero["blind_made"], zero["blind_lost"], bags["limit"]) == (150, -150, 7)
    assert main(["variants", "check", str(path)]) == 0
    assert "Cutthroat, our house: no mistakes" in capsys.readouterr().out
    assert main(["variants", "show", "cutthroat-our-house"]) == 0
    assert "goes to 250 points" in capsys.readouterr().out
    assert main(["simulate", "--variant", "cutthroat-our-house", "--games", "1", "--out", str(home / "sim"),
                 "--seed", "x"]) == 0  # fmt: skip


async def test_house_rules_take_few_keys(app: SpadesApp, home: Path) -> None:
    """This is cutthroat to 250, nil 100, bags at 7, from home to the saved game."""
    keys = ["n", "y", "c", "c", "enter", "slash", *"nil", "enter", *"100", "enter",
            "slash", *"bags", "enter", "7", "enter", "slash", *"target", "enter", *"250", "enter",
            "s", "ctrl+s"]  # fmt: skip
    assert len(keys) <= 40
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        await press(pilot, *keys)
        await until_saved(pilot)
    zero, _, bags = find("cutthroat-our-house").to_json()["scores"]
    assert (zero["made"], zero["lost"], bags["limit"]) == (100, -100, 7)
    assert find("cutthroat-our-house").endings[0].to_keys()["points"] == 250


async def test_typing_a_search_selects_a_matching_rule(app: SpadesApp) -> None:
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Cutthroat")
        began, rows = screen.rows.chosen.key, screen.rows
        await press(pilot, "slash", *"nilx")
        assert rows.chosen.key == began
        assert "No rule matches “nilx”" in shown(pilot)
        await press(pilot, "enter")
        assert screen.finding  # no row to take
        await press(pilot, "backspace")
        assert rows.chosen.key == "scores.zero.made"
        await press(pilot, "escape")
        assert not screen.finding and rows.has_focus and rows.chosen.key == began
        assert "n next" not in shown(pilot)
        await press(pilot, "slash", *"bags", "enter")
        met = [rows.chosen.key]
        assert "n next" in shown(pilot)
        while met.count("scores.bags.limit") < 2:
            await press(pilot, "n")
            met.append(rows.chosen.key)
        assert set(met) == set(found(screen.draft, "bags"))
        await press(pilot, "slash", "down", "up", "up", "enter")  # the same words again
        assert rows.chosen.key == met[-2]
        await press(pilot, "x", "s", "escape")
        assert form(pilot) is screen


async def test_a_click_on_a_rule_ends_the_search(app: SpadesApp) -> None:
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Cutthroat")
        await press(pilot, "slash", *"nil")
        await pilot.click(RuleRows, offset=(5, screen.rows.at - screen.rows._top + 1))
        await pilot.pause()
        assert not screen.finding and screen.rows.has_focus
        assert screen.rows.chosen.key != "scores.zero.made"


async def test_an_added_rule_is_one_change_with_those_that_follow_from_it(app: SpadesApp) -> None:
    """The kitty's own rows are part of it; cards and bids have changed too. The lab lists the same three."""
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Sandbags")
        await to_row(pilot, "bids.kitty")
        await press(pilot, "right")
        assert "3 changes" in shown(pilot)
        assert len(single_changes(screen.draft)) == 3
        await press(pilot, "down", "down", "right")
        assert "3 changes" in shown(pilot)


async def test_a_refused_value_keeps_the_rules_and_shows_the_reason(app: SpadesApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Cutthroat")
        await to_row(pilot, "bids.board")
        before = screen.draft
        await press(pilot, "right")
        assert screen.draft is before
        assert "is for partners, but" in shown(pilot)
        await to_row(pilot, "endings.target.points")
        await press(pilot, *"900000")
        assert screen.row.value == 300  # the form is as before
        assert "900000" in shown(pilot) and "nobody can reach 900000 points" in " ".join(shown(pilot).split()).lower()
        await press(pilot, "backspace", "backspace", "enter")
        assert screen.row.value == 9000
        assert screen.unsaved
        await press(pilot, "x")
        assert screen.row.value == 300
        assert not screen.unsaved


def text_on_screen(pilot: Spades) -> str:
    """Return all text on the screen in one line."""
    return " ".join(shown(pilot).split())


async def test_changes_that_follow_from_a_rule_are_shown_in_full(app: SpadesApp) -> None:
    """Jokers without jokers changes cards, spades, bids and more; the next row down shows none of that."""
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        await to_form(pilot, "Jokers")
        await press(pilot, "down", "down", "left")
        words = text_on_screen(pilot)
        assert "Jokers: 0 to 2; type digits. In Jokers: 2." in words
        assert "This also changes: Cards left out: 2D 2H 2C 3C 3D; Spades, highest first: BJ 2 A K Q J T 9" in words
        also = "Cards each: 12; Maximum bid: 12"
        assert also in words
        assert words[words.index(also) :].split("+")[0].rstrip().endswith(".")
        await press(pilot, "down")
        assert "This also changes" not in text_on_screen(pilot)


async def test_sentences_without_room_are_counted(app: SpadesApp) -> None:
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Bemo")
        await press(pilot, "left")
        assert len(screen.news) > 3
        assert f"+ r shows {len(screen.news) - 2} more and all the rules." in text_on_screen(pilot)


async def test_refusals_are_shown_in_full(app: SpadesApp) -> None:
    """Three refusals have room, with their values; two values with one reason share a message."""
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Jokers")
        await to_row(pilot, "deal.draft")
        await press(pilot, "right")
        for _ in range(1000):
            if not any(worker.group == "work" for worker in screen.workers):
                break
            await pilot.pause(0.01)
        assert len(screen.whys) == 2
        words = text_on_screen(pilot)
        assert "yes, all seen, yes, unseen: 4 players who keep" in words
        for why in screen.whys.values():
            assert f"{why}." in words


@pytest.mark.parametrize("slug", each_game("jokers"))
def test_messages_about_any_change_fit_the_screen(slug: str) -> None:
    """This holds at the smallest size, with three lines of rules above the message."""
    game = find(slug)
    draft = RulesDraft(game)
    most = 0
    for one in draft.rows:
        whys: dict[str, str] = {}
        for value in some_values(one):
            attempt = draft.with_value(one, value)
            if attempt.draft is None:
                whys[str(value)] = attempt.why or ""
                continue
            news = news_told(differences(game, attempt.draft.variant).new, "r")
            page = Page([*about(attempt.draft.row(one.key) or one, one, game, {}, attempt.also), *news])
            most = max(most, page.lines_at(SMALL[0] - 2))
        most = max(most, Page(about(one, None, game, whys)).lines_at(SMALL[0] - 2))
    assert most <= SMALL[1] - 5 - 3 - 1


async def test_a_cost_may_be_written_without_its_sign(app: SpadesApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Cutthroat")
        await to_row(pilot, "scores.bags.penalty")
        await press(pilot, *"75", "enter")
        assert screen.row.value == -75
        await press(pilot, "minus", *"80", "backspace")
        assert screen.row.value == -8


async def test_impossible_values_are_greyed_after_typing_stops(app: SpadesApp) -> None:
    """Components that can't be added are greyed, and so are impossible choices of the selected row."""
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Cutthroat")
        for _ in range(1000):
            if not any(worker.group == "work" for worker in screen.workers):
                break
            await pilot.pause(0.01)
        assert "bids.board" in screen.barred and "bids.blind" not in screen.barred
        line = next(line for line in screen.rows.choices if line.key == "bids.board")
        assert line.barred
        await to_row(pilot, "bids.board")
        assert "is for partners, but" in shown(pilot)


@pytest.mark.slow
async def test_a_trial_hand_returns_to_the_unchanged_form(app: SpadesApp, home: Path) -> None:
    """Keys alone play the hand to its score. It writes no file, and the changes remain."""
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Sandbags")
        await to_row(pilot, "endings.target.points")
        await press(pilot, *"120", "enter")
        draft, at = screen.draft, screen.rows.at
        await press(pilot, "t")
        await settle(app)
        table = table_of(app).table
        assert app.trial_hand_open
        assert table.setup.variant.endings[-1].to_keys()["points"] == 120
        for _ in range(1000):  # a key during a pause may come too soon to count
            if isinstance(app.screen, ScoreScreen) and "back to your rules" in shown(pilot):
                break
            if not table.scores:  # another Enter would leave the score
                await pilot.press("enter")
            await settle(app, rest=60)
        assert isinstance(app.screen, ScoreScreen)
        assert "back to your rules" in shown(pilot)
        await press(pilot, "enter")
        assert form(pilot) is screen and app.controller is None and not app.trial_hand_open
        assert (screen.draft.rules, screen.rows.at) == (draft.rules, at)
        assert screen.unsaved
        await press(pilot, "t")
        await settle(app)
        await press(pilot, "q")
        assert form(pilot) is screen
        await press(pilot, "down", "up")
        assert screen.rows.at == at
    assert not games_folder().exists() or not list(games_folder().iterdir())


async def test_nothing_says_that_a_trial_hand_is_saved(app: SpadesApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await to_form(pilot, "Sandbags")
        await press(pilot, "t")
        await settle(app)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert isinstance(app.screen, TooSmallScreen)
        said = screen_text(app)
        assert "keep playing" in said and "saved" not in said
        await pilot.resize_terminal(80, 24)
        await settle(app)
        await press(pilot, "ctrl+c")
        assert "Ctrl+C again" in shown(pilot) and "saved" not in shown(pilot)
        assert not [command for command in app.get_system_commands(pilot.app.screen) if "is saved" in command.help]
        await press(pilot, "question_mark")
        said = screen_text(app)
        await press(pilot, "pagedown")
        said += screen_text(app)
        assert "back to your rules" in said and "saved" not in said


async def test_the_reset_key_says_why_it_does_nothing(app: SpadesApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Sandbags")
        await to_row(pilot, "bids.board")
        await press(pilot, "x")
        assert ORIGINAL_ALREADY.words in shown(pilot)
        await press(pilot, "right", "down")
        assert screen.rows.chosen.key == "bids.board.least" and ORIGINAL_ALREADY.words not in shown(pilot)
        rules = screen.draft.rules
        await press(pilot, "x")
        assert with_keys(NEW_RULE.words) in shown(pilot) and screen.draft.rules == rules
        await press(pilot, "up", "x")
        assert screen.draft.row("bids.board.least") is None


async def test_leaving_a_changed_form_asks_once(app: SpadesApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Sandbags")
        await press(pilot, "escape")
        assert isinstance(app.screen, VariantSelectionScreen)
        await press(pilot, "c")
        screen = form(pilot)
        await to_row(pilot, "endings.target.points")
        await press(pilot, *"120", "enter", "escape")
        assert isinstance(app.screen, AskChoice)
        await press(pilot, "enter")
        assert form(pilot) is screen
        await press(pilot, "escape", "y")
        assert isinstance(app.screen, VariantSelectionScreen)


async def test_leaving_the_program_with_a_changed_form_asks_once(app: SpadesApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        await to_form(pilot, "Sandbags")
        await to_row(pilot, "endings.target.points")
        await press(pilot, *"120", "enter", "ctrl+q")
        assert isinstance(app.screen, AskChoice) and app.return_code is None
        await press(pilot, "ctrl+q")
    assert app.return_code == 0


async def test_saved_house_rules_can_be_edited_again(app: SpadesApp, home: Path) -> None:
    """Saving under the same name asks first; saving under another name keeps both games."""
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        await to_form(pilot, "Sandbags")
        await to_row(pilot, "endings.target.points")
        await press(pilot, *"120", "enter", "s", "ctrl+s")
        await until_saved(pilot)
        await press(pilot, "c")
        screen = form(pilot)
        assert (screen.draft.origin.slug, screen.own) == ("sandbags", home / "config/variants/sandbags-our-house.toml")
        await to_row(pilot, "endings.target.points")
        assert screen.row.value == 120
        assert "was 500" in shown(pilot)
        await press(pilot, *"130", "enter", "s", "ctrl+s")
        assert isinstance(app.screen, AskChoice)
        await press(pilot, "y")
        await until_saved(pilot)
    assert find("sandbags-our-house").endings[-1].to_keys()["points"] == 130


async def test_a_damaged_file_is_reported_and_never_overwritten(app: SpadesApp, home: Path) -> None:
    own = home / "config" / "variants"
    own.mkdir(parents=True)
    (own / "broken.toml").write_text("schema = 1\nseatz = 4\n")
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        await press(pilot, "n", "end", "up", "c")
        assert isinstance(app.screen, VariantSelectionScreen)
        assert "is damaged" in shown(pilot)
        await press(pilot, "home", "c", "s")
        field = app.screen.query_one("#house-name")
        field.value = "Broken"  # type: ignore[attr-defined]
        await press(pilot, "ctrl+s")
        assert "can't be read; choose another name" in " ".join(shown(pilot).split())
    assert (own / "broken.toml").read_text("utf-8") == "schema = 1\nseatz = 4\n"


async def test_the_rules_page_marks_the_changes(app: SpadesApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        await to_form(pilot, "Sandbags")
        await to_row(pilot, "endings.target.points")
        await press(pilot, *"120", "enter", "r")
        assert isinstance(app.screen, DraftRulesScreen)
        words = app.screen.query_one(Page).words
        assert "+ The game goes to 120 points; the most points win. (SB-10)" in words
        assert "− The game goes to 500 points; the most points win. (SB-10)" in words
        await press(pilot, "escape")
        form(pilot)


async def test_clicks_select_and_change_rules_and_the_wheel_scrolls(app: SpadesApp) -> None:
    """A click selects a line, another click changes it, and the wheel scrolls."""
    async with app.run_test(size=(140, 45), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Cutthroat")
        await press(pilot, *["pagedown"])
        rows = screen.rows
        assert rows.chosen.key == "bids.blind"
        y = rows.at - rows._top
        await pilot.click(RuleRows, offset=(40, y))
        await pilot.pause()
        assert screen.draft.row("bids.blind").value is True  # type: ignore[union-attr]
        await pilot.click(RuleRows, offset=(5, y + 1))
        await pilot.pause()
        assert rows.chosen.key == "bids.blind.who"


async def test_a_typed_word_is_used_in_the_rules(app: SpadesApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        screen = await to_form(pilot, "Classic")
        await to_row(pilot, "scores.zero.word")
        await press(pilot, "enter", *["backspace"] * 3, *"zilch", "enter")
        assert screen.row.value == "zilch"
        assert any(line.label == "Zilch made" for line in screen.rows.choices)


async def test_home_imports_nothing_of_the_form() -> None:
    """The form and pydantic are imported only on demand."""
    import subprocess
    import sys

    code = (
        "import sys; import spades_tui.tui.app; import spades_tui.tui.setup.home;"
        "print([m for m in sys.modules if 'house' in m or m == 'pydantic'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("key", ["r", "w"])
async def test_the_keys_page_opens_the_rules_of_a_form(app: SpadesApp, key: str) -> None:
    """The glossary belongs to tables, so its key does nothing in the form."""
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await to_form(pilot, "Cutthroat")
        await press(pilot, "question_mark", key)
        assert isinstance(app.screen, DraftRulesScreen if key == "r" else KeysScreen)


async def test_the_program_may_end_while_the_form_looks_for_reasons(
    app: SpadesApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rows go before the screen, which takes its time here."""

    async def slowly(self: HouseRulesScreen) -> None:
        await asyncio.sleep(2 * WORK_AFTER)

    monkeypatch.setattr(HouseRulesScreen, "on_unmount", slowly, raising=False)
    async with app.run_test(size=SMALL) as pilot:
        screen = await to_form(pilot, "Sandbags")
        assert any(worker.group == "work" for worker in screen.workers)
