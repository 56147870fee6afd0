"""A draft of house rules offers possible changes, checks them, and writes a valid file."""

from functools import cache
from pathlib import Path

import pytest

from spades_tui.house_rules import form_words, own_variants
from spades_tui.house_rules.form_rows import FormRow
from spades_tui.house_rules.own_variants import Differences, differences, origin_of, toml_text
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.catalogue import shelf, shipped
from spades_tui.rules.option_declarations import Option
from spades_tui.rules.option_places import KINDS
from spades_tui.rules.variant import name_of
from spades_tui.rules.variant_reader import from_data, load, parse
from tests.games import option_of
from tests.house_rules.changing import changed, row, some_values

SLUGS = sorted(shipped())

EXAMPLE = (
    ("endings.target.points", 250), ("bids.blind", True), ("scores.zero.blind_made", 150), ("scores.bags.limit", 7),
)  # fmt: skip
"""Cutthroat to 250 with blind nil 150 and bags at 7."""


@pytest.mark.parametrize("slug", SLUGS)
def test_an_unchanged_draft_equals_its_game(slug: str) -> None:
    """Written to a file and read again, the game is the same, down to the last key."""
    game = shipped()[slug]
    draft = RulesDraft(game)
    assert draft.problem is None
    assert draft.complete is draft
    assert not draft.changed
    assert differences(game, draft.variant) == Differences()
    named = draft.named(game.slug, game.name, game.summary)
    assert named == game
    assert parse(toml_text(named, game).encode(), "file") == game


@pytest.mark.parametrize("slug", SLUGS)
def test_every_row_has_its_own_words_and_value(slug: str) -> None:
    """Every row is different, and the value of each choice is among the offered ones."""
    rows = RulesDraft(shipped()[slug]).rows
    assert len({one.key for one in rows}) == len(rows)
    for one in rows:
        assert one.label and one.told and len(one.label) <= 34
        if one.choices:
            assert one.value in [value for value, _ in one.choices]
        if one.bounds is not None and one.value is not None:
            assert one.bounds[0] <= one.value <= one.bounds[1]


def test_every_component_and_key_has_words() -> None:
    """Each part of the rules needs a name in the form."""
    from spades_tui.rules.component import Component, components_in, fields_of, key_of, kind_of
    from spades_tui.rules.deck import DealRules, Deck

    def keys(component: type[Component], place: str) -> list[str]:
        found = []
        for name, annotation in fields_of(component).items():
            key = key_of(name)
            if key in ("kind", "rule", "on") or key.endswith("_rule"):
                continue
            found.append(f"{place}.{key}")
            for inner in components_in(annotation):
                found += keys(inner, f"{place}.{key}")
        return found

    kinds = {f"{where}.{kind_of(one)}": one for where, listed in KINDS.items() for one in listed.values()}
    named = list(kinds)
    named += [key for place, one in kinds.items() for key in keys(one, place)]
    named += [*keys(Deck, "deck"), *keys(DealRules, "deal"), "seats", "sides", "special", "programme"]
    assert not set(named) ^ set(form_words.LABELS)


@pytest.mark.parametrize("place", sorted(place for place in form_words.WORDS if "." in place))
def test_every_component_can_be_added_to_some_game(place: str) -> None:
    """Every component is offered by some game or already in it."""
    for game in shipped().values():
        draft = RulesDraft(game)
        there = [one for one in draft.rows if one.key.partition("[")[0] == place]
        if not there or there[0].value is True:
            return
        if draft.with_value(there[0], True).draft is not None:
            return
    pytest.fail(f"no game can have {place}")


def test_four_changes_without_options_give_a_valid_file(home: Path) -> None:
    """The game has no options for these four changes, but the file contains them and is valid."""
    game = shipped()["cutthroat"]
    draft = changed(RulesDraft(game), *EXAMPLE)
    told = differences(game, draft.complete.variant)
    assert "The game goes to 250 points; the most points win. (CT-2)" in told.new
    assert "Every 7 bags cost 50 points and are then removed. (NL-9)" in told.new
    assert "Everyone may bid nil blind, before looking at the cards. (NL-7)" in told.new
    assert any("Bid blind: +150 and −150." in one for one in told.new)
    assert "Every 5 bags cost 50 points and are then removed. (NL-9)" in told.gone
    assert not told.choices and not told.no_choices

    name = own_variants.suggested_name(game)
    assert name == "Cutthroat, our house"
    slug = own_variants.check_name(name, game.summary, None)
    text = own_variants.text_of(draft, slug, name, game.summary)
    path = own_variants.write(slug, text)
    entry = next(one for one in shelf() if one.slug == slug)
    assert entry.variant == load(path) == draft.named(slug, name, game.summary)
    assert own_variants.suggested_name(game) == "Cutthroat, our house 2"
    assert "limit   = 7  # 5 in Cutthroat" in text
    assert origin_of(text) == "cutthroat"
    bags = option_of(load(path), "bag_limit")
    assert (bags.usual, bags.values) == (7, (10, 7, 5, 0))

    again = own_variants.reopened_draft(path)
    assert again.origin == game and not again.changed
    assert again.complete is again
    assert changed(again, ("endings.target.points", 300), ("bids.blind", False)).rules["endings"][0]["points"] == 300


