"""One hand as PTN: read, played by the rules of a game here, written, and damaged in every way."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from spades_tui import cards, cli
from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.record.hand_text import HandTextError, read_hand
from spades_tui.record.replay import replay
from spades_tui.rules.variant_reader import parse
from tests.setup.daily_days import DAY, play_hand

PTN = """\
% PTN ---------------------------
[Event "Trickster Cards: Play Spades - 2v2 to 500"]
[LocalDateTime "7/23/2025 10:30 PM PDT"
[GameCode "Spades"]
[GameOptionsJson "{\\"failBidScoring\\":1}"]
[West "Waymon (Auto)"]
[North "Adele (Auto)"]
[East "Petra (Auto)"]
[South "Chris (4829575)"]
[Dealer "N"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Auction "E"]
Nil 0 nil 13
[Play "E"]
H2 D2 C2 S2
H3 D3 C3 S3
"""


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
    with_jokers = PTN.replace("[Deal \"N:AKQJT98765432...", "[Deal \"N:AKQJT987654....HL").replace("S3", "JH")
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
    assert ran(capsys, "import", str(tmp_path / "hand.ptn"), "--out", str(again))[0] == 0
    assert ran(capsys, "import", str(tmp_path / "hand.ptn"), "--out", str(again))[0] == 2, "it never overwrites"
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
    with pytest.raises(HandTextError):
        read_hand("% \n" * 40_000)


def test_mutated_hands_are_read_or_refused_in_a_sentence(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, rng = ran(capsys, "export", str(game))[1], random.Random(32)
    read, refused = 0, list[str]()
    for _ in range(2_000):
        letters = list(text)
        for _ in range(rng.randrange(1, 4)):
            place = rng.randrange(len(letters))
            letters[place : place + rng.randrange(3)] = rng.choice('"[].: \né\0S9')
        try:
            hand = read_hand("".join(letters))
        except HandTextError as error:
            refused.append(str(error))
        else:
            read += 1
            assert all(name and name.isprintable() and len(name) <= 40 for name in hand.names)
            assert len(set(hand.names)) == 4
    assert read > 100
    assert all(len(words.splitlines()) == 1 for words in refused)


def mutated(text: bytes, rng: random.Random) -> bytes:
    """Return text with bytes, words or lines changed, left out or repeated."""
    lines = text.splitlines(keepends=True)
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(lines))
        match rng.randrange(5):
            case 0:
                lines[place : place + rng.randrange(2)] = [rng.choice(lines)] * rng.randrange(3)
            case 1:
                words = lines[place].split(b" ")
                words[rng.randrange(len(words))] = rng.choice((b"", b"S9", b"13", b"nil", b"-1", b"N:", b"9" * 400))
                lines[place] = b" ".join(words)
            case _:
                line = bytearray(lines[place])
                at = rng.randrange(len(line) + 1)
                line[at : at + rng.randrange(3)] = rng.choice((*b'"[].: \n\0SN9', 0xFF, 0xE9)).to_bytes(1, "big")
                lines[place] = bytes(line)
    return b"".join(lines)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_mutated_hands_are_imported_whole_or_refused_in_a_sentence_with_nothing_written(
    count: int, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts, rng, read = (ran(capsys, "export", str(game))[1].encode(), PTN.encode()), random.Random(count), 0
    out = tmp_path / "out.spades.jsonl"
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path / "home"))
    for number in range(count):
        stdin = io.TextIOWrapper(io.BytesIO(mutated(texts[number % 8 == 0], rng)), "utf-8")
        monkeypatch.setattr("sys.stdin", stdin)
        more = ("--deal-only",) if number % 3 == 0 else ()
        status, said, error = ran(capsys, "import", "-", "--out", str(out), *more)
        assert said == ""
        if status == 0:
            read += 1
            with out.open("rb") as stream:
                assert len(list(replay(stream, "out"))) == 1
            out.unlink()
        assert (status, len(error.splitlines())) in ((0, 0), (1, 1)), error
        assert list(tmp_path.iterdir()) == []
    assert count // 20 < read < count


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
