"""What a table says and shows of its game: its end, its known words, its manners and its default seats."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.bots.levels import LEVELS
from spades_tui.game.events import Dump
from spades_tui.game.findings import HandScore
from spades_tui.play.cast import cast, player
from spades_tui.play.known_words import KnownWords
from spades_tui.play.new_table import default_seats, partner_of
from spades_tui.play.setup import SeatSetup
from spades_tui.play.table import Table
from spades_tui.presentation.game_end_words import game_words
from spades_tui.presentation.hand_words import after_hand, bid_habit
from spades_tui.presentation.wording import Wording
from spades_tui.record.event_words import MEANING
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.customs.days import on_track
from spades_tui.rules.ledger import Decided, Note
from spades_tui.rules.rules_page import meaning
from spades_tui.rules.ruleset import ruleset
from tests.driver import driving
from tests.game.tables import Sitting, rules_of
from tests.games import SLUGS
from tests.scenes import SceneApp, Until, advance, at, mine, setup
from tests.sizes import LARGE, SMALL, at_each_size
from tests.table.playing import opened, setup_of, step

LOOK = Wording(("Ann", "Bea", "Cy", "Dot"), people=(0,))
US, THEM = (0, 2), (1, 3)


def hands(*results: tuple[tuple[int, ...], tuple[Note, ...]]) -> list[HandScore]:
    """Return the scores of hands with these points and notes."""
    totals = [0] * len(results[0][0])
    scores = []
    for number, (points, notes) in enumerate(results, 1):
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        scores.append(HandScore(number, (), points, tuple(totals), (None,) * 4, (None,) * 4, notes=notes))
    return scores


GAME = hands(
    ((50, 60), (Note(Decided.MADE, 0, US), Note(Decided.MADE, 1, THEM))),
    ((-70, 130), (Note(Decided.SET, 0, US), Note(Decided.ZERO_MADE, 1, (1,)), Note(Decided.MADE, 1, (3,)))),
    ((140, -10), (Note(Decided.ZERO_MADE, 0, (0,)), Note(Decided.ZERO_FAILED, 1, (3,)))),
    ((40, 60), (Note(Decided.MADE, 0, US), Note(Decided.MADE, 1, THEM))),
)


def test_a_lost_game_names_the_hand_that_cost_most_and_what_went_well() -> None:
    decided, well = game_words(rules_of("classic"), GAME, (1,), (0,), LOOK)
    assert "lost this game in hand 2" in decided and "200" in decided and "you & Cy were set" in decided
    assert "You made a nil" in well


@pytest.mark.parametrize(("quiet", "said"), [(3, "You made a nil."), (4, "You & Cy made all 6 bids.")])
def test_a_flawless_long_game_says_more_than_a_nil_in_it(quiet: int, said: str) -> None:
    made = Note(Decided.MADE, 0, US)
    with_nil = ((140, -60), (Note(Decided.ZERO_MADE, 0, (0,)), Note(Decided.MADE, 0, (2,)), Note(Decided.SET, 1, THEM)))
    scores = hands(with_nil, *[((50, 50), (made,))] * quiet)
    assert game_words(rules_of("classic"), scores, (0,), (0,), LOOK)[1] == said


def test_a_game_lost_without_a_mistake_says_who_gained() -> None:
    made = tuple(Note(Decided.MADE, side, (side,)) for side in range(4))
    scores = hands(((10, 42, 30, 30), made), ((20, 71, 20, 30), (*made, Note(Decided.ZERO_MADE, 1, (1,)))))
    quiet = hands(((10, 42, 30, 30), made), ((20, 21, 20, 30), made))
    assert game_words(rules_of("cutthroat"), quiet, (1,), (0,), LOOK)[0] == (
        "Bea gained most on you in hand 1, 32 points."
    )
    decided, _ = game_words(rules_of("cutthroat"), scores, (1,), (0,), LOOK)
    assert decided == "Bea gained most on you in hand 2, 51 points: Bea's nil was made."


def test_a_game_of_one_hand_says_by_how_much_and_calls_no_bid_the_only_one() -> None:
    made = (Note(Decided.MADE, 0, US), Note(Decided.MADE, 1, THEM))
    assert game_words(rules_of("classic"), hands(((61, 51), made)), (0,), (0,), LOOK) == (
        "You won by 10 points.",
        "You & Cy made the bid.",
    )
    lost = hands(((-50, 51), (Note(Decided.SET, 0, US), made[1])))
    assert game_words(rules_of("classic"), lost, (1,), (0,), LOOK) == ("You lost by 101 points: you & Cy were set.",)


def test_a_won_game_names_the_hand_that_gained_most() -> None:
    decided, _ = game_words(rules_of("classic"), GAME, (0,), (0,), LOOK)
    assert "won this game in hand 3" in decided and "150" in decided and "Dot's nil was set" in decided


def test_a_game_won_alone_is_decided_against_the_best_rival() -> None:
    made = tuple(Note(Decided.MADE, side, (side,)) for side in range(4))
    scores = hands(((60, 50, 0, -40), made), ((50, 0, 0, 50), made))
    decided, *_ = game_words(rules_of("cutthroat"), scores, (0,), (0,), LOOK)
    assert "hand 2" in decided


def test_a_partner_who_made_no_nil_hears_about_the_bids() -> None:
    _, well = game_words(rules_of("classic"), GAME, (1,), (2,), Wording(LOOK.names, people=(2,)))
    assert "You & Ann made 3 of 4 bids" in well


def test_every_bid_of_the_side_counts_also_in_a_hand_with_a_failed_nil() -> None:
    both = (Note(Decided.ZERO_FAILED, 0, (0,)), Note(Decided.MADE, 0, (2,)))
    scores = hands(((-80, 60), both), ((50, 70), (Note(Decided.MADE, 0, US),)))
    _, well = game_words(rules_of("classic"), scores, (1,), (0,), LOOK)
    assert "You & Cy made 2 of 3 bids" in well


def test_a_player_who_made_no_bid_hears_about_their_best_hand() -> None:
    scores = hands(((-50, 60), (Note(Decided.SET, 0, US),)), ((-20, 60), (Note(Decided.SET, 0, US),)))
    _, well = game_words(rules_of("classic"), scores, (1,), (0,), LOOK)
    assert "hand 2" in well


def test_points_in_tenths_are_written_as_on_screen() -> None:
    scores = hands(((30, 42, 10, 10), (Note(Decided.MADE, 1, (1,)),)))
    decided, *_ = game_words(rules_of("call-break", tenths=True), scores, (1,), (0,), LOOK)
    assert "1.2" in decided


@pytest.mark.parametrize(
    ("people", "winners", "decided", "well"),
    [
        ((0, 1), (1,), "Bea & Dot won this game in hand 2, which gained 200", ["Ann made a nil.", "Bea made a nil."]),
        ((0, 1), (0,), "Ann & Cy won this game in hand 3, which gained 150", ["Ann made a nil.", "Bea made a nil."]),
        ((0, 2), (1,), "Ann & Cy lost this game in hand 2", ["Ann made a nil.", "Ann & Cy made 3 of 4 bids."]),
        ((1, 3), (1,), "Bea & Dot won this game in hand 2", ["Bea made a nil.", "Bea & Dot made 4 of 5 bids."]),
    ],
)
def test_the_end_speaks_to_each_side_of_several_people(
    people: tuple[int, ...], winners: tuple[int, ...], decided: str, well: list[str]
) -> None:
    first, *others = game_words(rules_of("classic"), GAME, winners, people, Wording(LOOK.names, people=people))
    assert first.startswith(decided) and others == well


@pytest.mark.parametrize("winners", [(), (0, 1)])
def test_a_game_without_a_loser_says_nothing(winners: tuple[int, ...]) -> None:
    assert game_words(rules_of("classic"), GAME, winners, (0,), LOOK) == ()


@pytest.mark.parametrize("slug", ["classic", "bemo", "jokers", "call-break"])
def test_the_notes_of_real_scores_have_words(slug: str) -> None:
    sitting = Sitting(slug)
    tricks = sitting.rules.tricks
    bids, seats = tuple([4] * sitting.rules.seats), sitting.rules.seats
    score = sitting.played(bids, (tricks - 4, 4, *[0] * (seats - 2)))
    look = Wording(LOOK.names[:seats], people=(0,))
    for winner in range(len(sitting.rules.sides)):
        for seat in range(seats):
            assert game_words(sitting.rules, [score], (winner,), (seat,), look)


def bidding_after(style: str, *hands: tuple[int, int], slug: str = "classic", shown_by: str = "") -> str:
    """Return what the table says about a player with this style who bid and took so much in the hands before."""
    name = next(player.name for player in cast() if player.style == style)
    table = at(slug, lambda seen: seen.hand_number == 4 and mine("bid")(seen) and seen.bids[1] is not None, dealer=1)
    shown = replace(table.shown(0), players=("", shown_by or name, "", "")[: table.rules.seats])
    scores = []
    for score, (bid, took) in zip(shown.scores, hands, strict=True):
        bids, tricks = (score.bids[0], bid, *score.bids[2:]), (score.tricks[0], took, *score.tricks[2:])
        scores.append(replace(score, bids=bids, tricks=tricks))
    return bid_habit(replace(shown, scores=tuple(scores)), Wording(table.names, people=(0,)))


@pytest.mark.parametrize(
    ("style", "hands", "words"),
    [
        ("bold", ((4, 3), (3, 4), (5, 5)), "Bea bids boldly: bid 12 and took 12 in 3 hands; Dot bid 9 and took 12."),
        ("bold", ((4, 3), (3, 4), (4, 5)), ""),  # the last hand shows nothing bold
        ("bold", ((2, 3), (3, 5), (3, 3)), ""),  # nor do all hands
        ("bold", ((2, 5), (3, 5), (7, 4)), "Bea bids boldly: bid 7 in one hand and took 4."),
        ("careful", ((2, 4), (3, 3), (2, 3)), "Bea bids carefully: bid 7 and took 10 in 3 hands."),
        ("careful", ((2, 4), (3, 3), (3, 3)), ""),
        ("zeros", ((0, 0), (3, 3), (0, 1)), "Bea likes nil: 2 nils in 3 hands."),
        ("zeros", ((0, 0), (3, 3), (2, 2)), ""),
        ("bags", ((3, 3), (3, 4), (4, 4)), "Bea avoids bags: bid 10 and took 11 in 3 hands."),
        ("plain", ((3, 3), (3, 4), (4, 4)), ""),
    ],
)
def test_a_players_habit_is_said_when_the_last_hand_has_shown_it(
    style: str, hands: tuple[tuple[int, int], ...], words: str
) -> None:
    assert bidding_after(style, *hands) == words


def test_players_take_turns_to_have_their_habits_said_and_never_two_hands_running() -> None:
    table = at("classic", lambda seen: seen.hand_number == 4 and mine("bid")(seen))
    shown, look = table.shown(0), Wording(table.names, people=(0,))
    bids = [replace(score, bids=(3, 4, 3, 2), tricks=(3, 4, 3, 3)) for score in shown.scores]
    said = []
    for hands in range(3, 8):
        scores = tuple((bids * 3)[:hands])
        words = bid_habit(replace(shown, scores=scores, players=("", "Bea", "Cy", "Dot")), look)
        said.append(words.partition(" ")[0])
    assert said == ["Bea", "", "Dot", "", "Bea"]


def test_nothing_is_said_about_the_habits_of_players_without_a_name() -> None:
    assert bidding_after("bold", (4, 3), (3, 4), (5, 5), shown_by="Zoe") == ""


def explained(table: Table) -> list[str]:
    return [entry.text for entry in table.entries if entry.kind == MEANING]


@pytest.mark.rule("3B-22")
def test_a_table_explains_a_word_at_its_first_event_only() -> None:
    table, rng = opened(setup_of("3b-four", seed="words"), None), random.Random(1)
    while table.observe(None).phase != "play":
        step(table, rng)
    table.said_words.meet(["low-ball"])
    for seat in (0, 1):
        table.do(Dump(seat))
        assert explained(table)[-1:] == [meaning("dump")]
    assert explained(table).count(meaning("dump")) == 1


def test_the_first_score_sheet_explains_its_words_and_the_next_does_not() -> None:
    table, rng = opened(setup_of("3b-four", seed="words"), None), random.Random(1)

    def remarks() -> list[str]:
        shown = table.shown(None)
        return ["".join(part.words for part in remark) for remark in after_hand(shown, Wording(table.names))]

    while not table.scores:
        step(table, rng)
    assert meaning("tray") in remarks()
    while len(table.scores) < 2:
        step(table, rng)
    assert meaning("tray") not in remarks()


@pytest.mark.rule("3B-23")
def test_the_first_sheet_with_somebody_on_track_for_a_day_explains_it() -> None:
    table, rng = opened(setup_of("3b-three", seed="days"), None), random.Random(2)
    while len(table.scores) < 3:
        step(table, rng)
        days = {meaning(f"{kind} day") for kind, seats in on_track(table.observe(None).standing).items() if seats}
        assert days & {*explained(table)} == (days if len(table.scores) == 3 else set())
    assert days, "somebody is on track"


def test_words_that_were_met_are_known_in_the_next_game(tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    assert KnownWords(file).meet(["gacc", "gacc", "bag"]) == ["gacc", "bag"]
    assert KnownWords(file).meet(["bag", "tray"]) == ["tray"]


@pytest.mark.parametrize("content", ["{", '{"met": 7}', "[]"])
def test_a_damaged_file_of_words_only_explains_them_again(content: str, tmp_path: Path) -> None:
    file = tmp_path / "words.json"
    file.write_text(content, "utf-8")
    assert KnownWords(file).meet(["gacc"]) == ["gacc"]
    assert KnownWords(tmp_path / "words.json" / "below").meet(["gacc"]) == ["gacc"]


def styled(until: Until, *names: str, level: str = "club") -> Table:
    """Return a table of Ann and named players, each with its own style, played to a moment."""
    plain = setup("classic", dealer=0)
    named = [player(name) for name in names]
    seats = [SeatSetup(one.name, "bot", one.at(level)) for one in named if one is not None]
    return advance(Table.create(replace(plain, seats=(plain.seats[0], *seats))), until)


@at_each_size(SMALL, LARGE)
async def test_bids_have_pictures_and_manners(size: tuple[int, int]) -> None:
    async with driving(SceneApp(styled(mine("bid"), "Bea", "Cy", "Dot")), size) as seat:
        assert seat.sees("◇ Bea (ò‿ó)", "◆ Cy (•‿•)", "◇ Dot (°.°)", "bold", "careful")
        assert not seat.sees("plain")


async def test_a_beginner_has_no_manner() -> None:
    async with driving(SceneApp(styled(mine("bid"), "Bea", "Cy", "Dot", level="beginner"))) as seat:
        assert seat.sees("◇ Bea", "◆ Cy (•‿•)")
        assert not seat.sees("bold") and not seat.sees("(ò‿ó)")


@pytest.mark.parametrize(
    ("game", "manners"),
    [
        ("classic", ("bold", "", "careful", "likes nil", "avoids bags", "")),
        ("3b-four", ("bold", "", "careful", "likes zero", "", "")),
        ("jokers", ("bold", "", "careful", "", "", "")),
    ],
)
def test_a_manner_is_named_only_where_it_makes_a_difference(game: str, manners: tuple[str, ...]) -> None:
    look = Wording((), players=("Bea", "Cy", "Dot", "Eve", "Fay", "Ann"))
    rules = ruleset(shipped()[game])
    assert tuple(look.manner(rules, seat) for seat in range(6)) == manners


@pytest.mark.parametrize("slug", SLUGS)
def test_each_seat_has_one_name_and_computer_players_their_level(slug: str) -> None:
    variant = shipped()[slug]
    seats = default_seats(variant, "Zoe", "")
    names = [name for name, _ in seats]
    assert len(set(names)) == variant.seats
    assert seats[0] == ("Zoe", None)
    for name, level in seats[1:]:
        assert level is not None
        assert level.split("/")[0].split(":")[0] in LEVELS
        assert name not in LEVELS


@pytest.mark.parametrize("slug", SLUGS)
def test_the_saved_partner_sits_opposite_if_the_game_has_partners(slug: str) -> None:
    variant = shipped()[slug]
    seats = default_seats(variant, "Zoe", "strong:Yan")
    place = partner_of(0, variant.side_seats())
    partners = [seat for seat, (name, _) in enumerate(seats) if name == "Yan"]
    assert partners == ([] if place is None else [place])
    if place is not None:
        assert seats[place] == ("Yan", "strong")