def test_an_inconsistent_change_is_refused_with_the_checkers_reason() -> None:
    draft = RulesDraft(shipped()["cutthroat"])
    attempt = draft.with_value(row(draft, "scores.bags.penalty"), 50)
    assert attempt.draft is None
    assert attempt.why == "the value is 50, but a penalty takes points; use 0 or less"
    assert "nobody has a partner here" in str(draft.with_value(row(draft, "bids.board"), True).why)
    assert "200 hands at most" in str(draft.with_value(row(draft, "endings.target.points"), 900_000).why)
    assert draft.rules == RulesDraft(shipped()["cutthroat"]).rules


@pytest.mark.parametrize(
    ("key", "value", "also"),
    [
        ("scores.contract.exact", True, {"scores.contract.over": 0, "scores.contract.bags": False}),
        ("customs.enforcement", True, {"customs.enforcement.books": 0, "customs.enforcement.sets": True}),
        ("sides", "solo", {"scores.zero.both_made": 0}),
    ],
)
def test_a_change_of_sandbags_brings_what_it_needs(key: str, value: object, also: dict[str, object]) -> None:
    before = changed(RulesDraft(shipped()["sandbags"]), ("scores.zero.both_made", 200))
    draft = changed(before, (key, value))
    assert {one: row(draft, one).value for one in also} == also


def test_exact_bids_end_the_penalty_for_bags_that_nothing_counts() -> None:
    draft = changed(RulesDraft(shipped()["classic"]), ("scores.zero.stray", "nothing"), ("scores.contract.exact", True))
    assert row(draft, "scores.bags").value is False


def test_lost_points_change_with_won_points() -> None:
    """The lost points change with the won ones as long as both are the same."""
    draft = changed(RulesDraft(shipped()["classic"]), ("scores.zero.made", 70))
    assert row(draft, "scores.zero.lost").value == -70
    draft = changed(draft, ("scores.zero.lost", -10), ("scores.zero.made", 80))
    assert row(draft, "scores.zero.lost").value == -10


def test_the_number_of_players_changes_cards_and_bids() -> None:
    """The number of players changes the cards and bids, and so does a joker."""
    draft = RulesDraft(shipped()["cutthroat"])
    three = changed(draft, ("seats", 3))
    assert (three.rules["deal"]["cards"], three.rules["deck"]["remove"]) == (17, ["2C"])
    assert row(three, "bids.number.max").value == 17
    four = changed(three, ("seats", 4))
    assert (four.rules["deal"]["cards"], four.rules["deck"]["remove"]) == (13, [])
    joker = changed(four, ("deck.jokers", 1))
    assert joker.rules["deck"]["spades"].startswith("BJ A K")
    assert joker.problem is None


def test_options_stay_only_if_they_fit_the_new_rules() -> None:
    """An option stays if it fits the new rules. Otherwise it disappears, and returns with the old rules."""
    game = shipped()["classic"]
    draft = changed(RulesDraft(game), ("scores.zero.lost", -30)).complete
    assert differences(game, draft.variant).no_choices == ("Points for a nil",)
    back = changed(draft, ("scores.zero.lost", -100))
    assert {name_of(one) for one in back.options} >= {"nil_points"}
    none = changed(RulesDraft(game), ("options.bag_limit", False))
    assert "bag_limit" not in none.variant.option_names
    more = changed(RulesDraft(game), ("options.hands", True)) if RulesDraft(game).row("options.hands") else none
    assert all(isinstance(one, Option | str) for one in more.options)


def test_removing_a_component_removes_dependent_components() -> None:
    draft = RulesDraft(shipped()["classic"])
    attempt = draft.with_value(row(draft, "scores.zero"), False)
    assert attempt.draft is not None
    assert "Blind bids, or blind nil: no" in attempt.also
    assert attempt.draft.complete.problem is None
    bemo = RulesDraft(shipped()["bemo"])
    attempt = bemo.with_value(row(bemo, "bids.promise[2]"), False)
    assert attempt.draft is not None
    promises = [one for one in attempt.draft.rules["scores"] if one["kind"] == "promise" and one.get("on", True)]
    assert [one["name"] for one in promises] == ["Bemo"]


