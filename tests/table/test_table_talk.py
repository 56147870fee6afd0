"""Named computer players say a few words about once in each hand, and never hint at a card."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.fair import Stream
from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.hosting.messages import FromTable, decode, encode
from spades_tui.play.cast import MOODS, PICTURE_CELLS, Mood, Player, cast, player
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, Turn
from spades_tui.play.table import Table
from spades_tui.presentation.hand_words import needs
from spades_tui.presentation.moments import Moment, MomentKind, moments
from spades_tui.presentation.player_talk import TALK, PlayersTalk, is_dared, mood_of
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


def table_of(*names: str, seed: str = "talk", slug: str = "classic") -> Table:
    """Return a table of named computer players who play as beginners do, so that it's fast."""
    seats = tuple(SeatSetup(name, "bot", "club") for name in names)
    options: dict[str, object] = {"target": 200} if slug == "classic" else {}
    table = Table.create(TableSetup(shipped()[slug], options, seats, 0, seed))
    table.players = names
    table._levels = ("beginner",) * len(names)
    return table


def player_named(name: str) -> Player:
    found = player(name)
    assert found is not None
    return found


def play(table: Table, told: Callable[[Table], object] = lambda table: None) -> list[LogEntry]:
    """Play a game to its end, and return what the players said; `told` is called after each step."""
    heard: list[LogEntry] = []
    while not isinstance(due := table.next(), GameEnded):
        before = [entry for entry in table.entries if entry.kind == TALK]
        if isinstance(due, CutOffered):
            before = []
        _step(table)
        heard += [entry for entry in table.entries if entry.kind == TALK][len(before) :]
        told(table)
    return heard


def _step(table: Table) -> None:
    """Deal, let the player on turn act, or score."""
    match table.next():
        case CutOffered():
            table.deal()
        case Turn():
            table.do(table.choose())
        case _:
            table.score()


def test_every_line_has_four_or_five_words_and_none_is_about_cards() -> None:
    lines = [(mood, line) for player in cast() for mood in MOODS for line in player.lines.get(mood, ())]
    assert len({line for _, line in lines}) == len(lines)
    for mood, line in lines:
        least = 3 if mood in ("praise", "comfort", "retort") else 4
        assert least <= len(line.split()) <= 5, line
        assert OF_CARDS.search(line) is None, line


def test_every_player_has_lines_for_each_mood_and_only_bold_ones_are_proud() -> None:
    for one in cast():
        moods = set(MOODS) if one.style == "bold" else set(MOODS) - {"proud"}
        assert set(one.lines) == moods
        assert all(len(one.lines[mood]) >= (6 if mood in MOODS[:4] else 2) for mood in moods)


def test_every_picture_is_its_own_with_and_without_ascii() -> None:
    pictures = [player.picture for player in cast()]
    in_ascii = [picture.translate(TABLE).translate({ord("ò"): "o", ord("ó"): "o"}) for picture in pictures]
    assert len(set(pictures)) == len(set(in_ascii)) == len(cast())
    assert {*map(len, pictures), *map(len, in_ascii)} == {PICTURE_CELLS}
    assert all(picture.isascii() for picture in in_ascii)


@pytest.mark.parametrize(
    ("kind", "mine", "others"),
    [
        (MomentKind.BIG_BID, None, "awe"),
        (MomentKind.BLIND_BID, None, "blind"),
        (MomentKind.BID_MADE, "glad", None),
        (MomentKind.GAME_WON, "glad", None),
        (MomentKind.COMEBACK, "glad", None),
        (MomentKind.STREAK, "glad", None),
        (MomentKind.SET, "sorry", "tease"),
        (MomentKind.BAG_PENALTY, "sorry", "tease"),
        (MomentKind.GAME_LOST, "sorry", "tease"),
        (MomentKind.SPADES_BROKEN, None, None),
        (MomentKind.LAST_BEAN, "calm", "calm"),
    ],
)
def test_the_mood_depends_on_whose_moment_it_is(kind: MomentKind, mine: str | None, others: str | None) -> None:
    moment = Moment(kind, (0, 2))
    assert [mood_of(moment, CLASSIC, seat) for seat in range(4)] == [mine, others, mine, others]


def test_a_partner_of_a_nil_praises_or_comforts() -> None:
    made, broken = Moment(MomentKind.NIL_MADE, (0,)), Moment(MomentKind.NIL_BROKEN, (0,))
    assert [mood_of(made, CLASSIC, seat) for seat in range(4)] == ["glad", None, "praise", None]
    assert [mood_of(broken, CLASSIC, seat) for seat in range(4)] == ["sorry", "tease", "comfort", "tease"]


