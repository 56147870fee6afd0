"""Games can be played in plain text, through pipes and at a dumb terminal."""

import io
import json
import os
import re
import secrets
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from spades_tui import cards
from spades_tui.cards import RANK_NAMES
from spades_tui.game.events import Play
from spades_tui.game.phase import Refusal
from spades_tui.plain.console import PAGE, Console, GoneError
from spades_tui.plain.home_table import PlainTable
from spades_tui.plain.menus import Home
from spades_tui.plain.speech import Spoken
from spades_tui.play.saved_games import remember_setup
from spades_tui.play.setup import TableSetup
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import ASIDES
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant import options_of
from spades_tui.seats import Observation
from spades_tui.settings.dead_key_reasons import (
    CLAIM_IN_PLAY,
    COUNT_BEFORE_PLAY,
    NO_LOOKING_BACK,
    NO_TAKING_BACK,
    NO_TRICK_YET,
    DeadKeyReason,
)  # fmt: skip
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests import LONG
from tests.commands.shell import spades
from tests.plain.talking import Player, Typist, table_of
from tests.scenes import at, mine


def played(table: Table, *answers: str) -> list[str]:
    """Return the lines of a game for these answers, then for accepted suggestions until it is over."""
    told = io.StringIO()

    class Typist(io.StringIO):
        """A person who types the next answer, and the expected word at a curtain."""

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            last = told.getvalue().splitlines()[-1]
            if "say ready" in last:
                return "ready\n"
            if last.startswith("Say again"):
                return "quit\n"
            return f"{given.pop(0)}\n" if given else "take\n"

    given = list(answers)
    PlainTable(table, Console(Typist(), told), Settings()).run()
    table.leave()
    return told.getvalue().splitlines()


CARD = re.compile(rf"({'|'.join(RANK_NAMES)}) of (clubs|diamonds|hearts|spades)|(big|little) joker")


def named_in(text: str) -> int:
    found = 0
    for match in CARD.finditer(text):
        if match[3]:
            found |= 1 << (cards.BIG_JOKER if match[3] == "big" else cards.LITTLE_JOKER)
        else:
            found |= 1 << (RANK_NAMES.index(match[1]) + 13 * cards.SUIT_NAMES.index(match[2]))
    for suit, held in re.findall(r"in (clubs|diamonds|hearts|spades), ([^;.]*)", text):
        for rank in RANK_NAMES:
            if re.search(rf"\b{rank}\b(?! of)", held):
                found |= 1 << (RANK_NAMES.index(rank) + 13 * cards.SUIT_NAMES.index(suit))
    return found


def may_know(seen: Observation) -> int:
    """Return the cards that a seat has seen, privately or with everyone."""
    known = (seen.own or 0) | seen.got | seen.passed | seen.fresh | (seen.dead or 0)
    for trick in (*seen.tricks, seen.trick):
        known |= cards.hand_of(one.card for one in trick)
    known |= seen.drawn | seen.thrown
    if seen.draft is not None:
        known |= seen.draft.away | (1 << seen.draft.top if seen.draft.top is not None else 0)
    return known


class Watched(Console):
    """A console that notes every card shown to a person who hasn't seen it."""

    def __init__(self) -> None:
        super().__init__(io.StringIO(), io.StringIO())
        self.face: PlainTable | None = None
        self.leaks: list[tuple[int | None, str]] = []
        self.before = 0
        self.asked = ""
        self.played: dict[int, int] = {}
        """The cards played in each hand, because people hear the end of the previous hand when they sit down."""

    def tell(self, *lines: str) -> None:
        face = self.face
        if face is not None:
            seen = face.table.observe(face.viewer)
            finished_trick = (*seen.tricks, seen.trick)
            self.played[seen.hand_number] = cards.hand_of(one.card for trick in finished_trick for one in trick)
            known = may_know(seen) | self.played.get(seen.hand_number - 1, 0)
            for line in lines:
                if named_in(line) & ~known & ~self.before:
                    self.leaks.append((face.viewer, line))
            self.before = known if face.viewer is not None else 0
        self.asked = lines[-1] if lines else ""

    def answer(self) -> str:
        if "say ready" in self.asked:
            return "ready"
        return "quit" if self.asked.startswith("Say again") else "take"

    def page(self) -> None:
        self.before = 0