def test_adding_and_removing_a_component_changes_nothing() -> None:
    draft = RulesDraft(shipped()["sandbags"])
    there = changed(draft, ("endings.floor", True), ("endings.floor.points", -300), ("endings.floor", False))
    assert not there.changed


def test_typed_values_are_parsed_or_refused() -> None:
    draft = RulesDraft(shipped()["bemo"])
    exact = row(draft, "scores.table.exact")
    assert exact.parse("0, 1  2") == [0, 1, 2]
    assert draft.with_text(exact, "0 x").why == "write numbers with spaces between them, such as 0 1 2"
    cards = row(draft, "deck.remove")
    assert cards.parse("2d 2h") == ["2D", "2H"]
    assert draft.with_text(cards, "2X").why == "2X is no card; write cards such as 2C, TD or AS"
    counted = RulesDraft(shipped()["whiz"])
    aces = counted.with_text(row(counted, "bids.count.cards"), "as ah").draft
    assert aces is not None and row(aces, "bids.count.cards").value == ["AS", "AH"]


def test_invalid_and_taken_names_are_refused(home: Path) -> None:
    """No shipped game, existing file or damaged file is ever overwritten."""
    summary = "Ours."
    for name, wrong in (
        ("", "need a name"), ("Cutthroat", "is a built-in game"), ("!!", "a letter or a digit"),
        ("x" * 61, "60 visible characters"),
    ):  # fmt: skip
        with pytest.raises(UnusableError, match=wrong):
            own_variants.check_name(name, summary, None)
    own = home / "config" / "variants"
    own.mkdir(parents=True)
    (own / "broken.toml").write_text("schema = 1\nnonsense\n")
    with pytest.raises(UnusableError, match="can't be read"):
        own_variants.check_name("Broken", summary, None)
    game = shipped()["sandbags"]
    draft = RulesDraft(game)
    text = own_variants.text_of(draft, "broken", "Broken", summary)
    for over in (False, True):
        with pytest.raises(UnusableError, match="already exists"):
            own_variants.write("broken", text, over)
    assert (own / "broken.toml").read_text("utf-8") == "schema = 1\nnonsense\n"
    path = own_variants.write("ours", own_variants.text_of(draft, "ours", "Ours", summary))
    with pytest.raises(UnusableError, match="already exists"):
        own_variants.write("ours", text)
    other = own_variants.text_of(changed(draft, ("endings.target.points", 100)), "ours", "Ours", summary)
    assert own_variants.write("ours", other, over=True) == path
    assert load(path).endings[-1].to_keys()["points"] == 100


def test_a_file_without_an_origin_is_its_own_origin(home: Path) -> None:
    game = shipped()["sandbags"]
    path = own_variants.write("ours", own_variants.text_of(RulesDraft(game), "ours", "Ours", "Ours."))
    path.write_text("\n".join(line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")))
    draft = own_variants.reopened_draft(path)
    assert draft.origin.slug == "ours"


@pytest.mark.parametrize("slug", ["sandbags", "bemo"])
def test_offered_values_load_and_play(slug: str) -> None:
    """Every single valid change gives a file that the strict reader accepts. The slow test tries all games."""
    draft = RulesDraft(shipped()[slug])
    check_changes(slug, [(one, value) for one in draft.rows for value in some_values(one)][::9])


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_single_changes_load_and_play(slug: str) -> None:
    """Every row of each game changes, and every value of a row is tried in at least one game."""
    check_changes(slug, _changes_of_games()[slug])


@cache
def _changes_of_games() -> dict[str, list[tuple[FormRow, object]]]:
    """Return the changes for each game: values that no earlier game tried, or else one value per row."""
    met: set[tuple[str, str]] = set()
    found: dict[str, list[tuple[FormRow, object]]] = {slug: [] for slug in SLUGS}
    for place, slug in enumerate(SLUGS):
        for one in RulesDraft(shipped()[slug]).rows:
            values = some_values(one)
            new = [value for value in values if (one.key, repr(value)) not in met]
            met |= {(one.key, repr(value)) for value in new}
            if values:
                found[slug] += [(one, value) for value in new or [values[place % len(values)]]]
    return found


def check_changes(slug: str, changes: list[tuple[FormRow, object]]) -> None:
    """Check that each change is either refused with a reason or gives a game whose first hand can be played."""
    from tests.house_rules.playing import play_a_hand

    game = shipped()[slug]
    draft = RulesDraft(game)
    for one, value in changes:
        attempt = draft.with_value(one, value)
        if attempt.draft is None:
            assert attempt.why
            continue
        named = attempt.draft.named("house", "House", "Ours.")
        read = parse(toml_text(named, game).encode(), "file")
        assert read == named == from_data(named.to_json()), one.key
        play_a_hand(read)
