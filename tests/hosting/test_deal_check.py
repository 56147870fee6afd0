"""A guest's program compares each deal with what it saw and sent, and notices a host that lies about any part."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui import fair
from spades_tui.game.events import Bid, Play
from spades_tui.game.findings import HandScore
from spades_tui.hosting.deal_check import DealCheck
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.hosting.messages import CutMessage, Decide, Designate, FromGuest, TableUpdate
from spades_tui.play.deal_secrets import cards_dealt
from spades_tui.play.shown import CutOffered
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from tests.games import each_game
from tests.hosting.checked_guests import CheckedGuest, Log, played

CUTTER, OTHER = 3, 1
"""With four guests: the seat that cuts the first hand, and another one."""


@pytest.mark.parametrize("slug", each_game("jokers", "two-handed", "3b-four", "bemo"))
async def test_every_deal_of_an_honest_host_passes(slug: str, tmp_path: Path) -> None:
    """Nobody objects: not the guest who cuts, not the others, not a watcher."""
    guests = await played(slug, 2, tmp_path, 5)
    for guest in guests:
        assert guest.said
        assert all("checked" in sentence for sentence in guest.said), guest.said
    assert any("your cut" in sentence for guest in guests for sentence in guest.said)


# ---- a host that deals other cards


class OwnCut(HostedTable):
    """A host that ignores the cut of a guest, and tries words until the cards suit it."""

    cut: tuple[int | None, str] = (7, "a better word")

    def _deal(self, cut: CutMessage, place: int | None) -> None:
        super()._deal(CutMessage(*self.cut) if cut.depth is not None else cut, place)


class OtherDepth(OwnCut):
    cut = (12, "")


class Declined(OwnCut):
    cut = (None, "")


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("kind", [OwnCut, OtherDepth, Declined])
async def test_a_cut_that_the_host_replaces_is_noticed_by_its_cutter(kind: type[HostedTable], tmp_path: Path) -> None:
    """The proof is right in itself: only the cutter's program can know, and the others hear who cut."""
    guests = await played("sandbags", 4, tmp_path, 1, kind)
    said = guests[CUTTER].said[0]
    assert "This cut isn't yours: you cut 7 deep, and the table says that" in said
    assert "checked" not in said
    for other in (guests[OTHER], guests[-1]):
        assert "checked" in other.said[0]
        assert ("P3" in other.said[0]) == (kind is not Declined)


class InventedCut(HostedTable):
    """A host that asks nobody, and says that somebody cut."""

    def _deal(self, cut: CutMessage, place: int | None) -> None:
        super()._deal(CutMessage(7), place)


@pytest.mark.rule("C-3")
async def test_a_host_without_cuts_asks_nobody_and_proves_its_deals(tmp_path: Path) -> None:
    """If such a host says that somebody cut, every guest objects."""
    for guest in await played("sandbags", 4, tmp_path, 2, cut=False):
        assert not any(isinstance(message, CutMessage) for message in guest.log)
        assert all("checked" in said and "Nobody cut" in said for said in guest.said)
    for guest in await played("sandbags", 4, tmp_path, 1, InventedCut, cut=False):
        assert not any("checked" in said for said in guest.said)
        assert "somebody who couldn't cut it" in guest.said[0]


class OtherPlace(HostedTable):
    """A host that lays another card aside than the dealer has chosen (3B-4)."""

    def _deal(self, cut: CutMessage, place: int | None) -> None:
        super()._deal(cut, 3)


async def test_another_place_of_the_extra_card_is_noticed_by_its_dealer(tmp_path: Path) -> None:
    guests = await played("3b-four", 4, tmp_path, 1, OtherPlace)
    assert any(isinstance(message, Designate) for message in guests[0].log)
    assert "doesn't deal" in guests[0].said[0]
    assert all("checked" in guest.said[0] for guest in guests[1:])


# ---- a host that lies about a part of the proof, or about what happened


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> list[CheckedGuest]:
    """Return the guests of two hands of an honest game."""
    return asyncio.run(played("sandbags", 4, tmp_path_factory.mktemp("one"), 2))


@pytest.fixture(scope="module")
def other_game(tmp_path_factory: pytest.TempPathFactory) -> list[CheckedGuest]:
    """Return the guests of another game with the same people and rules."""
    return asyncio.run(played("sandbags", 4, tmp_path_factory.mktemp("other"), 2, seed="others"))


