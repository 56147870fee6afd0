"""Named computer players say a few words about once in each hand, and never hint at a card."""

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from spades_tui.fair import Stream
from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.hosting.messages import FromTable, decode, encode
from spades_tui.play.cast import MOODS, PICTURE_CELLS, cast
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, Turn
from spades_tui.play.table import Table
from spades_tui.presentation.moments import Moment, MomentKind, moments
from spades_tui.presentation.player_talk import TALK, PlayersTalk, mood_of
from spades_tui.record.event_words import LogEntry
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings
from spades_tui.system.ascii_letters import TABLE
from spades_tui.tui.table.table_words import moment_said, news, public_log
from spades_tui.tui.widgets.card_faces import CardStyle

NAMES = ("Bea", "Cy", "Dot", "Eve")
CLASSIC = ruleset(shipped()["classic"])
OF_CARDS = re.compile(
    r"\b(cards?|hands?|aces?|kings?|queens?|jacks?|jokers?|spades?|hearts?|diamonds?|clubs?|trumps?|suits?|voids?"
    r"|leads?|long|short|high|low|hold|holding|bids?|nils?|zeros?|tricks?|bags?|\d+)\b",
    re.IGNORECASE,
)


def table_of(*names: str, seed: str = "talk") -> Table:
    """Return a table of named computer players who play as beginners do, so that it's fast."""
    seats = tuple(SeatSetup(name, "bot", "club") for name in names)
    table = Table.create(TableSetup(shipped()["classic"], {"target": 200}, seats, 0, seed))
    table.players = names
    table._levels = ("beginner",) * len(names)
    return table


def play(table: Table, told: Callable[[Table], object] = lambda table: None) -> list[LogEntry]:
    """Play a game to its end, and return what the players said; `told` is called after each step."""
    heard: list[LogEntry] = []
    while not isinstance(due := table.next(), GameEnded):
        before = [entry for entry in table.entries if entry.kind == TALK]
        if isinstance(due, CutOffered):
            table.deal()
            before = []
        elif isinstance(due, Turn):
            table.do(table.choose())
        else:
            table.score()
        heard += [entry for entry in table.entries if entry.kind == TALK][len(before) :]
        told(table)
    return heard


def test_every_line_has_four_or_five_words_and_none_is_about_cards() -> None:
    lines = [line for player in cast() for mood in MOODS for line in player.lines[mood]]
    assert len(set(lines)) == len(lines) == 24 * len(cast())
    for line in lines:
        assert 4 <= len(line.split()) <= 5, line
        assert OF_CARDS.search(line) is None, line


def test_every_picture_is_its_own_with_and_without_ascii() -> None:
    pictures = [player.picture for player in cast()]
    in_ascii = [picture.translate(TABLE).translate({ord("ò"): "o", ord("ó"): "o"}) for picture in pictures]
    assert len(set(pictures)) == len(set(in_ascii)) == len(cast())
    assert {*map(len, pictures), *map(len, in_ascii)} == {PICTURE_CELLS}
    assert all(picture.isascii() for picture in in_ascii)


@pytest.mark.parametrize(
    ("kind", "mine", "others"),
    [
        (MomentKind.BID_MADE, "glad", None),
        (MomentKind.NIL_MADE, "glad", None),
        (MomentKind.GAME_WON, "glad", None),
        (MomentKind.COMEBACK, "glad", None),
        (MomentKind.STREAK, "glad", None),
        (MomentKind.SET, "sorry", "tease"),
        (MomentKind.NIL_BROKEN, "sorry", "tease"),
        (MomentKind.BAG_PENALTY, "sorry", "tease"),
        (MomentKind.GAME_LOST, "sorry", "tease"),
        (MomentKind.SPADES_BROKEN, "calm", "calm"),
        (MomentKind.LAST_BEAN, "calm", "calm"),
    ],
)
def test_the_mood_depends_on_whose_moment_it_is(kind: MomentKind, mine: str, others: str | None) -> None:
    moment = Moment(kind, (0,))
    assert [mood_of(moment, CLASSIC, seat) for seat in range(4)] == [mine, others, mine, others]


