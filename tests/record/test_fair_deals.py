"""The program and the referee read, replay and verify deals of both versions."""

import io
import json
from typing import Any

import pytest

from spades_tui.analysis.verify import verify
from spades_tui.game.events import Deal
from spades_tui.game.state import new_game
from spades_tui.record import RecordError
from spades_tui.record.writer import event_line
from tests.record.records import Event, head, replayed
from tests.referee.dealing import commitment, make_deal
from tests.referee.referee import VARIANTS, RefereeError, check

SECRET = bytes(range(32))
WORD = "Größe 7"


def record(
    variant: str, version: int, cut: Event | None, extra_at: int | None = None, fair: bool = True
) -> list[Event]:
    """Return a record of one deal that the referee made and proved; version 1 isn't named."""
    depth, word = (cut or {}).get("depth", 0), (cut or {}).get("word")
    deal = make_deal(VARIANTS[variant], {}, 1, 0, SECRET, depth, extra_at, word, version)
    if cut is not None:
        deal["cut"] = {"seat": VARIANTS[variant].seats - 1, **cut}
    if extra_at is not None:
        deal["extra_at"] = extra_at
    if fair:
        deal["fair"] = {"commitment": commitment(SECRET, version), "secret": SECRET.hex()}
        if version != 1:
            deal["fair"]["v"] = version
    return [head(variant), deal]


def text(lines: list[Event]) -> str:
    return "".join(json.dumps(line) + "\n" for line in lines)


def proofs(lines: list[Event]) -> int:
    """Return the number of proved deals. Raises RecordError."""
    (done,) = verify(io.BytesIO(text(lines).encode()))
    return done.proofs


def refused(lines: list[Event]) -> str:
    """Return the program's error for the second line; the referee must refuse it too."""
    with pytest.raises(RefereeError) as theirs:
        check(text(lines))
    assert theirs.value.line_number == 2
    for read in (replayed, lambda record: list(verify(io.BytesIO(record.encode())))):
        with pytest.raises(RecordError) as ours:
            read(text(lines))
        assert ours.value.line == 2
    return str(ours.value)


def of_the_cut(line: Event) -> Event:
    """Return a line's cut and proof, without the order of cards in a hand."""
    return {key: line[key] for key in ("cut", "extra_at", "extra", "fair") if key in line}


def written(deal: Deal) -> Event:
    """Return the same parts of the line that the program writes."""
    return of_the_cut(event_line(deal))


CUTS: list[tuple[int, Event | None]] = [
    (1, None), (1, {"depth": 0}), (1, {"depth": 17}),
    (2, None), (2, {"depth": 0}), (2, {"depth": 17}), (2, {"depth": 17, "word": WORD}), (2, {"depth": 0, "word": " "}),
]  # fmt: skip


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("variant", list(VARIANTS))
@pytest.mark.parametrize(("version", "cut"), CUTS)
def test_both_versions_are_read_and_verified(variant: str, version: int, cut: Event | None) -> None:
    for place in (None, 3) if variant.startswith("3b") else (None,):
        lines = record(variant, version, cut, place)
        check(text(lines))
        (played,) = replayed(text(lines))
        assert proofs(lines) == 1
        (_, deal) = played.deals[0]
        assert written(deal) == of_the_cut(lines[1])
        assert deal.proof is not None and deal.proof.version == version