def told(log: Sequence[TableUpdate | FromGuest], seat: int, file: MemoryFile | None = None) -> list[str]:
    """Return what the program of a seat says about what comes and goes."""
    check: DealCheck | None = None
    said = []
    for message in log:
        if check is None:
            assert isinstance(message, TableUpdate)
            check = DealCheck(seat, message, file)
        elif isinstance(message, TableUpdate):
            said += check.take(message)
        else:
            check.sent(message)
    return said


def first_hand(guest: CheckedGuest) -> Log:
    """Return what has come and gone until the first score."""
    return guest.log[: score_of(guest.log) + 1]


def score_of(log: Log) -> int:
    """Return the place of the first score."""
    return next(n for n, one in enumerate(log) if isinstance(one, TableUpdate) and one.what == "score")


def with_score(log: Log, **changes: Any) -> Log:
    """Return the log with changes to the moment of the score."""
    score = log[-1]
    assert isinstance(score, TableUpdate)
    return [*log[:-1], replace(score, **changes)]


def with_proof(log: Log, **changes: Any) -> Log:
    """Return the log with changes to the proof."""
    score = log[-1]
    assert isinstance(score, TableUpdate) and score.shown.proof is not None
    return with_score(log, shown=replace(score.shown, proof=replace(score.shown.proof, **changes)))


def with_hand(log: Log, **changes: Any) -> Log:
    """Return the log with changes to the opened hand."""
    score = log[-1]
    assert isinstance(score, TableUpdate) and score.opened is not None
    return with_score(log, opened=replace(score.opened, **changes))


def with_dealt(log: Log, change: Callable[[Any], Any]) -> Log:
    """Return the log with a change of the first moment of the opened hand."""
    score = log[-1]
    assert isinstance(score, TableUpdate) and score.opened is not None
    dealt, *later = score.opened.moments
    return with_hand(log, moments=(change(dealt), *later))


def everywhere(log: Log, change: Callable[[TableUpdate], TableUpdate], whence: int = 1) -> Log:
    """Return the log with a change of all moments from a place on."""
    later = [change(one) if isinstance(one, TableUpdate) else one for one in log[whence:]]
    return [*log[:whence], *later]


def other_pack(moment: TableUpdate) -> TableUpdate:
    """Return a moment with the rules of another game."""
    rules = ruleset(shipped()["suicide"])
    return replace(moment, shown=replace(moment.shown, public=replace(moment.shown.public, rules=rules)))


def other_names(moment: TableUpdate) -> TableUpdate:
    """Return a moment with two players in each other's seats."""
    names = moment.shown.names
    return replace(moment, shown=replace(moment.shown, names=(names[1], names[0], *names[2:])))


def other_dealer(moment: TableUpdate) -> TableUpdate:
    """Return a moment after which somebody else deals."""
    return replace(moment, shown=replace(moment.shown, next_dealer=(moment.shown.next_dealer + 1) % 4))


def other_seat(moment: TableUpdate) -> TableUpdate:
    """Return a moment for another seat."""
    return replace(moment, shown=replace(moment.shown, seen=replace(moment.shown.seen, seat=2)))


def other_cards(log: Log) -> Log:
    """Return a log in which this guest sees other cards than they were dealt."""

    def change(moment: TableUpdate) -> TableUpdate:
        seen = moment.shown.seen
        return replace(moment, shown=replace(moment.shown, seen=replace(seen, own=(seen.own or 0) << 1)))

    return everywhere(log, change)


def foreign_card(log: Log) -> Log:
    """Return a log in which a player plays a card that was dealt to another."""
    score = log[-1]
    assert isinstance(score, TableUpdate) and score.opened is not None
    foreign = score.opened.moments[0].holding[2].bit_length() - 1

    def change(moment: TableUpdate) -> TableUpdate:
        trick = moment.shown.public.trick
        if not trick or trick[0].seat == 2:
            return moment
        public = replace(moment.shown.public, trick=(replace(trick[0], card=foreign), *trick[1:]))
        return replace(moment, shown=replace(moment.shown, public=public))

    return everywhere(log, change)


def other_winner(log: Log) -> Log:
    """Return a log in which the first trick goes to another."""

    def change(moment: TableUpdate) -> TableUpdate:
        winners = moment.shown.public.winners
        if not winners:
            return moment
        public = replace(moment.shown.public, winners=((winners[0] + 1) % 4, *winners[1:]))
        return replace(moment, shown=replace(moment.shown, public=public))

    return everywhere(log, change)


def other_bids(log: Log) -> Log:
    """Return a log in which the hand is scored with another bid."""
    score = log[-1]
    assert isinstance(score, TableUpdate)
    found = []
    for finding in score.findings:
        if isinstance(finding, HandScore):
            first, *rest = finding.bids
            assert first is not None
            finding = replace(finding, bids=(first + 1, *rest))
        found.append(finding)
    return with_score(log, findings=tuple(found))


