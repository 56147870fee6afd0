"""Announcements of the rules appear on the screen when they apply."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import bots, cards
from spades_tui.cards import FACE_SUIT, SPADES
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Challenge, Discard, Play, SeatEvent
from spades_tui.game.events.event import AsideEvent
from spades_tui.game.reneges import found_renege
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import Turn
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import notes
from spades_tui.presentation.wording import Wording
from spades_tui.record.event_words import MEANING, LogEntry
from spades_tui.rules.catalogue import find
from spades_tui.rules.rules_page import meaning
from spades_tui.seats import Observation
from spades_tui.tui.table.table_words import news, public_log
from spades_tui.tui.widgets.bid_board import whole_notes
from spades_tui.tui.widgets.card_faces import CardStyle
from tests.driver import driving
from tests.game.tables import of_custom
from tests.quick_cases import slow_but
from tests.scenes import NAMES, Choose, Until, advance, at, mine, policy, setup
from tests.screens.looking import TableApp


def play_on(table: Table, until: Until, choose: Choose = policy) -> Table:
    """Play all seats until `until` accepts the view of seat 0. Raises AssertionError if it never does."""
    return advance(table, until, choose=choose, cut=7)


def bidding(*bids: int) -> Choose:
    """Return a policy that bids as close to these numbers as possible, by seat, and is simple otherwise."""

    def choose(seen: Observation) -> SeatEvent:
        events = [event for event in seen.legal if isinstance(event, Bid) and not event.blind]
        if seen.phase == "bid" and events:
            return min(events, key=lambda event: abs(event.bid - bids[seen.seat or 0]))
        return policy(seen)

    return choose


def my_lead(seen: Observation) -> bool:
    """Accept the moment when seat 0 leads to the first trick."""
    return seen.phase == "play" and seen.on_turn == 0 and not seen.tricks and not seen.trick


def reneging(seen: Observation) -> SeatEvent:
    """Let seat 1 renege where it can, and the others follow suit."""
    plays = [event for event in seen.legal if isinstance(event, Play)]
    wrong = [event for event in plays if not seen.follows >> event.card & 1]
    if seen.seat == 1 and wrong:
        return wrong[0]
    return policy(seen) if not wrong else next(event for event in plays if seen.follows >> event.card & 1)


async def shown(table: Table, place: str = "play") -> str:
    """Return the text of the screen of this name for a person who sits down at this table."""
    async with driving(TableApp(table)) as seat:
        await seat.until(place, most=30)
        return " ".join(seat.text.split())


@pytest.mark.rule("3B-10")
async def test_gaccing_is_announced() -> None:
    def choose(seen: Observation) -> SeatEvent:
        if seen.phase == "play" and not seen.trick and seen.seat is not None:
            spades = [f for f in seen.legal if isinstance(f, Play) and FACE_SUIT[f.card] == SPADES]
            made = seen.winners and seen.winners[-1] == seen.seat and seen.took[seen.seat] == seen.bids[seen.seat]
            if made and spades:
                return spades[0]
        return bidding(1, 1, 1, 1)(seen)

    def reached(seen: Observation) -> bool:
        return seen.phase == "play" and any(of_custom(seen, "gaccs")[1:]) and seen.on_turn == 0 and bool(seen.trick)

    table = play_on(Table.create(setup("3b-four", seed="gacc 1")), reached, choose)
    seat = next(seat for seat, count in enumerate(of_custom(table.observe(None), "gaccs")) if count)
    text = await shown(table)
    assert f"{table.names[seat]} is gaccing" in text
    assert meaning("gacc") in text


@pytest.mark.rule("C-11", "JK-14", "BM-13")
@pytest.mark.parametrize(
    ("slug", "right", "words"),
    [
        ("jokers", True, "Right: Bea reneged. 3 tricks go from Bea & Dot to {ours} after the hand."),
        ("jokers", False, "Wrong: Bea did not renege. 3 tricks go from {ours} to Bea & Dot."),
        ("bemo", True, "Right: Bea reneged. {accuser} may take up to 3 tricks from Bea at the end of a hand."),
        ("bemo", False, "Wrong: the tricks so far show no renege by Bea. It costs nothing."),
    ],
)
@pytest.mark.parametrize("people", slow_but([1], [1, 2]))
async def test_the_log_says_how_a_challenge_ended(slug: str, right: bool, words: str, people: int) -> None:
    """With one person at the table, the text says "you"."""
    ours, accuser = ("you & Cy", "You") if people == 1 else ("Ann & Cy", "Ann")
    words = words.format(ours=ours, accuser=accuser)

    def reneged(seen: Observation) -> bool:
        """Return whether Ann is on turn and may challenge Bea with this outcome."""
        if seen.phase != "play" or seen.on_turn != 0 or Challenge(0, 1) not in seen.aside:
            return False
        return (found_renege(table.rules, table.course.state.current, 1) is not None) == right

    table = Table.create(setup(slug, people, dealer=1, seed="challenge", enforcement="challenge"))
    play_on(table, reneged, reneging if right else policy)
    async with driving(TableApp(table, pace="leisurely")) as seat:
        if people > 1:
            await seat.rest(0.3)
            await seat.press("space")
        await seat.press("x", "up")
        await seat.choose("Bea", "right")
        await seat.press("enter")
        assert seat.place == "log", "the log shows the evidence for right and wrong challenges"
        assert seat.sees("Trick 1: ")
        await seat.press("escape")
        assert words in [line.strip() for line in seat.lines]
        assert seat.sees("Your turn: ")
        await seat.press("right")
        assert words in [line.strip() for line in seat.lines]


@pytest.mark.rule("3B-8")
async def test_the_table_says_what_a_low_ball_needs() -> None:
    """A zero and every missing bid count as at least one."""
    look = Wording(("Ann", "Bea", "Cy", "Dot"))

    def told(*bids: int | None) -> str:
        seen = Table.create(setup("3b-four", dealer=3)).observe(0)
        seen = replace(seen, order=(0, 1, 2, 3), bids=bids, contracts=bids)
        return " ".join(notes(seen, look))

    low, zeros = "Under twelve is a low-ball", "Under twelve (zeros count one) is a low-ball"
    assert f"{low}." in told(None, None, None, None)
    assert f"{low}; three still to bid." in told(3, None, None, None)
    assert f"{zeros}; three still to bid." in told(0, None, None, None)
    assert "3 of 13 tricks bid. " in told(3, 0, None, None)
    assert f"{zeros}; two still to bid." in told(3, 0, None, None)
    assert f"{zeros}; one still to bid." in told(5, 0, 4, None)
    assert "too high for a low-ball, which is under twelve." in told(5, 0, 5, None)


def test_a_note_above_the_bids_is_shown_whole_or_not_at_all() -> None:
    long = "This note is longer than a line of forty cells, so it takes two of them."
    assert " ".join(whole_notes([long], 40)) == long
    assert whole_notes(["First.", long, "Last."], 40) == ["First.  Last."], "two rows have no room for all"


def test_only_the_first_announcement_of_a_word_comes_with_its_meaning() -> None:
    table = Table.create(setup("3b-four"))
    shown_now, look = table.shown(None), CardStyle(table.names)
    first, again = LogEntry("Bea is gaccing", "announce", 1), LogEntry("Bea is gaccing", "announce", 1)
    explained = (first, LogEntry(meaning("gacc"), MEANING))
    ways = news(replace(shown_now, entries=explained), look)
    assert ways == (f"Bea is gaccing. {meaning('gacc')}", meaning("gacc"), "Bea is gaccing.")
    assert news(replace(shown_now, entries=(*explained, again)), look) == ("Bea is gaccing.",)


def test_every_word_of_3b_has_a_meaning_for_a_line_of_80_columns() -> None:
    table = Table.create(setup("3b-four"))
    words = {event.glossary_word for event in AsideEvent.__subclasses__()}
    for custom in table.rules.customs:
        none = dict.fromkeys(custom.hand_keys, ())
        words |= {custom.announced_word, *custom.sheet_words(none, table.observe(None).standing)}
    assert words >= {"dump", "bonehead", "ZB", "gacc", "low-ball", "desperation zero", "tray"}
    for word in filter(None, words):
        assert 0 < len(meaning(word)) <= 66, word  # behind a key and its label


@pytest.mark.rule("3B-22", "3B-29")
async def test_a_key_of_3b_is_explained_in_the_trick_in_which_it_first_matters() -> None:
    table = play_on(Table.create(setup("3b-three", dealer=2, seed="low")), my_lead, bidding(2, 8, 6))
    async with driving(TableApp(table)) as seat:
        assert seat.sees(f"d dump. {meaning('dump')}")
        while not table.observe(0).tricks:
            await seat.press("enter")
        assert not seat.sees(meaning("dump"))
        while len(table.observe(0).tricks) < 2:
            if seat.sees(f"o bonehead. {meaning('bonehead')}"):
                break
            await seat.press("enter")
        else:
            raise AssertionError("the second key isn't explained")
    async with driving(TableApp(at("classic", mine("play", 0)))) as seat:
        assert not seat.sees("dump")


@pytest.mark.rule("NL-3")
def test_each_player_with_only_spades_is_named_once_in_a_hand() -> None:
    named, repeated = 0, 0
    for number in (3, 10):  # games in which somebody has only spades left
        table = Table.create(setup("classic", seed=f"only {number}"))

        def choose(seen: Observation, table: Table = table) -> SeatEvent:
            nonlocal named, repeated
            said = [entry.text for entry in table.entries if "has only spades left" in entry.text]
            named, repeated = named + len(said), repeated + len(said) - len(set(said))
            return bots.choose("club", seen, Stream(b"forced"))

        advance(table, None, choose=choose)
    assert named and not repeated


KITTY = Path(__file__).parents[2] / "docs" / "examples" / "kitty.toml"


@pytest.mark.rule("3B-6", "3B-7", "HR-9")
@pytest.mark.parametrize("game", ["3b-four", str(KITTY)])
def test_your_log_names_the_cards_you_throw_back_and_nobody_elses_log_does(game: str) -> None:
    variant = find(game)
    seats = tuple(SeatSetup(name, "human") for name in NAMES[: variant.seats])
    table = Table.create(TableSetup(variant, {}, seats, 0, "log"), None)
    look = CardStyle(table.names, people=table.people)
    table.deal(None)
    thrown: list[Discard] = []
    while not table.observe(None).trick:
        turn = table.next()
        assert isinstance(turn, Turn)
        event = policy(table.observe(turn.seat))
        table.do(event)
        if isinstance(event, Discard):
            thrown.append(event)
            for viewer in (*range(variant.seats), None):
                own = [one.card for one in thrown if one.seat == viewer]
                log = "\n".join(line for line in public_log(table.shown(viewer), look) if "back" in line)
                named = {card for card in range(54) if cards.in_sentence(card) in log}
                assert named == set(own)
                assert log.count(" a card back") == len(thrown) - len(own)
    assert thrown
