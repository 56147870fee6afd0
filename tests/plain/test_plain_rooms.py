"""Lessons, puzzles and the settings can be used in plain text."""

import re
import sys
from pathlib import Path

import pexpect
import pytest

from spades_tui.lessons.course import puzzles_after
from spades_tui.lessons.learned import read_learned
from spades_tui.lessons.lesson import NOT_READ
from spades_tui.lessons.lesson_reader import LessonHead, heads, read_lesson
from spades_tui.plain.lesson_run import Learn, PlainLesson
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings, save_settings, settings_file
from tests import LONG
from tests.commands.shell import spades
from tests.plain.talking import Taker, Typist, text_at_home, text_for

NAMES = [head.name for head in heads()]


def head_of(name: str) -> LessonHead:
    return next(head for head in heads() if head.name == name)


@pytest.mark.parametrize("name", NAMES)
def test_each_lesson_is_completed_with_all_its_texts(name: str) -> None:
    lesson = read_lesson(head_of(name).path)
    console = Taker()
    PlainLesson(lesson, console, Settings()).run()
    said = " ".join(console.lines)
    assert console.lines[-1] == "That's the end."
    assert said.count("Your card?") + said.count("Say ") + said.count("Which card") >= len(lesson.decisions)
    look = PlainLesson(lesson, console, Settings()).look
    for item in lesson.items:
        for words in (getattr(item, "text", ""), getattr(item, "right", "")):
            assert look.words(words) in said
    assert not re.search("[^ -~]", said)


def test_a_wrong_choice_is_explained_and_may_be_tried_again() -> None:
    console = Taker(["2", "5", "hint", "14", "0", "ad", "9s", "2c"])
    PlainLesson(read_lesson(head_of("02-zero").path), console, Settings()).run()
    for words in (
        "Not that one. Which card would", "Say hint to hear what's right.", "The right one: bid 0.",
        "You can't choose \"14\" here.", "Right. Zero! Cy's bid", "You don't have the ace of diamonds.",
    ):  # fmt: skip
        assert words in console.text, words


def test_a_card_against_the_rules_is_refused_with_its_rule() -> None:
    console = Taker(["ace of spades"])
    PlainLesson(read_lesson(head_of("01-first-hand").path), console, Settings()).run()
    assert "Rule C 6." in console.text


def test_events_before_the_first_text_are_shown() -> None:
    console = Taker()
    PlainLesson(read_lesson(head_of("11-just-enough").path), console, Settings()).run()
    assert console.lines[0].startswith("Just enough.")
    assert any(line.startswith("Bids: ") for line in console.lines[:4])
    assert any(line.startswith("Tricks taken: ") for line in console.lines[:12])
    assert "No hand has been scored yet." not in console.lines


def test_the_list_marks_completed_lessons(home: Path) -> None:
    first = len(read_lesson(head_of("01-first-hand").path).decisions)
    lesson = ["", *first * ["take"], "quit"]
    others = ["list", "11-just-enough", "take", "jokers and deuces", "quit", "fish", "quit"]
    console = Typist([*lesson, *others])
    Learn(console, Settings()).run()
    assert "1: Your first hand. 5 minutes." in console.text
    assert "1: Your first hand. Done. 5 minutes." in console.text
    assert "Jokers and deuces. " in console.text
    assert 'You can\'t choose "fish" here.' in console.text
    assert set(read_learned().done) == {"01-first-hand", "11-just-enough"}
    assert read_learned().offered


def test_the_puzzles_of_a_lesson_follow_it_until_the_person_quits(home: Path) -> None:
    head = head_of("01-first-hand")
    names = [one.name for one in puzzles_after(head.puzzles, heads())]
    lesson = len(read_lesson(head.path).decisions) * ["take"]
    Learn(Typist([*lesson, "take", "quit"]), Settings()).begin(head)
    assert set(read_learned().done) == {head.name, names[0]}
    console = Typist([*lesson, "take", "take", "take"])
    Learn(console, Settings()).begin(head)
    assert set(read_learned().done) == {head.name, *names}
    assert "Puzzle 3 of 3." in console.text


