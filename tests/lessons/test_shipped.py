"""Every shipped lesson and puzzle can be played right, and answers every wrong choice."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.fair import Stream
from spades_tui.lessons import lesson_reader
from spades_tui.lessons.lesson import Decision, Lesson, LessonPlay
from spades_tui.lessons.lesson_reader import read_lesson
from spades_tui.seats import observe
from tests.bench.situations.reading import build, judge, load, rules_of
from tests.lessons.files import Lines, lesson

FILES = lesson_reader.files()
NAMES = [path.name.removesuffix(".lesson.jsonl") for path in FILES]
SITUATIONS = {situation.name: situation for situation in load()}

PUZZLES = {
    "11-just-enough": "last in hand: win with what is just enough",
    "12-partner-zero": "the zero is winning and I am last with a king",
    "13-nine-bags": "nine bags, both bids made: the king goes under the ace",
    "14-no-finesse": "one trick wanted: no finesse against the last hand",
    "15-trump-for-zero": "the zero is saved with a trump that is a bag",
    "16-high-enough": "trumps have to go over the trump on the table",
    "17-queen-under-king": "two tricks bid and taken: the queen goes under the king",
    "18-stop-the-bemo": "Bemo of somebody else: stopped while it can be",
    "19-feed-the-zero": "anti-sponge with three: the zero leads into us",
    "20-ace-called-low": "my own zero: the ace is called low",
    "21-low-ball": "low-ball: out from under the queen",
    "22-throw-one-back": "the zero throws its bare queen of trumps back, not the card drawn",
}
"""Each puzzle and its situation."""

AS_GOOD = 2.0
"""Maximum points that `expert` may value the right card below its own choice, in its best evaluation."""

LESSONS = ["01-first-hand", "02-zero", "03-jokers", "04-bemo", "05-3b"]


def lesson_named(name: str) -> Lesson:
    return read_lesson(lesson_reader.SHIPPED / f"{name}.lesson.jsonl")


def test_five_lessons_and_twelve_puzzles_are_shipped() -> None:
    assert [*LESSONS, *PUZZLES] == NAMES
    assert [lesson_named(name).puzzle for name in NAMES] == [False] * 5 + [True] * 12
    assert len({lesson_named(name).title for name in NAMES}) == 17


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_shipped_lesson_answers_every_choice_to_its_end(path: Path) -> None:
    """At every decision, each legal choice is right or explained, and nothing happens after a wrong one."""
    lesson = read_lesson(path)
    play = LessonPlay(lesson)
    spoken = set()
    while play.moment is not None:
        if not isinstance(play.moment, Decision):
            play.advance()
            continue
        assert play.moment.text or not lesson.puzzle
        seen = play.observe()
        standing = play.accepted()
        for event in seen.legal:
            if event in standing:
                continue
            answer = play.attempt(event)
            assert not answer.right and answer.text and answer.refusal is None
            spoken.add(answer.text)
            assert play.observe() == seen
        right = play.help()
        assert right in standing and play.attempt(right).right
    said = {line.text for decision in lesson.decisions for line in decision.wrong}
    assert spoken == said  # some choice gives each explanation in the file
    assert play.progress() == (len(lesson.decisions),) * 2


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_shipped_lessons_have_short_texts_and_call_the_player_you(path: Path) -> None:
    lesson = read_lesson(path)
    assert lesson.names[lesson.seat] == "You"
    texts = [item.text for item in lesson.items if hasattr(item, "text")]
    texts += [line.text for decision in lesson.decisions for line in decision.wrong]
    texts += [decision.right for decision in lesson.decisions]
    assert max(len(text) for text in texts) <= 320
    assert all(text == text.strip() and (not text or text[-1] in ".!?") for text in texts)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_equals_its_situation_and_has_one_right_card(name: str) -> None:
    situation = SITUATIONS[PUZZLES[name]]
    play = LessonPlay(lesson_named(name))
    seen = play.observe()
    assert seen.rules.variant == rules_of(situation).variant
    assert seen == replace(observe(build(situation).state, 0), rules=seen.rules)
    right = play.help()
    assert right is not None
    assert play.accepted() == (right,)
    assert judge(situation, right)
    if "must" in situation.lines:
        assert [event for event in seen.legal if judge(situation, event)] == [right]
    weighed = bots.weigh("expert", seen, Stream(f"{situation.name}|1".encode()))
    ours = next(row for row in weighed if row.event == right)
    assert weighed[0].value - ours.value < AS_GOOD


def played(lesson: Lesson) -> LessonPlay:
    """Return a lesson after its end, with the right choices."""
    play = LessonPlay(lesson)
    while play.moment is not None:
        if isinstance(play.moment, Decision):
            right = play.help()
            assert right is not None
            play.attempt(right)
        else:
            play.advance()
    return play


def test_the_first_hand_ends_with_a_score_and_a_bag() -> None:
    standing = played(lesson_named("01-first-hand")).observe().standing
    assert (standing.totals, standing.bags, standing.hands) == ((51, 52), (1, 2), 1)


def test_the_end_of_a_game_scores_its_last_hand() -> None:
    """A record may leave out the line `hand_score`."""
    lines: Lines = [json.loads(line) for line in FILES[0].read_text("utf-8").splitlines()]
    lines[0]["standing"] = {"hands": 8, "totals": [450, 440]}
    lines[2]["hand"] = 9
    lines[-2] = {"event": "game_over"}
    assert played(lesson(lines)).observe().standing.totals == (501, 492)


def test_the_users_own_lessons_are_listed_even_if_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken file appears in the list with its error, and the other lessons remain."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    own = tmp_path / "config" / "lessons"
    own.mkdir(parents=True)
    (own / "mine.lesson.jsonl").write_bytes(FILES[0].read_bytes())
    (own / "bad.lesson.jsonl").write_text('{"event": "lesson"}\n')
    bad, mine = [head for head in lesson_reader.heads(whole=True) if head.name.startswith("own:")]
    assert (mine.name, mine.title, mine.error) == ("own:mine", "Your first hand", "")
    assert "bad.lesson.jsonl:1: the key 'format' is missing" in bad.error