@pytest.mark.parametrize("slug", ["classic", "3b-three", "cutthroat-three"])
def test_a_hand_has_about_one_line_and_an_evening_none_twice(slug: str) -> None:
    """Play 30 hands as one evening; the person in the first seat says nothing."""
    said, per_hand, heard = set[str](), dict[tuple[str, int], int](), list[LogEntry]()
    names = NAMES[: shipped()[slug].seats]
    while len(per_hand) < 30:
        seed = f"evening {len(per_hand)}"
        table = Table.create(
            TableSetup(shipped()[slug], {}, tuple(SeatSetup(name, "bot", "club") for name in names), 0, seed)
        )
        table.players = ("", *names[1:])
        table.talk = PlayersTalk(table.players, said).after

        def count(table: Table, seed: str = seed) -> None:
            hands = table.observe(None).standing.hands
            if isinstance(table.next(), CutOffered | GameEnded) and hands:
                per_hand[seed, hands] = sum(entry.kind == TALK for entry in table.entries)

        heard += play(table, count)
    texts = [entry.text for entry in heard]
    assert len(texts) == len(set(texts)) == sum(per_hand.values())
    assert max(per_hand.values()) <= 2
    assert 0.75 <= len(texts) / len(per_hand) <= 1.25
    assert {entry.seat for entry in heard} == {*range(1, len(names))}


def test_a_hand_spends_its_lines_on_real_moments() -> None:
    broken, nil = Moment(MomentKind.SPADES_BROKEN, (0,)), Moment(MomentKind.NIL_BROKEN, (0,), 3)
    evenings = [Stream(f"evening {number}".encode()) for number in range(200)]
    assert 30 <= sum(PlayersTalk(NAMES, set()).about(broken, CLASSIC, stream) is not None for stream in evenings) <= 70
    talk = PlayersTalk(NAMES, set())
    said = [talk.about(nil, CLASSIC, stream) for stream in evenings[:3]]
    assert [entry is not None for entry in said] == [True, True, False]
    assert talk.about(replace(nil, strength=2), CLASSIC, evenings[0]) is None


def test_only_named_players_talk() -> None:
    for players in ((), ("", "", "", ""), ("Zoe", "", "", "")):
        talk, moment = PlayersTalk(players, set()), Moment(MomentKind.SPADES_BROKEN, (0,))
        assert not any(talk.about(moment, CLASSIC, Stream(bytes([number]))) for number in range(50))


def test_players_talk_at_moments_the_same_way_each_time_and_never_twice() -> None:
    def game() -> list[LogEntry]:
        table, said = table_of(*NAMES), set[str]()
        table.talk = PlayersTalk(table.players, said).after
        return play(table)

    heard = game()
    assert heard == game()
    texts = [entry.text for entry in heard]
    assert 3 <= len(texts) == len(set(texts))
    for entry in heard:
        assert entry.seat is not None
        assert entry.text.startswith(f"{NAMES[entry.seat]}: “")


def test_what_players_say_depends_only_on_what_everybody_sees() -> None:
    table = table_of(*NAMES)
    talk, calls = PlayersTalk(table.players, set()), list[bool]()

    def after(before: Observation, now: Observation, scores: object) -> tuple[LogEntry, ...]:
        assert before.seat is None and now.seat is None and before.own is None and now.own is None
        happened = moments(before, now, scores)  # type: ignore[arg-type]
        entries = talk.after(before, now, scores)  # type: ignore[arg-type]
        calls.append(bool(happened))
        assert happened or not entries
        return entries

    table.talk = after
    play(table)
    assert any(calls)


def test_guests_and_watchers_of_a_hosted_table_read_the_same_lines() -> None:
    table = table_of(*NAMES)
    hosted = HostedTable(table)

    def same(table: Table) -> None:
        lines = {tuple(e for e in table.shown(seat).entries if e.kind == TALK) for seat in (None, 0, 1, 2, 3)}
        assert len(lines) == 1

    assert play(table, same)
    moment = hosted._moment(None)
    received = decode(encode(moment), FromTable)
    assert received.shown.players == NAMES
    assert received.shown.entries == moment.shown.entries


def test_a_line_comes_after_the_moment_on_screen_unless_a_setting_turns_it_off() -> None:
    table = table_of(*NAMES)
    table.talk = PlayersTalk(table.players, set()).after
    seen: list[tuple[str, ...]] = []

    def look(table: Table) -> None:
        talk = [entry.text for entry in table.entries if entry.kind == TALK]
        if not talk or seen:
            return
        shown = table.shown(None)
        moment = (Moment(MomentKind.SPADES_BROKEN, (0,)),)
        for on in (True, False):
            style = replace(CardStyle.liked(Settings(talk=on), NAMES, (), table.rules), players=table.players)
            line = moment_said(moment, shown, style, talk[-1])
            assert line is not None
            assert line.words[-1] == "Spades are broken."
            assert (line.words[0] == f"Spades are broken. {talk[-1]}") == on
            assert (talk[-1] in public_log(shown, style)) == on
            assert not any(talk[-1] in words for words in news(shown, style))
        seen.append(tuple(talk))

    play(table, look)
    assert seen