def test_the_listed_number_of_a_games_puzzles_begins_one_of_them(home: Path) -> None:
    listed = Typist(["quit"])
    Learn(listed, Settings()).run()
    number, title = re.findall(r"(\d+): (.+?) puzzles\. Solved", listed.text)[-1]
    console = Typist([number, "quit", "quit"])
    Learn(console, Settings()).run()
    began = console.text.partition("Which lesson or puzzle?")[2].splitlines()[1]
    assert began.startswith(f"{title} ")


def test_a_broken_lesson_is_reported_and_the_others_listed(home: Path) -> None:
    from spades_tui.lessons.lesson_reader import own_folder

    own = own_folder()
    own.mkdir(parents=True)
    (own / "mine.lesson.jsonl").write_text("{}\n", "utf-8")
    number = next(number for number, head in enumerate(heads(), 1) if head.error)
    console = Typist([str(number), "quit"])
    Learn(console, Settings()).run()
    assert NOT_READ in console.text
    assert console.lines[-1].startswith("Which lesson or puzzle?")


def test_a_lesson_starts_by_command(tmp_path: Path) -> None:
    home = {"SPADES_TUI_HOME": str(tmp_path)}
    one = spades("lessons", "play", "11-just-enough", given=b"take\n", **home)
    assert one.status == 0, one.err
    assert one.out.splitlines()[-1] == "That's the end."
    listed = spades("lessons", "play", "--plain", given=b"", **home)
    assert ": Just enough. Done. Puzzle." in listed.out
    assert "no lesson '11-just-enouhg'" in spades("lessons", "play", "11-just-enouhg", given=b"", **home).error


def test_the_key_that_quits_on_screen_leaves_here_too_and_begins_no_quick_game() -> None:
    assert text_at_home("q", "settings").splitlines()[-1].endswith("help or quit.")


def test_settings_are_listed_by_number_and_changed() -> None:
    text = text_at_home("settings", "10", "2", "14", "fish", "13", "Zoë", "", "settings", "")
    assert "10: Each suit, high to low." in text
    assert "Say 1 for high to low, 2 for low to high; Enter leaves it as it is." in " ".join(text.split("\n"))
    assert "10: Each suit, low to high." in text
    assert 'You can\'t choose "14" here.' in text
    assert load_settings().order == "low-high"
    assert load_settings().name == "Zoë"


def test_plain_text_can_be_made_the_default_and_reset() -> None:
    assert "From the next start, the display is plain text." in text_at_home("plain")
    assert load_settings().plain
    assert "From the next start, the display is full screen." in text_at_home("screen")
    assert not load_settings().plain


def test_settings_saved_by_another_program_stay() -> None:
    class Slow(Typist):
        """Another program that writes settings while an answer is typed."""

        def answer(self) -> str:
            if self.answers and self.answers[0] == "plain":
                save_settings(Settings(bell=True, order="low-high"))
            return super().answer()

    text_for(Slow(["settings", "13", "Zoë", "", "plain", "settings", "9", "2", ""]))
    assert load_settings() == Settings(bell=True, order="low-high", plain=True, sort="ranks")


def test_a_faulty_settings_file_is_reported_and_kept() -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("order = 'upside down'\n", "utf-8")
    text = text_at_home("plain", "quit")
    assert "The default applies there." in text
    assert settings_file().read_text("utf-8") == "order = 'upside down'\nplain = true\n"


def test_unsavable_settings_apply_until_the_end() -> None:
    settings_file().mkdir(parents=True)
    assert "This lasts until you quit" in text_at_home("plain", "quit")


def started(home: Path, term: str) -> "pexpect.spawn":
    return pexpect.spawn(
        sys.executable, ["-m", "spades_tui"], encoding="utf-8", timeout=LONG,
        env={"SPADES_TUI_HOME": str(home), "TERM": term, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
    )  # fmt: skip


@pytest.mark.posix("plays in a pseudo-terminal")
@pytest.mark.parametrize(("plain", "term"), [(True, "xterm-256color"), (False, "dumb")])
def test_the_setting_or_a_dumb_terminal_starts_plain_text(home: Path, plain: bool, term: str) -> None:
    save_settings(Settings(plain=plain))
    program = started(home, term)
    program.expect("Spades. Say ")
    assert "\x1b" not in program.before
    program.sendline("screen")
    program.expect("full screen")
    program.sendline("quit")
    program.expect(pexpect.EOF)
    assert program.wait() == 0
    assert not load_settings().plain