@pytest.mark.parametrize("kind", [MomentKind.BID_MADE, MomentKind.SET])
def test_only_a_big_bid_is_spoken_of_as_one(kind: MomentKind) -> None:
    small, big = Moment(kind, (0, 2), bid=4), Moment(kind, (0, 2), bid=10, big=True)
    assert mood_of(big, CLASSIC, 1) == "awe" != mood_of(small, CLASSIC, 1)
    for moment in (small, big):
        talk = PlayersTalk(("", "Bea", "", ""), set())
        entry = talk.about(replace(moment, strength=3), CLASSIC, Stream(b"any"))
        brave = entry is not None and entry.first.strip("“”") in player_named("Bea").lines["awe"]
        assert brave == moment.big


def bid_to(slug: str, *bids: int) -> list[Observation]:
    """Return what everybody sees after each bid of a hand, the deal first."""
    rules, table = ruleset(shipped()[slug]), table_of(*NAMES, slug=slug)
    table.deal()
    seen = table.observe(None)
    steps, so_far = [seen], [*seen.bids]
    for seat, bid in zip(seen.order, bids, strict=False):
        so_far[seat] = bid
        steps.append(replace(seen, bids=tuple(so_far), rules=rules))
    return steps


@pytest.mark.parametrize(
    ("name", "bid", "speaks"),
    [("Bea", 4, True), ("Bea", 3, False), ("Dot", 3, True), ("Dot", 5, False), ("Eve", 1, True), ("Eve", 0, True),
     ("Joe", 3, False), ("Fay", 3, True), ("Fay", 0, False), ("Cy", 3, True), ("Cy", 0, False)],
)
def test_a_player_says_how_it_likes_to_bid_once_and_with_a_bid_that_looks_like_it(
    name: str, bid: int, speaks: bool
) -> None:
    before, after = bid_to("classic", bid)
    seat = before.order[0]
    talk = PlayersTalk(tuple(name if place == seat else "" for place in range(4)), set())
    entries = talk.after(before, after, ())
    assert len(entries) == speaks
    for entry in entries:
        assert entry.seat == seat and entry.first.strip("“”") in player_named(name).lines["bid"]
        assert talk.after(before, after, ()) == ()


def test_a_continued_game_does_not_hear_again_how_a_player_likes_to_bid() -> None:
    before, after = (replace(seen, hand_number=5) for seen in bid_to("classic", 4))
    assert PlayersTalk(("Bea",) * 4, set()).after(before, after, ()) == ()


def test_one_player_in_a_hand_says_how_it_likes_to_bid() -> None:
    steps = bid_to("classic", 3, 3, 3, 3)
    talk = PlayersTalk(("Cy", "May", "Dot", "Hal"), set())
    said = [entry for pair in pairwise(steps) for entry in talk.after(*pair, ())]
    assert [entry.seat for entry in said] == [steps[0].order[0]]


def test_a_big_bid_is_answered_by_a_bold_bidder_only() -> None:
    for name in ("Gus", "Cy"):
        before, big, following = bid_to("cutthroat", 8, 2)
        seat = before.order[0]
        talk = PlayersTalk(tuple(name if place == seat else "Dot" for place in range(4)), set())
        (awe,) = talk.after(before, big, ())
        assert awe.seat != seat and awe.first.strip("“”") in player_named("Dot").lines["awe"]
        answers = [entry.seat for entry in talk.after(big, following, ())]
        assert (seat in answers) == (name == "Gus")


@pytest.mark.parametrize("slug", ["whiz", "mirrors"])
def test_nobody_speaks_of_a_bid_that_the_cards_dictate_as_if_it_were_chosen(slug: str) -> None:
    steps = bid_to(slug, 8, 3, 3, 3)
    talk = PlayersTalk(("Gus", "Kit", "Cy", "May"), set())
    assert [entry for pair in pairwise(steps) for entry in talk.after(*pair, ())] == []
    entry = talk.about(Moment(MomentKind.SET, (0, 2), 3, bid=11, big=True), steps[0].rules, Stream(b"any"))
    assert entry is not None and entry.seat is not None
    mood: Mood = "tease" if entry.seat in (1, 3) else "sorry"
    assert entry.first.strip("“”") in player_named(("Gus", "Kit", "Cy", "May")[entry.seat]).lines[mood]