def changed_answer(log: Log, kind: type[Bid | Play]) -> Log:
    """Return a log in which the guest's first bid or card was another than the table shows."""
    place = next(n for n, one in enumerate(log) if isinstance(one, Decide) and isinstance(one.event, kind))
    sent = log[place]
    assert isinstance(sent, Decide)
    if isinstance(sent.event, Bid):
        other: Bid | Play = replace(sent.event, bid=sent.event.bid + 1)
    else:
        assert isinstance(sent.event, Play)
        other = replace(sent.event, card=(sent.event.card + 1) % 52)
    return [*log[:place], Decide(other), *log[place + 1 :]]


def second_seal(log: Log) -> Log:
    """Return a log in which the table shows another seal as soon as it knows the cut."""
    place = next(n for n, one in enumerate(log) if isinstance(one, CutMessage))
    first = log[place - 1]
    assert isinstance(first, TableUpdate) and isinstance(first.next, CutOffered)
    other = replace(first, what="cut", next=replace(first.next, commitment="11" * 32))
    return [*log[: place + 1], other, *log[place + 1 :]]


def old_version(log: Log) -> Log:
    """Return a log with a proof of version 1, in which a cut chooses among only a few deals."""
    score = log[-1]
    assert isinstance(score, TableUpdate) and score.shown.proof is not None
    secret = bytes.fromhex(score.shown.proof.secret)
    seal = fair.commitment(secret, 1)
    rules = score.shown.public.rules
    cards = cards_dealt(rules, 0, secret, 7, version=1).hands

    def change(moment: TableUpdate) -> TableUpdate:
        shown = moment.shown
        if moment.what == "deal":
            shown = replace(shown, seen=replace(shown.seen, own=cards[CUTTER]))
        step = moment.next
        return replace(
            moment, shown=shown, next=replace(step, commitment=seal) if isinstance(step, CutOffered) else step
        )

    log = with_proof(everywhere(log, change, 0), version=1, commitment=seal)
    return with_dealt(log, lambda dealt: replace(dealt, holding=cards))


