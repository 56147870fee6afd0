"""Plain text has only real words and short lines, and explains a word once."""

import io
import os
import re
import struct
import sys
from itertools import islice, repeat
from pathlib import Path

import pytest

from spades_tui.cards import card_words, parse
from spades_tui.game.events import Bid, Challenge, Discard, Look, Play, SeatEvent
from spades_tui.game.findings import Finding
from spades_tui.plain import status
from spades_tui.plain.console import Console, Face
from spades_tui.plain.home_table import PlainTable
from spades_tui.plain.speech import LINE_LETTERS, Spoken, lines, opening
from spades_tui.play.known_words import KnownWords
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.rules_page import meaning
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import load
from spades_tui.settings.settings import Settings
from tests.plain.talking import NAMES, Player, Typist, table_of, transcript
from tests.quick_cases import slow_but

ASKED = ("help", "options", "hint", "", "fish", "hand", "trick", "bids", "score", "sheet", "rules", "last", "seal")
"""Questions asked before any decision."""
WORD = re.compile(r"""["(]*[A-Za-z0-9]+(?:['-][A-Za-z0-9]+)*[)".,;:!?]*""")
"""Letters, digits and apostrophes, with stops around them."""
SLUGS = sorted(shipped())
CHOSEN: dict[str, dict[str, object]] = {
    "classic": {"nil_pass": 2, "blind_pass": 2, "blind_behind": 0},
    "jokers": {"enforcement": "challenge"},
    "sandbags": {"undo": True},
}
"""Options of a game that add decisions."""


def said_in(slug: str) -> list[str]:
    """Return the text of a hand for one person and for two, with every possible question."""
    options = CHOSEN.get(slug, {})
    one = transcript(slug, 1, 1, *ASKED, *ASKED, **options)
    several = {name: value for name, value in options.items() if name != "undo"}
    return [*one, *transcript(slug, 1, 2, *ASKED, **several)]


def wrong_words(said: list[str]) -> list[str]:
    """Return the words that aren't real words."""
    return sorted({word for line in said for word in line.split() if not WORD.fullmatch(word)})


@pytest.mark.parametrize("slug", slow_but(["3b-five", "jokers"], SLUGS))
def test_a_hand_is_read_out_in_words_and_short_lines(slug: str) -> None:
    said = said_in(slug)
    assert len(said) > 100
    assert wrong_words(said) == []
    assert [line for line in said if len(line) > LINE_LETTERS] == []


@pytest.mark.parametrize("slug", SLUGS)
def test_the_rules_are_readable_as_text(slug: str) -> None:
    look = Spoken(())
    said = [line for text in status.rules(shipped()[slug], "all") for line in lines(look.words(text))]
    assert len(said) > 20
    assert wrong_words(said) == []
    assert [line for line in said if len(line) > LINE_LETTERS] == []


def test_a_sign_fails_the_check_for_words() -> None:
    assert wrong_words(["Your card?", "A zero: −40.", "K♥ wins", "a · b", "you & Cy", "2 + 2"]) == [
        "&", "+", "K♥", "·", "−40.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("K♥ beats 10♠", "the king of hearts beats the ten of spades"),
        ("failed: −100 (NL-5)", "failed: minus 100"),
        ("+40, 3 + 4 = 7", "plus 40, 3 and 4, together 7"),
        ("You & Cy · hand 3 …", "You and Cy, hand 3"),
        ("lead_spades: 5 % (free; NL-3)", "lead spades: 5 percent (free)"),
    ],
)
def test_signs_are_written_as_words(written: str, said: str) -> None:
    assert Spoken(()).words(written) == said


@pytest.mark.parametrize(("event", "said"), [
    (Bid(0, 4), "bid 4"), (Bid(0, 0), "bid 0"), (Play(0, parse("KH")), "the king of hearts"),
    (Look(0), "look"), (Challenge(0, 1), "challenge"),
])  # fmt: skip
def test_a_choice_is_said_in_a_few_words(event: SeatEvent, said: str) -> None:
    assert Spoken(()).choice(event, ruleset(shipped()["sandbags"])) == said


def test_lines_end_at_pauses() -> None:
    sentence, cards = "A sentence of some length, which ends here.", ", ".join(17 * ["ten"])
    assert lines(f"{sentence} {sentence} {sentence} In spades, {cards}; in clubs, ace.") == [
        f"{sentence} {sentence}", sentence, f"In spades, {cards};", "in clubs, ace.",
    ]  # fmt: skip
    assert [len(line) for line in lines(("word " * 60).strip())] == [99, 99, 99]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pseudo-terminals")
