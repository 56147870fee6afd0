"""Plain text has the rules, what a bid needs, moments and agreeing verbs."""

import re
from pathlib import Path

import pytest

from spades_tui.plain.home_table import PlainTable
from spades_tui.plain.status import rule_named, rules
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.presentation.hand_words import Need, need_words, needs
from spades_tui.presentation.wording import Wording
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Decided
from spades_tui.rules.rules_page import rules_page
from spades_tui.rules.variant import options_of
from spades_tui.settings.settings import Settings
from tests.agreement import wrong_verbs
from tests.games import SLUGS, each_game
from tests.plain.talking import Player, is_over, table_of, text_at_home, transcript
from tests.scenes import NAMES, at, mine, policy, setup


@pytest.mark.rule("CB-1")
@pytest.mark.parametrize("asked", ["rules CB 1", "rules cb1", "Rules CB-1"])
def test_a_rule_is_read_at_the_start(asked: str) -> None:
    text = text_at_home(asked, "quit")
    assert "Call Break." in text and "you must beat the trick if you can" in text


def test_the_rules_of_a_named_game_are_read_at_the_start() -> None:
    assert "Call Break." in (text := text_at_home("rules call break", "scoring", "", "quit"))
    assert "Which game?" not in text and "A bid made" in text


@pytest.mark.parametrize("asked", ["rules XX 1", "rules nonsense"])
def test_unknown_rules_are_refused_at_the_start(asked: str) -> None:
    assert f'You can\'t choose "{asked}" here.' in text_at_home(asked, "quit")


def test_a_new_game_lists_its_options() -> None:
    text = text_at_home("new", "call break", "", "options", "back")
    assert "hands in a game" in text and "There is no part" not in text


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_of_a_page_is_found_by_its_name(slug: str) -> None:
    """Also one that is cited with others, or in an option."""
    variant = shipped()[slug]
    lines = [line for _, sentences in rules_page(variant) for line in sentences]
    cited = {mark for line in lines for part in re.findall(r"\(([^)]*)\)", line)
             for mark in re.findall(r"\b[0-9]?[A-Z]{1,2}-\d+\b", part)}  # fmt: skip
    assert cited
    for mark in cited:
        found = rules(variant, mark.replace("-", " ").lower())
        assert found == [line for line in lines if re.search(rf"\([^)]*\b{mark}\b[^)]*\)", line)]
    assert rules(variant, "zz 1") == [f"{variant.name} has no rule ZZ-1."]


def test_a_part_of_the_rules_is_no_name_of_a_rule() -> None:
    assert [rule_named(words) for words in ("play", "c 6", "3b24", "BM-13", "all", "1", "hand 3 or 4")] == [
        None, "C-6", "3B-24", "BM-13", None, None, None
    ]  # fmt: skip


DECIDED = {Decided.MADE: False, Decided.ZERO_MADE: False, Decided.SET: True, Decided.ZERO_FAILED: True}
HANDS = 3


@pytest.mark.parametrize("slug", SLUGS)
def test_needs_call_a_bid_lost_exactly_when_it_fails(slug: str) -> None:
    table = Table.create(setup(slug, 0))
    before: dict[tuple[int, ...], Need] = {}
    while len(table.scores) < HANDS:
        match table.next():
            case CutOffered():
                table.deal(None)
                before.clear()
            case Turn(seat):
                table.do(policy(table.observe(seat)))
                for need in needs(table.observe(None)):
                    was = before.get(need.seats, need)
                    assert need.lost or not was.lost, "what is lost stays lost"
                    assert need.needed <= was.needed
                    before[need.seats] = need
            case HandPlayed():
                told = needs(table.observe(None))
                table.score()
                notes = {note.seats: DECIDED[note.what] for note in table.scores[-1].notes if note.what in DECIDED}
                assert notes
                assert {need.seats: need.lost for need in told} == notes
            case GameEnded():
                return


@pytest.mark.parametrize(
    ("need", "words"),
    [
        (Need((0, 2), 7, 5, 6, False, False), "You & Cy need 2 more tricks."),
        (Need((1, 3), 4, 3, 6, False, False), "Bea & Dot need 1 more trick."),
        (Need((1,), 4, 6, 3, False, False), "Bea has made 4, and 2 over."),
        (Need((1,), 4, 2, 1, False, False), "Bea can't make 4 any more."),
        (Need((1,), 4, 5, 3, True, False), "Bea has 1 trick too many."),
        (Need((0,), 0, 0, 3, False, True), "Your zero is good so far."),
        (Need((3,), 0, 2, 3, False, True), "Dot's zero is set: 2 tricks."),
    ],
)
def test_needs_are_put_into_words(need: Need, words: str) -> None:
    assert need_words(at("sandbags", mine("play")).observe(0), need, Wording(NAMES[:4], people=(0,))) == words


BID = re.compile(r"(has|have) made \d|(is|are) set|nil is (made|set)")


@pytest.mark.parametrize("slug", ["classic", "bemo", "3b-four"])
def test_every_bid_of_a_hand_is_said_to_be_made_or_set_once(slug: str) -> None:
    said = transcript(slug, 1, 1, *60 * ["take"])
    start = next(n for n, line in enumerate(said) if "trick 1" in line)
    end = next((n for n, line in enumerate(said) if "is scored" in line), len(said))
    lines = [line for line in said[start:end] if BID.search(line)]
    assert lines
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize(
    "sentence",
    [
        "You wins", "You has won", "and you is the dealer.", "You & Cy bids 4", "Y O U   W I N S", "Ann and Bea wins",
        "You and Bea has had a perfect day.",
    ],
)  # fmt: skip
def test_a_wrong_verb_is_found(sentence: str) -> None:
    assert wrong_verbs(f"A line.\n{sentence}\n") == [sentence]


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("slug", each_game("cutthroat", "3b-three"))
def test_a_whole_game_has_only_verbs_that_agree_with_you_and_with_names(slug: str, people: int, tmp_path: Path) -> None:
    short = {option.name for option in options_of(shipped()[slug])} & {"target", "hands"}
    table = table_of(slug, tmp_path, people, **{name: 40 if name == "target" else 2 for name in short})
    player = Player(table, hands=60)
    PlainTable(table, player, Settings()).run()
    table.leave()
    assert player.lines[-1].startswith("Say again to play once more, ")
    (journal,) = tmp_path.glob("*.jsonl")
    assert is_over(journal)
    assert wrong_verbs(player.text) == []