LIES: dict[str, Callable[[Log], Log]] = {
    "secret": lambda log: with_proof(log, secret="00" * 32),
    "no secret": lambda log: with_proof(log, secret="not hexadecimal"),
    "commitment": lambda log: with_proof(log, commitment="00" * 32),
    "version": old_version,
    "unknown version": lambda log: with_proof(log, version=7),
    "depth": lambda log: with_proof(log, depth=8),
    "endless depth": lambda log: with_proof(log, depth=10**12),
    "word": lambda log: with_proof(log, word="else"),
    "cutter": lambda log: with_proof(log, cut_seat=2),
    "no cutter": lambda log: with_proof(log, cut_seat=None),
    "declined": lambda log: with_proof(log, cut_seat=None, depth=0),
    "no proof": lambda log: with_score(log, shown=replace(_score(log).shown, proof=None)),
    "no hand": lambda log: with_score(log, opened=None),
    "hand number": lambda log: with_hand(log, number=2),
    "dealer": lambda log: with_hand(log, dealer=1),
    "no cards": lambda log: with_hand(log, moments=()),
    "cards": lambda log: with_dealt(log, lambda dealt: replace(dealt, holding=dealt.holding[::-1])),
    "deck": lambda log: everywhere(log, other_pack, len(log) - 1),
    "rules": lambda log: everywhere(log, other_pack, len(log) // 2),
    "names": lambda log: everywhere(log, other_names, len(log) // 2),
    "next dealer": lambda log: everywhere(log, other_dealer),
    "seat": lambda log: everywhere(log, other_seat, len(log) // 2),
    "own cards": other_cards,
    "somebody's card": foreign_card,
    "trick": other_winner,
    "scored bid": other_bids,
    "own bid": lambda log: changed_answer(log, Bid),
    "own card": lambda log: changed_answer(log, Play),
    "seal": second_seal,
}


def _score(log: Log) -> TableUpdate:
    score = log[-1]
    assert isinstance(score, TableUpdate)
    return score


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("part", LIES)
def test_a_lie_about_any_part_is_noticed(part: str, game: list[CheckedGuest]) -> None:
    log = first_hand(game[CUTTER])
    assert [sentence for sentence in told(log, CUTTER) if "checked" not in sentence] == []
    assert [sentence for sentence in told(LIES[part](log), CUTTER) if "checked" not in sentence]


@pytest.mark.parametrize("part", ["depth", "word", "cutter", "no cutter", "endless depth", "deck", "secret"])
def test_a_lie_about_the_proof_is_noticed_by_others(part: str, game: list[CheckedGuest]) -> None:
    """Without new cards that fit it, a lie about somebody else's cut is noticed too."""
    said = told(LIES[part](first_hand(game[OTHER])), OTHER)
    assert [sentence for sentence in said if "checked" not in sentence]


@pytest.mark.parametrize("seat", [OTHER, CUTTER])
def test_the_proof_of_another_game_or_hand_is_noticed(
    seat: int, game: list[CheckedGuest], other_game: list[CheckedGuest]
) -> None:
    log = first_hand(game[seat])
    foreign = first_hand(other_game[seat])[-1]
    later = [one for one in game[seat].log if isinstance(one, TableUpdate) and one.what == "score"][1]
    for score in (foreign, later):
        said = told([*log[:-1], score], seat)
        assert [sentence for sentence in said if "checked" not in sentence]


def test_an_earlier_score_that_changes_is_noticed(game: list[CheckedGuest]) -> None:
    log = game[OTHER].log
    scored = score_of(log)

    def change(moment: TableUpdate) -> TableUpdate:
        first, *rest = moment.shown.scores
        totals = tuple(total + 100 for total in first.totals)
        return replace(moment, shown=replace(moment.shown, scores=(replace(first, totals=totals), *rest)))

    assert any("score" in sentence for sentence in told(everywhere(log, change, scored + 2), OTHER))


# ---- a program that is started again


def rejoined(log: Log, at: int) -> Log:
    """Return what a program hears that is started again before this message."""
    later = log[at:]
    again = next(one for one in later if isinstance(one, TableUpdate))
    return later[later.index(again) :]


def test_a_cut_is_remembered_by_a_program_that_is_started_again(game: list[CheckedGuest], tmp_path: Path) -> None:
    """With `join`, the file has what was sent: before the deal, and in the middle of the hand."""
    log = first_hand(game[CUTTER])
    cut = next(n for n, one in enumerate(log) if isinstance(one, CutMessage))
    for at in (cut + 1, len(log) // 2):
        for later, words in ((log, "fits the seal and your cut"), (with_proof(log, word="else"), "isn't yours")):
            file = MemoryFile("host:2222 K7QF2M9D", tmp_path / f"{at}-{len(words)}.json")
            assert told(log[:at], CUTTER, file) == []
            assert words in told(rejoined(later, at), CUTTER, file)[-1]


def test_a_cut_that_was_lost_with_the_connection_is_said_to_be(game: list[CheckedGuest], tmp_path: Path) -> None:
    log = first_hand(game[CUTTER])
    cut = next(n for n, one in enumerate(log) if isinstance(one, CutMessage))
    file = MemoryFile("host:2222 K7QF2M9D", tmp_path / "deals.json")
    told(log[: cut + 1], CUTTER, file)
    declined = with_proof(log, cut_seat=None, depth=0)
    assert "may have been lost" in told(rejoined(declined, cut + 1), CUTTER, file)[-1]


def test_a_program_without_memory_says_what_it_cannot_know(game: list[CheckedGuest], tmp_path: Path) -> None:
    """It repeats the cut that the table ascribes to its player, who may still know theirs."""
    log = first_hand(game[CUTTER])
    for file in (None, MemoryFile("another:2222 K7QF2M9D", tmp_path / "deals.json")):
        said = told(rejoined(log, len(log) // 2), CUTTER, file)[-1]
        assert "can't be checked" in said and "you cut 7 deep" in said


@pytest.mark.parametrize("content", ["", "[]", "{", '{"host:2222 K7QF2M9D": 3}', "\x00" * 9])
def test_a_damaged_memory_is_no_memory(content: str, game: list[CheckedGuest], tmp_path: Path) -> None:
    file = tmp_path / "deals.json"
    file.write_text(content)
    memory = MemoryFile("host:2222 K7QF2M9D", file)
    assert memory.load() is None
    assert "your cut" in told(first_hand(game[CUTTER]), CUTTER, memory)[-1]


def test_memories_are_bounded(game: list[CheckedGuest], tmp_path: Path) -> None:
    log = first_hand(game[CUTTER])[:3]
    for number in range(60):
        told(log, CUTTER, MemoryFile(f"host:{number} K7QF2M9D", tmp_path / "deals.json"))
    assert MemoryFile("host:0 K7QF2M9D", tmp_path / "deals.json").load() is None
    assert MemoryFile("host:59 K7QF2M9D", tmp_path / "deals.json").load() is not None