def test_a_failure_is_answered_now_and_then_by_a_partner_or_by_whom_it_was_about() -> None:
    answers = set[Mood]()
    moment = Moment(MomentKind.SET, (1, 3), 3)
    for number in range(60):
        talk = PlayersTalk(NAMES, set())
        entry = talk.about(moment, CLASSIC, Stream(bytes([number])))
        assert entry is not None and entry.seat is not None
        if talk._unanswered is None:
            continue
        answer = talk._answer(*talk._unanswered, CLASSIC, Stream(bytes([number])))
        assert answer is not None and answer.seat in (1, 3) and answer.seat != entry.seat
        mood: Mood = "comfort" if entry.seat in (1, 3) else "retort"
        assert answer.first.strip("“”") in player_named(NAMES[answer.seat]).lines[mood]
        answers.add(mood)
    assert answers == {"comfort", "retort"}


LAST_SET = Moment(MomentKind.SET, (1, 3), 2, last_trick=True, bid=9)
"""The set of the second and the fourth player in the last trick."""


@pytest.mark.parametrize(
    ("players", "bids", "moment", "dared"),
    [
        (("", "Dot", "", "Gus"), (3, 4, 3, 3), LAST_SET, True),
        (("", "Dot", "", "Cy"), (3, 2, 1, 7), LAST_SET, True),
        (("", "Dot", "", "Cy"), (3, 4, 3, 3), LAST_SET, False),
        (("Bea", "Dot", "Gus", "Cy"), (3, 4, 3, 3), LAST_SET, False),
        (("", "Dot", "", "Gus"), (3, 4, 3, 3), replace(LAST_SET, last_trick=False), False),
    ],
)
def test_a_bold_players_or_a_big_bid_set_in_the_last_trick_is_dared(
    players: tuple[str, ...], bids: tuple[int, ...], moment: Moment, dared: bool
) -> None:
    assert is_dared(moment, replace(bid_to("classic")[0], bids=bids), players) == dared


def test_a_dared_bid_that_fails_always_has_a_word_and_only_who_fell_short_is_sorry() -> None:
    seen = replace(bid_to("classic")[0], bids=(2, 2, 2, 7), took=(2, 3, 2, 6))
    heard = set[tuple[int | None, Mood]]()
    for number in range(40):
        talk = PlayersTalk(("Hal", "Dot", "Cy", "Gus"), set())
        talk._lines = 2  # as many as a hand has
        entry = talk.about(LAST_SET, CLASSIC, Stream(bytes([number])), seen)
        assert entry is not None and entry.seat is not None
        lines = player_named(talk._players[entry.seat]).lines
        heard |= {(entry.seat, mood) for mood in MOODS if entry.first.strip("“”") in lines.get(mood, ())}
    assert heard == {(0, "tease"), (1, "comfort"), (2, "tease"), (3, "sorry")}


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
        table.let_talk(PlayersTalk(table.players, said).after)

        def count(table: Table, seed: str = seed) -> None:
            hands = table.observe(None).standing.hands
            if isinstance(table.next(), CutOffered | GameEnded) and hands:
                per_hand[seed, hands] = sum(entry.kind == TALK for entry in table.entries)

        heard += play(table, count)
    texts = [entry.text for entry in heard]
    assert len(texts) == len(set(texts)) == sum(per_hand.values())
    assert max(per_hand.values()) <= 5
    assert 0.75 <= len(texts) / len(per_hand) <= 1.6
    assert {entry.seat for entry in heard} == {*range(1, len(names))}


def test_a_hand_spends_its_lines_on_real_moments() -> None:
    bean, lost = Moment(MomentKind.LAST_BEAN, (0,)), Moment(MomentKind.SET, (0, 2), 3)
    evenings = [Stream(f"evening {number}".encode()) for number in range(200)]
    assert 30 <= sum(PlayersTalk(NAMES, set()).about(bean, CLASSIC, stream) is not None for stream in evenings) <= 70
    talk = PlayersTalk(NAMES, set())
    said = [talk.about(lost, CLASSIC, stream) for stream in evenings[:3]]
    assert [entry is not None for entry in said] == [True, True, False]
    assert talk.about(replace(lost, strength=2), CLASSIC, evenings[0]) is None
    assert talk.about(replace(lost, points=-200), CLASSIC, evenings[0]) is not None


@pytest.mark.parametrize(
    ("boast", "outcome"),
    [
        (Moment(MomentKind.BIG_BID, (0,), 2, 7, bid=7, big=True), Moment(MomentKind.SET, (0, 2), 2, bid=9)),
        (Moment(MomentKind.BIG_BID, (0, 2), 2, 10, bid=10, big=True), Moment(MomentKind.BID_MADE, (0, 2), bid=10)),
        (None, Moment(MomentKind.NIL_BROKEN, (0,), 2)),
        (None, Moment(MomentKind.NIL_MADE, (0,), 2)),
    ],
)
def test_a_boast_and_a_nil_always_have_the_last_word(boast: Moment | None, outcome: Moment) -> None:
    """However many lines the hand has had; only the first time, and only by those whose boast it was."""
    for number in range(20):
        stream, talk = Stream(bytes([number])), PlayersTalk(NAMES, set())
        if boast is not None:
            talk.about(boast, CLASSIC, stream)
        talk._lines = 9
        entry = talk.about(outcome, CLASSIC, stream)
        assert entry is not None and entry.seat in (boast or outcome).seats
        assert boast is None or talk.about(outcome, CLASSIC, stream) is None