@pytest.mark.parametrize(("columns", "letters"), [(30, 40), (60, 60), (200, 100), (0, 100)])
def test_lines_fit_on_the_terminal(columns: int, letters: int) -> None:
    from fcntl import ioctl
    from termios import TIOCSWINSZ

    ours, theirs = os.openpty()
    ioctl(theirs, TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
    with open(theirs, "w", encoding="utf-8") as writes, open(ours, "rb", buffering=0) as reads:
        Face(Console(io.StringIO("\n"), writes), Spoken(())).say(("word " * 60).strip())
        said = reads.read(1000).decode().split("\r\n")
    assert letters - 5 < max(map(len, said)) <= letters


def test_lines_in_a_file_dont_depend_on_the_terminal(tmp_path: Path) -> None:
    with (tmp_path / "said").open("w+") as writes:
        Face(Console(io.StringIO(), writes), Spoken(())).say(("word " * 60).strip())
        writes.seek(0)
        assert [len(line) for line in writes.read().splitlines()] == [99, 99, 99]


def test_the_seal_is_spelled_out_and_the_cut_explained() -> None:
    said = transcript("sandbags", 1, 1, *13 * ["take"], "seal", "fish", "0", "3 tuesday", target=500)
    place = next(n for n, line in enumerate(said) if line.startswith("Cut the deck? Say 1 to 51"))
    told = "\n".join(said[place:])
    assert re.search(r"^It is [0-9a-f]( [0-9a-f]){3}, [0-9a-f]( [0-9a-f]){3}, ", told, re.MULTILINE)
    assert told.count(" here.\nSay 1 to 51, with a word after it if you like, or seal;") == 2
    assert 'Hand 2: Bea deals; you cut 3 cards deep, with the word "tuesday".' in told
    assert wrong_words(said) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [("6 made", "Six made"), ("13 made", "13 made"), ("short by 1", "Short by 1"), ("Blind 4 made", "Blind 4 made")],
)
def test_a_number_at_the_beginning_of_a_sentence_is_a_word(text: str, said: str) -> None:
    assert opening(text) == said


def heard(folder: Path, words: KnownWords, answers: int) -> list[str]:
    """Return the lines of a game of 3B whose person takes the hint's choices."""
    table = table_of("3b-four", folder)
    table.known_words = words
    typist = Typist(islice(repeat("take"), answers))
    PlainTable(table, typist, Settings()).run()
    return typist.lines


def test_words_are_explained_once_and_those_of_the_sheet_not_in_the_next_game(tmp_path: Path) -> None:
    words = KnownWords()
    first = heard(tmp_path, words, 24)
    for word in ("seal", "dump", "bonehead", "tray"):
        assert first.count(meaning(word)) == 1, word
    again = heard(tmp_path, words, 24)
    for word, times in (("seal", 0), ("dump", 1), ("bonehead", 1), ("tray", 0)):
        assert again.count(meaning(word)) == times, word


KITTY = Path(__file__).parents[2] / "docs" / "examples" / "kitty.toml"


@pytest.mark.rule("HR-9")
@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("dealt", ["a", "b", "c", "d"])
def test_only_the_person_who_throws_a_card_back_hears_its_name(
    people: int, dealt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = load(KITTY)
    seats = tuple(
        SeatSetup(NAMES[n], "human") if n < people else SeatSetup(NAMES[n], "bot", "beginner")
        for n in range(variant.seats)
    )
    table = Table.create(TableSetup(variant, {}, seats, 0, dealt), None)
    player = Player(table, hands=1)
    plain = PlainTable(table, player, Settings())
    heard: list[tuple[int | None, str]] = []
    thrown: list[Discard] = []
    tell, do = player.tell, table.do

    def noted(*lines: str) -> None:
        tell(*lines)
        heard.extend((plain.viewer, line) for line in lines if table.observe(None).hand_number == 1)

    def done(event: SeatEvent) -> tuple[Finding, ...]:
        if isinstance(event, Discard) and table.observe(None).hand_number == 1:
            thrown.append(event)
        return do(event)

    monkeypatch.setattr(player, "tell", noted)
    monkeypatch.setattr(table, "do", done)
    plain.run()
    table.leave()
    assert len(thrown) == 4
    for event in thrown:
        named = [seat for seat, line in heard if "back" in line and card_words(event.card) in line]
        assert named == ([event.seat] if event.seat < people else [])
    for seat in range(people):
        about = [line for viewer, line in heard if viewer == seat and " throw" in line and line.endswith("back.")]
        assert len(about) == len(thrown), "each is heard once"
