"""One hand as PTN: read, played by the rules of a game here, written, and damaged in every way."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui import cards, cli
from spades_tui.analysis.simulate import play_game
from spades_tui.game.state import HandState
from spades_tui.game.trick import Played
from spades_tui.language.unusable import UnusableError
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.record.hand_text import read_hand, written
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Announced
from spades_tui.rules.variant_reader import parse
from spades_tui.system.folders import shipped_folder
from tests import few
from tests.bots.tables import at_play, rules_of
from tests.games import each_game
from tests.record.records import PTN
from tests.setup.daily_days import DAY, play_hand

SEEDS = few(8)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play_hand(tmp_path_factory.mktemp("hand"), DAY, "sandbags")


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = cli.main(list(arguments))
    result = capsys.readouterr()
    return status, result.out, result.err


def test_a_hand_is_read_with_names_jokers_and_a_tag_without_its_bracket() -> None:
    hand = read_hand(PTN)
    assert hand.names == ("Adele", "Petra", "Chris", "Waymon")
    assert hand.people == (False, False, True, False)
    assert (hand.dealer, hand.first) == (0, 1)
    assert hand.bids == ((0, False), (0, False), (0, False), (13, False))
    assert cards.cards_of(hand.hands[0]) == list(range(39, 52))
    assert [cards.text(card) for card in hand.rows[0]] == ["2H", "2D", "2C", "2S"]
    with_jokers = PTN.replace('[Deal "N:AKQJT98765432...', '[Deal "N:AKQJT987654....HL').replace("S3", "JH")
    hand = read_hand(with_jokers)
    assert {cards.LITTLE_JOKER, cards.BIG_JOKER} < set(cards.cards_of(hand.hands[0]))
    assert hand.rows[1][3] == cards.BIG_JOKER


def test_an_imported_hand_is_a_record_whose_leader_follows_the_tricks(capsys: pytest.CaptureFixture[str]) -> None:
    """The rows have a column for each seat; North has won, and leads the second trick from the last column."""
    import sys

    class Typed:
        buffer = io.BytesIO(PTN.encode())

    before, sys.stdin = sys.stdin, Typed
    try:
        status, out, _ = ran(capsys, "import", "-", "--variant", "classic")
    finally:
        sys.stdin = before
    assert status == 0
    (played,) = replay(io.BytesIO(out.encode()), lines=True)
    state = played.course.state.current
    assert [trick[0].seat for trick in state.tricks] == [1, 0]
    assert [entry.kind for entry in played.head.seats] == ["bot", "bot", "human", "bot"]


def test_an_exported_hand_comes_back_the_same(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, text, _ = ran(capsys, "export", str(game))
    assert status == 0
    (tmp_path / "hand.ptn").write_text(text, "utf-8")
    again = tmp_path / "again.spades.jsonl"
    reads = "import", str(tmp_path / "hand.ptn"), "--variant", "sandbags", "--out", str(again)
    assert ran(capsys, *reads)[0] == 0
    assert ran(capsys, *reads)[0] == 2, "it never overwrites"
    old, new = (next(iter(replay(io.BytesIO(path.read_bytes()), lines=True))) for path in (game, again))
    assert new.scores == old.scores
    assert new.over is not None and old.over is not None and new.over.totals == old.over.totals
    assert ran(capsys, "review", str(again))[0] == 0
    assert ran(capsys, "export", str(again))[1] == text


def test_only_the_deal_can_be_taken(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "hand.ptn").write_text(ran(capsys, "export", str(game))[1], "utf-8")
    status, out, _ = ran(capsys, "import", str(tmp_path / "hand.ptn"), "--deal-only")
    assert status == 0
    assert len(out.splitlines()) == 2 and '"deal"' in out
    (tmp_path / "deal.spades.jsonl").write_text(out, "utf-8")
    assert ran(capsys, "advise", str(tmp_path / "deal.spades.jsonl"))[0] == 0


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('[Dealer "N"]', '[Dealer "X"]', "Dealer"),
        ('[Dealer "N"]', "", "Dealer"),
        ("N:AKQJ", "X:AKQJ", "four hands"),
        ("N:AKQJ", "N:AAQJ", "twice"),
        ("N:AKQJ", "N:1KQJ", "cards"),
        (" .AKQ", " AKQ", "suits"),
        ("Nil 0 nil 13", "Nil 0 nil 99999", "bid"),
        ("H2 D2", "H2 H2", "trick 1"),
        ("H2 D2", "XX D2", "line 15"),
        ("H2 D2", "H2 D2 C9 S9 S8", "more cards"),
        ("[Event", "Spades\n[Event", "a tag, a bid or a card"),
        ("[West", "[East \"x\"]\n[West", "twice"),
        ("Nil 0 nil 13", "Nil 0 nil 14", "refuses"),
        ("AKQJT98765432...", "AKQJT9876543...", "cards"),
    ],
)  # fmt: skip
def test_a_wrong_hand_is_refused_in_a_sentence(
    old: str, new: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert old in PTN
    (tmp_path / "hand.ptn").write_text(PTN.replace(old, new), "utf-8")
    out = tmp_path / "out.spades.jsonl"
    status, _, err = ran(capsys, "import", str(tmp_path / "hand.ptn"), "--out", str(out))
    assert status == 1 and words in err and len(err.splitlines()) == 1
    assert not out.exists()


def test_too_much_text_is_refused() -> None:
    with pytest.raises(UnusableError, match="keep just one hand"):
        read_hand(f"{'% ' * 40_000}\n{PTN}")


def test_a_running_game_is_not_exported(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    running = tmp_path / "running.spades.jsonl"
    running.write_bytes(b"".join(game.read_bytes().splitlines(keepends=True)[:9]))
    assert ran(capsys, "export", str(running))[0] == 1
    assert ran(capsys, "export", str(game), "--hand", "2")[0] == 1


@pytest.mark.rule("HR-9")
def test_a_hand_with_a_kitty_is_not_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = (Path(__file__).parents[2] / "docs" / "examples" / "kitty.toml").read_text("utf-8")
    for old, new in (("seats   = 3", "seats = 4"), ("cards = 16", "cards = 12"), ("max  = 16", "max = 12")):
        rules = rules.replace(old, new)
    setup = TableSetup(parse(rules.encode(), "kitty"), {}, bot_seats(4, "beginner"), seed="kitty")
    record = tmp_path / "kitty.spades.jsonl"
    record.write_text(play_game(setup).text, "utf-8")
    status, out, _ = ran(capsys, "export", str(record))
    assert (status, out) == (1, "")


# ---- every game, and what other programs write ----------------------------------------------------------


def exported(record: Path, hand: int, capsys: pytest.CaptureFixture[str]) -> str:
    """Return a hand as text; empty if it's refused, in one sentence."""
    status, text, error = ran(capsys, "export", str(record), "--hand", str(hand))
    assert (status, bool(text), len(error.splitlines())) in ((0, True, 0), (1, False, 1)), error
    return text