def test_small_talk_comes_in_the_middle_of_silent_hands_where_nothing_is_in_danger() -> None:
    table, chats = table_of("Gus", "Cy", "Fay", "Hal", slug="sandbags"), list[Observation]()
    talk, spoke = PlayersTalk(table.players, set()), set[int]()

    def after(before: Observation, now: Observation, scores: object) -> tuple[LogEntry, ...]:
        entries = talk.after(before, now, scores)  # type: ignore[arg-type]
        bids = before.bids != now.bids
        if entries and not bids and not moments(before, now, scores):  # type: ignore[arg-type]
            assert now.hand_number not in spoke
            chats.append(now)
        if entries:
            spoke.add(now.hand_number)
        return entries

    table.let_talk(after)
    play(table)
    assert chats
    for seen in chats:
        assert seen.rules.tricks // 3 < len(seen.winners) <= seen.rules.tricks * 2 // 3
        assert not any(need.zero or need.needed >= need.left for need in needs(seen))


def test_only_named_players_talk() -> None:
    for players in ((), ("", "", "", ""), ("Zoe", "", "", "")):
        talk, moment = PlayersTalk(players, set()), Moment(MomentKind.LAST_BEAN, (0,))
        assert not any(talk.about(moment, CLASSIC, Stream(bytes([number]))) for number in range(50))


def test_players_talk_at_moments_the_same_way_each_time_and_never_twice() -> None:
    def game() -> list[LogEntry]:
        table, said = table_of(*NAMES), set[str]()
        table.let_talk(PlayersTalk(table.players, said).after)
        return play(table)

    heard = game()
    assert heard == game()
    texts = [entry.text for entry in heard]
    assert 3 <= len(texts) == len(set(texts))
    for entry in heard:
        assert entry.seat is not None
        assert entry.text.startswith(f"{NAMES[entry.seat]}: “")


def test_players_of_a_resumed_hand_know_what_they_have_said_in_it(tmp_path: Path) -> None:
    setup = replace(table_of(*NAMES).setup, seats=tuple(SeatSetup(name, "bot", "club") for name in NAMES))
    table = Table.create(setup, tmp_path)
    table.players = NAMES
    table.let_talk(PlayersTalk(NAMES, set()).after)
    while not (heard := [entry.text for entry in table.entries if entry.kind == TALK]):
        _step(table)
    path = table.path
    assert path is not None
    table.leave()
    resumed, said = Table.resume(path), set[str]()
    resumed.let_talk(PlayersTalk(NAMES, said).after)
    assert [line for line in heard if line.split(": ")[1].strip("“”") not in said] == []
    resumed.leave()


def test_what_players_say_depends_only_on_what_everybody_sees() -> None:
    table = table_of(*NAMES)
    talk, calls = PlayersTalk(table.players, set()), list[bool]()

    def after(before: Observation, now: Observation, scores: object) -> tuple[LogEntry, ...]:
        assert before.seat is None and now.seat is None and before.own is None and now.own is None
        happened = moments(before, now, scores)  # type: ignore[arg-type]
        entries = talk.after(before, now, scores)  # type: ignore[arg-type]
        calls.append(bool(happened))
        return entries

    table.let_talk(after)
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


def test_a_line_is_in_the_log_unless_a_setting_turns_it_off_and_never_among_the_news() -> None:
    table = table_of(*NAMES)
    table.let_talk(PlayersTalk(table.players, set()).after)
    seen: list[tuple[str, ...]] = []

    def look(table: Table) -> None:
        talk = [entry.text for entry in table.entries if entry.kind == TALK]
        if not talk or seen:
            return
        shown = table.shown(None)
        moment = (Moment(MomentKind.SPADES_BROKEN, (0,)),)
        for on in (True, False):
            style = replace(CardStyle.liked(Settings(talk=on), NAMES, (), table.rules), players=table.players)
            line = moment_said(moment, shown, style)
            assert line is not None
            assert line.words == ("✦ Spades are broken.",)
            assert (talk[-1] in public_log(shown, style)) == on
            assert not any(talk[-1] in words for words in news(shown, style))
        seen.append(tuple(talk))

    play(table, look)
    assert seen