def watched(table: Table) -> Watched:
    console = Watched()
    console.face = PlainTable(table, console, Settings())
    console.face.run()
    table.leave()
    return console


QUICK = {"classic", "bemo", "3b-three", "two-handed"}
"""Games for the quick tests, one each with passed, blind, extra and drafted cards."""


@pytest.mark.parametrize(
    "slug", [slug if slug in QUICK else pytest.param(slug, marks=pytest.mark.slow) for slug in sorted(shipped())]
)
def test_plain_text_shows_two_people_only_their_own_cards(slug: str) -> None:
    short = {"target": 40} if "target" in {option.name for option in options_of(shipped()[slug])} else {}
    passes = {"nil_pass": 2, "blind_pass": 2} if slug == "classic" else {}
    assert watched(table_of(slug, None, 2, **short, **passes)).leaks == []


def test_a_hand_shown_to_another_person_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("sandbags", None, 2, target=20)
    honest = Spoken.hand

    def leaky(self: Spoken, seen: Observation, suits: object = None) -> str:
        return honest(self, table.observe(1 - (seen.seat or 0)))

    monkeypatch.setattr(Spoken, "hand", leaky)
    assert watched(table).leaks


def test_plain_text_says_no_card_before_ready() -> None:
    lines = played(table_of("sandbags", None, 2, target=20))
    pages = [n for n in range(len(lines) - PAGE) if lines[n : n + PAGE] == [""] * PAGE and lines[n + PAGE]]
    assert pages
    for place in pages:
        behind = lines[place + PAGE : place + PAGE + 3]
        assert behind[0].startswith("Pass the keyboard to ")
        assert behind[-1].endswith("say ready when only you can read or hear this.")
        assert not named_in(" ".join(behind))


def test_a_question_is_answered_and_the_decision_asked_again() -> None:
    asked = ["hand", "trick", "last", "bids", "score", "sheet", "rules", "options", "help", "hint", "bogus", "14"]
    lines = played(table_of("sandbags", None, target=20), "", *asked, "")
    text = "\n".join(lines)
    for words in (
        "The table is empty.", "Bids: ", "The score: you and Cy, 0; Bea and Dot, 0.",
        "No hand has been scored yet.", "The rules have these parts: ", "quit saves the game and leaves.",
        "The computer would choose: bid",
        "You can't choose \"bogus\" here.", "You can't choose \"14\" here.",
        "Your side", NO_LOOKING_BACK.words,
    ):  # fmt: skip
        assert words in text, words


def test_a_second_hint_names_the_next_best_choice() -> None:
    lines = played(table_of("sandbags", None, target=20), "", "hint", "hint", "hint", "3", "hint")
    hints = [line for line in lines if line.startswith(("The computer would choose: ", "Next: "))]
    first = "The computer would choose"
    assert [line.split(":")[0] for line in hints] == [first, "Next", "Next", first]
    assert len(set(hints)) == 4


def test_count_says_what_the_own_cards_are_worth_until_the_first_card() -> None:
    table = table_of("sandbags", None, target=20)
    lines = played(table, "", "count", "3", "take", "count")
    counted = [line for line in lines if line.startswith("You count about ")]
    assert len(counted) == 1
    assert any(line.startswith("Danger for a zero: the ") for line in lines)
    assert COUNT_BEFORE_PLAY.words in lines


def test_no_repr_of_a_game_in_plain_text_shows_a_card(tmp_path: Path) -> None:
    table = table_of("sandbags", tmp_path, target=20)
    face = PlainTable(table, Console(io.StringIO(), io.StringIO()), Settings())
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", repr(face) + repr(face.look))
    table.leave()


def test_without_a_terminal_the_program_starts_in_plain_text(tmp_path: Path) -> None:
    home = {"SPADES_TUI_HOME": str(tmp_path)}
    told = spades(given=b"new\ncutthroat three\n\nfly=1\n\nnew\nwhiz\nUta, Vic\ntarget 40\n\nquit\n", **home)
    assert told.status == 0, told.err
    assert "1: Classic." in told.out
    assert "'fly'" in told.out, "what cannot be chosen is said, and asked again"
    assert "Target, 40." in told.out
    assert "Whiz, with Uta, " in told.out
    assert "You are Uta and Vic." in told.out
    assert "The game is saved." in told.out
    on = spades(given=b"continue\n1\nquit\n", **home)
    assert "1: Whiz, Uta, Vic, " in on.out
    assert "Whiz, with Uta, Vic" in on.out
    offered = "continue, quick, daily, new, learn, scorebook, rules, settings, help or quit"
    assert spades(given=b"", **home).out == f"Spades. Say {offered}.\n"


