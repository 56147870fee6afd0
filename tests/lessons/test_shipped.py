"""Every shipped lesson and puzzle can be played right, and answers every wrong choice."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import bots, cards
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Play
from spades_tui.lessons import lesson_reader
from spades_tui.lessons.lesson import Decision, Lesson, LessonPlay
from spades_tui.lessons.lesson_reader import read_lesson
from spades_tui.seats.observer import observe
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

COURSE = [
    "01-first-hand", "02-counting", "03-third-hand", "04-second-hand", "05-ruffing", "06-drawing-trumps",
    "07-covering-a-nil", "08-breaking-a-nil", "09-nine-bags", "10-blind-and-board", "11-exact-and-low",
    "12-end-of-a-game",
]  # fmt: skip
MORE = ["02-zero", "03-jokers", "04-bemo", "05-3b"]


def lesson_named(name: str) -> Lesson:
    return read_lesson(lesson_reader.SHIPPED / f"{name}.lesson.jsonl")


def test_a_course_of_twelve_four_more_lessons_and_twelve_puzzles_are_shipped() -> None:
    listed = [head for head in lesson_reader.heads() if head.path.parent == lesson_reader.SHIPPED]
    assert [head.name for head in listed] == [*COURSE, *MORE, *PUZZLES]
    assert [head.name for head in listed if head.course is not None] == COURSE
    assert [head.name for head in listed if head.puzzle] == list(PUZZLES)
    assert len({head.title for head in listed}) == len(listed)


def test_the_summary_of_a_lesson_fits_its_line_at_80_columns() -> None:
    for head in lesson_reader.heads():
        assert len(head.summary) <= (46 if head.puzzle else 39), head.name


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


def test_the_first_hand_shows_tricks_before_it_speaks_of_bids() -> None:
    """The first decision is a card that follows suit, and the last one a bid, so that nobody first bids in a game."""
    lesson = lesson_named("01-first-hand")
    first = LessonPlay(lesson)
    told = []
    while not isinstance(first.moment, Decision):
        told.append(getattr(first.moment, "text", ""))
        first.advance()
    seen = first.observe()
    assert {cards.text(event.card) for event in seen.legal if isinstance(event, Play)} == {"2C", "7C"}
    assert len(seen.legal) == 2
    assert not any("bid" in text for text in told)
    bid = [isinstance(decision.event, Bid) for decision in lesson.decisions]
    assert bid == [*[False] * (len(bid) - 1), True]


def test_the_end_of_a_game_scores_its_last_hand() -> None:
    """A record may leave out the line `hand_score`."""
    lines: Lines = [json.loads(line) for line in FILES[0].read_text("utf-8").splitlines()]
    scored = next(n for n, line in enumerate(lines) if line["event"] == "hand_score")
    lines = [*lines[:scored], {"event": "game_over"}, lines[scored + 1]]
    lines[0]["standing"] = {"hands": 8, "totals": [450, 440]}
    lines[2]["hand"] = 9
    assert played(lesson(lines)).observe().standing.totals == (501, 492)


def test_the_users_own_lessons_are_listed_even_if_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken file appears in the list with its error, and the other lessons remain."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    own = tmp_path / "config" / "lessons"
    own.mkdir(parents=True)
    (own / "mine.lesson.jsonl").write_bytes(FILES[0].read_bytes())
    (own / "bad.lesson.jsonl").write_text('{"event": "lesson"}\n')
    (mine,) = [head for head in lesson_reader.heads(whole=True) if head.name == "own:mine"]
    (bad,) = [head for head in lesson_reader.heads(whole=True) if head.name == "own:bad"]
    assert (mine.name, mine.title, mine.error) == ("own:mine", "Your first hand", "")
    assert "bad.lesson.jsonl:1: the key 'format' is missing" in bad.error