@pytest.mark.rule("C-3")
def test_a_record_may_name_version_1() -> None:
    lines = record("sandbags", 1, {"depth": 17})
    lines[1]["fair"]["v"] = 1
    check(text(lines))
    assert proofs(lines) == 1
    assert written(replayed(text(lines))[0].deals[0][1]) == of_the_cut(lines[1])


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("named", [False, True])
def test_a_word_beside_version_1_is_an_error(named: bool) -> None:
    lines = record("sandbags", 1, {"depth": 17})
    lines[1]["cut"]["word"] = WORD
    if named:
        lines[1]["fair"]["v"] = 1
    assert refused(lines).endswith("A cut in version 1 can't have a word (C-3)")


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("version", [0, 3, -1, 10**9, True, False, "2", None, [2], {}])
def test_any_other_version_is_an_error(version: object) -> None:
    lines = record("sandbags", 2, None)
    lines[1]["fair"]["v"] = version
    assert "fair.v: " in refused(lines)
    assert "the version of a fair deal is 1 or 2" in refused(lines)


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("version", ["1.0", "2.0", "2e0", "NaN"])
def test_a_version_that_is_not_a_whole_number_is_refused(version: str) -> None:
    lines = text(record("sandbags", 2, None)).replace('"v": 2', f'"v": {version}')
    with pytest.raises(RefereeError):
        check(lines)
    with pytest.raises(RecordError):
        replayed(lines)


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(
    "word",
    ["", "x" * 65, "🂡" * 65, "\n", "a\tb", "\x00", "\x1b[2J", "\x7f", "\x85", 7, None, ["x"]],
)
def test_an_invalid_word_is_refused(word: object) -> None:
    lines = record("sandbags", 2, {"depth": 17})
    lines[1]["cut"]["word"] = word
    assert "cut.word: " in refused(lines)
    assert "a word has 1 to 64 characters" in refused(lines)


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("word", ["\ud800", "a\udfff"])
def test_half_of_a_surrogate_pair_is_refused_as_a_word(word: str) -> None:
    lines = record("sandbags", 2, {"depth": 17})
    lines[1]["cut"]["word"] = word
    assert ":2: cut.word: a text with half of a surrogate pair; " in refused(lines)


@pytest.mark.rule("C-3")
def test_an_unproved_deal_may_have_a_word() -> None:
    lines = record("sandbags", 2, {"depth": 17, "word": "x" * 64}, fair=False)
    check(text(lines))
    assert proofs(lines) == 0
    assert written(replayed(text(lines))[0].deals[0][1]) == of_the_cut(lines[1])


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(
    "change",
    [
        {"cut": {"depth": 17, "word": "Größe 8"}},
        {"cut": {"depth": 17, "word": "Gro\u0308ße 7"}},  # other characters that look the same
        {"cut": {"depth": 17}},
        {"cut": {"depth": 18, "word": WORD}},
        {"cut": None},
        {"extra_at": 4},
    ],
)
def test_verify_notices_every_change_of_the_cut(change: dict[str, Any]) -> None:
    lines = record("3b-four", 2, {"depth": 17, "word": WORD}, 3)
    seat = lines[1]["cut"]["seat"]
    changed = {key: {"seat": seat, **value} if isinstance(value, dict) else value for key, value in change.items()}
    lines[1] = {key: value for key, value in {**lines[1], **changed}.items() if value is not None}
    assert len(replayed(text(lines))) == 1  # replay only looks at the form
    with pytest.raises(RecordError, match="the cards aren't those that the secret and the cut deal"):
        proofs(lines)


@pytest.mark.rule("C-3")
def test_a_proof_of_one_version_fails_as_the_other() -> None:
    for written, told in ((1, 2), (2, 1)):
        lines = record("sandbags", written, None)
        lines[1]["fair"]["v"] = told
        with pytest.raises(RecordError, match="the secret doesn't match the commitment"):
            proofs(lines)
        lines[1]["fair"]["commitment"] = commitment(SECRET, told)
        with pytest.raises(RecordError, match="the cards aren't those that the secret"):
            proofs(lines)


@pytest.mark.rule("C-9")
def test_a_seat_gets_the_commitment_but_no_word_and_no_proof() -> None:
    (played,) = replayed(text(record("sandbags", 2, {"depth": 17, "word": WORD})))
    deal, course = played.deals[0][1], played.course
    told = deal.shown_to(0, new_game(played.rules), course.state)
    assert told["fair"] == {"v": 2, "commitment": commitment(SECRET)}
    assert "cut" not in told