@pytest.mark.rule("C-2")
@pytest.mark.parametrize("line", ["quick\n", "quick 300\n"])
def test_the_first_dealer_of_a_quick_game_is_drawn_by_lot(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {}
    for dealer in range(4):
        monkeypatch.setattr(secrets, "randbelow", lambda seats, dealer=dealer: dealer)
        for _ in ("a first table", "the last one again"):
            setup = Home(Console(io.StringIO(line), io.StringIO())).choose()
            assert isinstance(setup, TableSetup)
            drawn[dealer] = setup.dealer
            remember_setup(setup)
    assert drawn == {0: 0, 1: 1, 2: 2, 3: 3}


def test_the_quick_game_takes_a_length(tmp_path: Path) -> None:
    home = {"SPADES_TUI_HOME": str(tmp_path)}
    told = spades(given=b"quick 300\nquit\nquick\nquit\nquick 7000000\nquick long\nquit\n", **home)
    assert told.status == 0, told.err
    games = sorted((tmp_path / "data" / "games").glob("*.jsonl"))
    assert [json.loads(game.read_text("utf-8").splitlines()[0])["options"]["target"] for game in games] == [300, 300]
    assert 'You can\'t choose "quick 7000000" here.' in told.out
    assert 'You can\'t choose "quick long" here.' in told.out
    new = spades(given=b"new\ncutthroat three\n\n\nquit\nquick 0\nquick 400\nquit\n", **home)
    assert "can't be played to 0." in new.out
    assert "The game is saved." in new.out


def test_plain_text_imports_no_textual(tmp_path: Path) -> None:
    code = (
        "import sys; from spades_tui.cli import main; main(['play', '--plain', '--variant', '3b-four']); "
        "print(sorted({name.split('.')[0] for name in sys.modules} & {'textual', 'rich'}), "
        "[name for name in sys.modules if name.startswith(('spades_tui.tui', 'spades_tui.tui.widgets'))])"
    )
    environment = {**os.environ, "SPADES_TUI_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], input="\n0\n0\ntake\ntake\nhint\ntake\nquit\n",
                          capture_output=True, timeout=LONG, encoding="utf-8", check=True, env=environment)  # fmt: skip
    assert "You hold" in done.stdout
    assert done.stdout.splitlines()[-1] == "[] []"


@pytest.mark.rule("NL-7")
def test_a_blind_nil_is_explained_once_in_a_game() -> None:
    table = at("classic", lambda seen: mine("bid")(seen) and seen.may_choose_blind, seed="moment-3")
    lines = played(table)
    assert sum(line == "Look at your cards, or bid nil blind? Say look, or blind." for line in lines) > 1
    assert sum("behind, you may bid a blind nil" in line for line in lines) == 1


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_invalid_bytes_are_not_understood(errors: str, tmp_path: Path) -> None:
    home = {"SPADES_TUI_HOME": str(tmp_path / "a place"), "PYTHONIOENCODING": f"utf-8:{errors}"}
    told = spades("play", "--plain", "--seed", "x", given=b"\xff\n\xe9\nquit\n", **home)
    assert (told.status, told.err) == (0, "")
    kept = told.out.splitlines()[-1]
    assert re.fullmatch(r"The game is saved\. Resume it with: spades-tui play --plain --resume '[^']+'", kept)
    words = shlex.split(kept.partition("spades-tui ")[2])
    assert spades(*words, given=b"quit\n", **home).out.splitlines()[-1] == kept


class Muddled(Player):
    """A person who names an ace that needs a call, gives wrong answers to that, and then a right one."""

    inner = ("foo", "take", "", "king of spades", "low")

    def __init__(self, table: Table) -> None:
        super().__init__(table, 9)
        self.left = list(self.inner)

    def answer(self) -> str:
        if not self.left:
            return "quit"
        if self.lines[-1].endswith("high or low?"):
            return self.left.pop(0)
        legal = self.table.observe(0).legal
        aces = [event.card for event in legal if isinstance(event, Play) and event.ace == "low"]
        return cards.text(aces[0]) if aces else super().answer()


@pytest.mark.rule("3B-3")
def test_an_ace_without_high_or_low_is_not_played() -> None:
    table = table_of("3b-four", None)
    player = Muddled(table)
    PlainTable(table, player, Settings()).run()
    refused = [n for n, line in enumerate(player.lines) if line.startswith("No card is played yet.")]
    assert len(refused) == len(Muddled.inner) - 1
    assert all("card?" in player.lines[n + 1] for n in refused)
    assert any(", called low" in line for line in player.lines[refused[-1] :])


def test_questions_are_answered_before_the_deal_and_within_a_list(tmp_path: Path) -> None:
    asked = "\n".join(["bids", "trick", "hand", "take", *["take", "last"] * 9, "quit", ""])
    words = ("play", "--plain", "--variant", "classic", "--seed", "t3")
    save_settings(Settings(cut=True), tmp_path / "config" / "settings.toml")
    told = spades(*words, given=asked.encode(), SPADES_TUI_HOME=str(tmp_path)).out
    before, _, after = told.partition("deals")
    for line in ("Nobody has bid yet.", "The table is empty.", "You have no cards."):
        assert f"\n{line}\n" in before
    assert ": ." not in told
    assert re.search("The last trick: .*; you, ", after)
    assert "; You, " not in after


@pytest.mark.rule("C-10")
@pytest.mark.parametrize(("slug", "reason"), [("sandbags", NO_LOOKING_BACK), ("classic", NO_TRICK_YET)])
def test_the_reason_for_no_last_trick_is_the_one_on_the_screen(
    tmp_path: Path, slug: str, reason: DeadKeyReason
) -> None:
    words = ("play", "--plain", "--variant", slug, "--seed", "t3")
    told = spades(*words, given=b"last\nquit\n", SPADES_TUI_HOME=str(tmp_path)).out
    assert reason.words in told


ABSENT = {word: kind.absent for word, kind in ASIDES.items()}
LATER = {word: kind.later for word, kind in ASIDES.items()}


@pytest.mark.parametrize(
    ("slug", "words", "reasons"),
    [
        ("sandbags", tuple(ASIDES), ABSENT),
        ("3b-four", ("change", "dump", "bone", "mark", "chit"), LATER),
        ("bemo", ("challenge", "books"), LATER),
    ],
)
def test_words_out_of_turn_get_the_reasons_of_the_screens(
    slug: str, words: Sequence[str], reasons: Mapping[str, Refusal]
) -> None:
    table = at(slug, mine("bid"), enforcement="challenge") if slug == "bemo" else at(slug, mine("bid"))
    typist = Typist(words)
    PlainTable(table, typist, Settings()).run()
    for word in words:
        assert reasons[word].sentence in typist.lines


@pytest.mark.rule("C-11")
def test_a_word_at_the_end_of_a_hand_gets_its_reason() -> None:
    def over(seen: Observation) -> bool:
        return seen.phase == "played"

    typist = Typist(["books", "dump"])
    PlainTable(at("jokers", over, enforcement="challenge"), typist, Settings()).run()
    assert LATER["books"].sentence in typist.lines
    assert ABSENT["dump"].sentence in typist.lines


class Saying(Typist):
    """A person who gives these answers, each as soon as a question has certain words, and otherwise an empty line."""

    def __init__(self, answers: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.left = list(answers)
        self.at: list[int] = []
        """The number of lines said before each answer."""

    def answer(self) -> str:
        if not self.left:
            raise GoneError
        words, answer = self.left[0]
        assert len(self.lines) < 5_000, f"no question has {words!r}"
        if words not in self.lines[-1]:
            return "ready" if "say ready" in self.lines[-1] else "take" if "card" in self.lines[-1] else ""
        del self.left[0]
        self.at.append(len(self.lines))
        return answer

    def after(self, number: int) -> str:
        """Return the text between an answer and the next one."""
        return "\n".join(self.lines[self.at[number] : (*self.at[number + 1 :], None)[0]])


def saying(table: Table, *answers: tuple[str, str]) -> Saying:
    """Return the typist after these answers at a table."""
    typist = Saying(answers)
    PlainTable(table, typist, Settings()).run()
    return typist


@pytest.mark.rule("C-11")
def test_a_challenge_names_the_player_in_one_line() -> None:
    table = at("jokers", mine("play", 2, 0), enforcement="challenge")
    challenges = [("card?", words) for words in ("challenge cy", "challenge bea", "challenge")]
    said = saying(table, *challenges, ("reneged", "quit"))
    assert "Say challenge and then bea, or dot." in said.after(0)
    assert "Who reneged?" not in said.after(0) + said.after(1)
    assert "You challenge Bea." in said.after(1)
    assert "Who reneged?" in said.after(2)


@pytest.mark.rule("C-11")
@pytest.mark.parametrize(("slug", "outcome"), [("jokers", "Right: "), ("bemo", "Wrong: ")])
def test_a_challenge_shows_the_tricks_of_the_hand_whoever_was_right(slug: str, outcome: str) -> None:
    table = at(slug, mine("play", 3, 1), enforcement="challenge")
    said = saying(table, ("card?", "challenge bea"), ("card?", "quit"))
    answer = said.after(0)
    assert outcome in answer
    seen = table.observe(None)
    played = cards.hand_of(one.card for trick in (*seen.tricks, seen.trick) for one in trick)
    assert played & ~named_in(answer) == 0
    assert [int(number) for number in re.findall(r"^Trick (\d+):", answer, re.MULTILINE)] == [1, 2, 3, 4]


@pytest.mark.rule("3B-5")
def test_allowed_raises_of_a_bid_are_explained() -> None:
    table = at("3b-four", mine("bid"))
    said = saying(table, ("Your bid", "4"), ("may change it", "options"), ("may change it", "5"))
    assert "Made: plus 50" in said.after(1)
    assert "You may change it to" in said.after(1), "it is asked again"
    assert "5" in said.after(2).partition("\n")[0]
    assert table.observe(0).bids[0] == 5


def test_options_and_help_are_answered_at_the_cut_and_the_curtain() -> None:
    cut = saying(at("sandbags", lambda seen: True, dealer=1), ("Cut the deck", "options"), ("Say 1 to 51", "help"))
    assert "how many cards to cut" in cut.after(0)
    assert "Name a card" in cut.after(1)
    table = at("sandbags", mine("play", 3, 2), people=2)
    asked = ("say ready", "options"), ("say ready", "help"), ("say ready", "trick"), ("say ready", "hand")
    curtain = saying(table, *asked)
    assert "Say ready" in curtain.after(0)
    assert "Name a card" in curtain.after(1)
    assert "wins so far" in curtain.after(2)
    assert not named_in(curtain.after(3))
    assert "You can't choose" not in cut.text + curtain.text


@pytest.mark.rule("3B-17")
def test_sudden_death_is_announced_once() -> None:
    due = at("3b-four", lambda seen: seen.phase == "played" and seen.hand_number == 2, seed="scene-4", hands=2)
    said = saying(due, ("our bid", "bids"))
    assert said.lines[-1].startswith("Your bid"), "the extra hand has been dealt"
    told = said.lines[: said.at[0]]
    assert sum("Sudden death" in line for line in told) == 1


def test_a_code_at_the_start_plays_its_game(tmp_path: Path) -> None:
    home = {"SPADES_TUI_HOME": str(tmp_path)}
    told = spades(given=b"code sandbags 67QF-2M90-1111-WM19\ncode bemo CYG9-50X1-1WM1-Y\nquit\nquit\n", **home)
    assert told.status == 0, told.err
    assert "A letter is wrong or missing" in told.out.replace("a letter", "A letter")
    assert "Bemo, one hand, with " in told.out


def test_an_illegal_card_is_refused_with_its_rule(tmp_path: Path) -> None:
    lines = played(table_of("sandbags", tmp_path, target=20), "", "3", *13 * ["ace", "king of spades", "two", "take"])
    assert any("follow" in line.lower() and "Rule C " in line for line in lines), lines


@pytest.mark.parametrize(("word", "reason"), [("claim", CLAIM_IN_PLAY), ("undo", NO_TAKING_BACK)])
def test_other_words_get_the_reasons_of_the_screens(word: str, reason: DeadKeyReason) -> None:
    typist = Typist([word])
    PlainTable(at("classic", mine("bid"), slip=False), typist, Settings()).run()
    assert reason.words in typist.lines