@pytest.mark.parametrize("slug", each_game("jokers", "call-break"))
def test_an_export_of_every_game_comes_back_or_is_refused_in_a_sentence(
    slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seats, written = shipped()[slug].seats, 0
    for seed in range(SEEDS):
        record, ptn, again = (tmp_path / f"{seed}.{end}" for end in ("spades.jsonl", "ptn", "again.spades.jsonl"))
        record.write_text(play_game(TableSetup(shipped()[slug], {}, bot_seats(seats, "club"), seed=str(seed))).text)
        text = exported(record, 1, capsys)
        if not text:
            continue
        written += 1
        ptn.write_text(text, "utf-8")
        game = "classic" if slug == "league" else slug  # a single hand of a programme isn't a game
        status, _, error = ran(capsys, "import", str(ptn), "--variant", game, "--out", str(again))
        assert (status, error) == (0, "")
        lines = [one.replace(" (Auto)", "").splitlines()[1:] for one in (exported(again, 1, capsys), text)]
        assert lines[0] == lines[1]
        old, new = (next(iter(replay(io.BytesIO(path.read_bytes()), lines=True))) for path in (record, again))
        assert new.scores[0].tricks == old.scores[0].tricks
        assert new.scores[0].side_bids == old.scores[0].side_bids
        if slug != "league":
            assert new.scores[0].points == old.scores[0].points
    assert (written == SEEDS) == (seats == 4 and slug != "3b-four"), written


@pytest.fixture(scope="module")
def jokers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the record of a game of `jokers`; East and West bid 3 and 2, then South and North 3 and 2."""
    path = tmp_path_factory.mktemp("jokers") / "game.spades.jsonl"
    path.write_text(play_game(TableSetup(shipped()["jokers"], {}, bot_seats(4, "club"), 0, "2")).text)
    return path


def imported(text: str, folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]] | str:
    """Return the lines of the record of a text, or why it's refused."""
    (folder / "hand.ptn").write_text(text, "utf-8")
    status, out, error = ran(capsys, "import", str(folder / "hand.ptn"), *more)
    assert (status, len(error.splitlines())) in ((0, 0), (1, 1))
    return error if status else [json.loads(line) for line in out.splitlines()]


@pytest.mark.rule("JK-3", "JK-5")
def test_bids_and_raises_are_columns_clockwise_from_the_tags_seat(
    jokers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = exported(jokers, 1, capsys)
    assert '[Auction "E"]\n3 3 2 2\n[Play' in text
    raised = text.replace("3 3 2 2\n", "3 3 2 2\n- - 7 6\n")
    lines = imported(raised, tmp_path, capsys, "--variant", "jokers")
    assert isinstance(lines, list)
    bids = [(line["seat"], line["bid"]) for line in lines if line["event"] in ("bid", "raise")]
    assert bids == [(1, 3), (3, 2), (2, 3), (0, 2), (3, 7), (0, 6)]
    again = tmp_path / "again.spades.jsonl"
    again.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    (played,) = replay(io.BytesIO(again.read_bytes()), lines=True)
    assert played.scores[0].side_bids == (6, 7)
    assert "- - 7 6" not in exported(again, 1, capsys) and "7 6 - -" in exported(again, 1, capsys)


@pytest.mark.rule("JK-9")
def test_only_blind_bidders_have_not_looked(jokers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    always = (shipped_folder("variants") / "jokers.toml").read_text("utf-8").replace("behind = 100\n", "")
    own.write_text(always.replace('"jokers"', '"own"'), "utf-8")
    text = exported(jokers, 1, capsys).replace("3 3 2 2", "Blind 4 3 Blind 3 2").partition("[Play")[0]
    lines = [*imported(text, tmp_path, capsys, "--variant", str(own))]
    done = [(line["event"], line["seat"]) for line in lines if line["event"] in ("look", "bid")]
    assert done == [("bid", 1), ("bid", 3), ("look", 2), ("bid", 2), ("bid", 0)]
    assert [line["seat"] for line in lines if line.get("blind")] == [1, 3]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('[Dealer "N"]', '[Dealer "S"]', "Auction: W bids first when S deals, not E"),
        ('[Auction "E"]', '[Auction "S"]', "Auction: E bids first when N deals, not S"),
        ('[Auction "E"]', '[Auction "Q"]', "Auction: 'Q' is not a seat"),
        ('[Play "E"]', '[Play "S"]', "Play: E leads the first trick, not S"),
        ("3 3 2 2", "3 3 2", "Auction: N is on turn but has no bid"),
        ("3 3 2 2", "3 3 2 2\n- - - 2", "Auction: "),
        ("3 3 2 2", "3 3 2 2\n- - - 2\n9", "more bids than a hand has"),
        ("[Play", "{ never closed\n[Play", "isn't closed"),
    ],
)
def test_what_contradicts_itself_is_refused(
    old: str, new: str, words: str, jokers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = exported(jokers, 1, capsys)
    assert old in text
    error = imported(text.replace(old, new), tmp_path, capsys, "--variant", "jokers")
    assert isinstance(error, str) and words in error


def test_a_contradictory_dealer_is_refused_even_if_only_the_deal_is_read(
    jokers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = exported(jokers, 1, capsys).replace('[Dealer "N"]', '[Dealer "S"]')
    assert "Dealer" in imported(text, tmp_path, capsys, "--deal-only")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", "\N{ZERO WIDTH NO-BREAK SPACE}"),
        ('[Dealer "N"]', '[dealer "n"]'),
        ('[Dealer "N"]', '[Dealer "N"] {the dealer} '),
        ('[Dealer "N"]', '[Dealer "N"] ; she said "why"'),
        ('[Dealer "N"]', '[ Dealer  "N" ]'),
        ('[Dealer "N"]', '[Dealer "N"]\n{ two\nlines }\n; and one'),
        ('[Auction "E"]\n', '[Auction "E"]\n; the bids\n'),
        ("\n3 3 2 2\n", "\n3 {three}\n3 2 2 ; sides\n"),
        ("\n3 3 2 2\n", "\n3 3 2 2\n*\n"),
    ],
)
def test_what_other_programs_write_is_read(
    old: str, new: str, jokers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = exported(jokers, 1, capsys)
    assert old in text
    lines = imported(text, tmp_path, capsys, "--variant", "jokers")
    assert isinstance(lines, list)
    assert imported(text.replace(old, new, 1), tmp_path, capsys, "--variant", "jokers") == lines


def test_cards_in_lower_case_tens_and_a_final_star_are_read(
    jokers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = exported(jokers, 1, capsys)
    lines = imported(text, tmp_path, capsys, "--variant", "jokers")
    before, tag, plays = text.partition('[Play "E"]')
    deal = next(line for line in before.splitlines() if line.startswith("[Deal "))
    for play, dealt in ((plays.lower(), deal.lower()), (plays.replace("T", "10"), deal.replace("T", "10"))):
        other = before.replace(deal, dealt) + tag + play + "*\n"
        assert imported(other, tmp_path, capsys, "--variant", "jokers") == lines


@pytest.mark.rule("C-12")
def test_a_claim_is_a_final_star(jokers: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The claim of the player on turn takes all the rest; if it isn't sure, the hand stays open."""
    hands = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    text = f'[Dealer "N"]\n[Deal "{hands}"]\n[Auction "E"]\n4 4 4 13\n[Play "E"]\nH2 D2 C2 S2\n*\n'
    lines = imported(text, tmp_path, capsys, "--variant", "sandbags")
    assert isinstance(lines, list)
    assert lines[-1] == {"event": "claim", "seat": 0, "tricks": 12}
    (tmp_path / "claimed.spades.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    assert exported(tmp_path / "claimed.spades.jsonl", 1, capsys).splitlines()[-2:] == ["H2 D2 C2 S2", "*"]
    for wrong in ("H2 - - -\n*", "H2 D2 C2 S2"):
        left = imported(text.replace("H2 D2 C2 S2\n*", wrong), tmp_path, capsys, "--variant", "sandbags")
        assert isinstance(left, list) and left[-1]["event"] == "play"
    beside = read_hand(text.replace("*\n", "").replace("4 4 4 13", "4 4 4 13 *"))
    assert not beside.claimed


# ---- what is written ------------------------------------------------------------------------------------

SUITS_OF_SEATS = {
    0: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    1: "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    2: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
}
"""North holds the clubs, East the diamonds, South the hearts, West the rest."""
WITH_JOKERS = {
    0: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C BJ",
    1: "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D LJ",
    2: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2S",
}
NAMES = ("Ann", 'Be"a]', "Cy", "Dot")


def hand_of(slug: str, known: dict[int, str], bids: list[int], plays: str, dealer: int) -> HandState:
    return at_play(rules_of(slug), known, bids, plays, dealer).state.current


@pytest.mark.parametrize(
    ("plays", "blind", "auction", "play"),
    [
        ("", (False,) * 4, ["3 Nil 4 5"], []),
        ("", (False, True, False, True), ["3 Blind Nil 4 Blind 5"], []),
        ("AC", (False,) * 4, ["3 Nil 4 5"], ['[Play "N"]', "CA - - -"]),
        ("2C AD", (False,) * 4, ["3 Nil 4 5"], ['[Play "N"]', "C2 DA - -"]),
        ("AC AD AH AS", (False,) * 4, ["3 Nil 4 5"], ['[Play "N"]', "CA DA HA SA"]),
        ("AC AD AH AS KS KC", (False,) * 4, ["3 Nil 4 5"], ['[Play "N"]', "CA DA HA SA", "CK - - SK"]),
    ],
)
def test_a_hand_is_written_line_by_line(
    plays: str, blind: tuple[bool, ...], auction: list[str], play: list[str]
) -> None:
    hand = replace(hand_of("sandbags", SUITS_OF_SEATS, [3, 0, 4, 5], plays, 3), blind=blind)
    lines = written(rules_of("sandbags"), hand, NAMES, (0, 2), "Title").splitlines()
    assert lines == [
        '[Event "Title"]',
        '[GameCode "Spades"]',
        '[North "Ann"]',
        '[East "Be\'a) (Auto)"]',
        '[South "Cy"]',
        '[West "Dot (Auto)"]',
        '[Dealer "W"]',
        '[Deal "W:AKQJT98765432... ...AKQJT98765432 ..AKQJT98765432. .AKQJT98765432.."]',
        '[Auction "N"]',
        *auction,
        *play,
    ]
    read = read_hand("\n".join(lines))
    assert read.people == (True, False, True, False)
    assert read.bids == tuple((bid, dark) for bid, dark in zip((3, 0, 4, 5), blind, strict=True))
    assert read.rows == tuple(
        tuple(-1 if word == "-" else cards.parse(word[::-1]) for word in row.split()) for row in play[1:]
    )


def test_jokers_are_a_fifth_group_and_raises_a_second_row() -> None:
    hand = hand_of("jokers", WITH_JOKERS, [3, 4, 2, 2], "", 2)
    lines = written(rules_of("jokers"), replace(hand, raised=(6, None)), NAMES, range(4), "T").splitlines()
    west = "AKQJT9876543"
    assert lines[6:10] == [
        '[Dealer "S"]',
        f'[Deal "S:2.AKQJT9876543.. {west}...2 ...AKQJT9876543.H ..AKQJT9876543..L"]',
        '[Auction "W"]',
        "2 3 4 2",
    ]
    assert lines[10:] == ["- 6 - -"]
    claimed = written(rules_of("jokers"), replace(hand, claimed=3), NAMES, range(4), "T").splitlines()
    assert claimed[-2:] == [f'[Play "{"NESW"[hand.player]}"]', "*"]
    led = replace(hand, trick=(Played(3, cards.BIG_JOKER), Played(0, cards.LITTLE_JOKER)))
    assert written(rules_of("jokers"), led, NAMES, range(4), "T").splitlines()[-1] == "JH JL - -"
    unbid = replace(hand, bids=(None,) * 4)
    assert not any("Auction" in line for line in written(rules_of("jokers"), unbid, NAMES, (), "T").splitlines())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"passed": (0, 1, 0, 0)}, "without passing"),
        ({"announced": (Announced(0, "promise", 4),)}, "without passing"),
        ({"aside": 1}, "cards aside"),
        ({"dealt": (1, 1, 1, None)}, "four players"),
        ({"dealt": (1, 1, 1)}, "four players"),
        ({"penalised": (2,)}, "challenge"),
        ({"books": ((0, 1, 2),)}, "challenge"),
        ({"skipped": True}, "wasn't played"),
        ({"trick": (Played(0, 12, low=True),)}, "called low"),
    ],
)
def test_what_the_form_cannot_say_is_not_written(change: dict[str, Any], words: str) -> None:
    hand = replace(hand_of("sandbags", SUITS_OF_SEATS, [3, 0, 4, 5], "", 3), **change)
    with pytest.raises(UnusableError, match=words):
        written(rules_of("sandbags"), hand, NAMES, (), "T")


def test_a_challenge_without_loss_is_written_and_an_own_raise_is_not() -> None:
    hand = replace(hand_of("sandbags", SUITS_OF_SEATS, [3, 0, 4, 5], "", 3), books=((0, 1, 0),))
    assert written(rules_of("sandbags"), hand, NAMES, (), "T")
    with pytest.raises(UnusableError, match="raises of a player's own bid"):
        written(rules_of("bemo"), hand, NAMES, (), "T")
