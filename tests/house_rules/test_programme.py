"""House rules can change the format of each hand of a programme, and add a second promise."""

from spades_tui.house_rules import own_variants
from spades_tui.house_rules.form_rows import ADD_PROMISE
from spades_tui.house_rules.own_variants import differences
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.rules.catalogue import shelf, shipped
from spades_tui.rules.variant_reader import load
from tests.house_rules.changing import changed, row


def formats_of(draft: RulesDraft) -> dict[str, list[int]]:
    return {form.format: list(form.hands) for form in draft.variant.programme}


def test_the_format_of_each_hand_can_be_changed() -> None:
    draft = RulesDraft(shipped()["league"])
    rows = [one for one in draft.rows if one.key.startswith("programme.")]
    assert [one.label for one in rows] == [*(f"Hand {n}" for n in range(1, 13)), "Extra hands of a tie"]
    assert [one.told for one in rows[:4]] == ["regular", "whiz", "mirrors", "suicide"]
    assert rows[-1].told == "regular"
    after = changed(draft, ("programme.1", "suicide"), ("programme.4", "regular"), ("programme.level", "threes"))
    assert formats_of(after)["suicide"] == [1, 10]
    assert formats_of(after)["regular"] == [4, 7]
    assert [form.format for form in after.variant.programme if form.level] == ["threes"]
    assert row(after, "programme").told == "changed"
    back = changed(after, ("programme.1", "regular"), ("programme.4", "suicide"), ("programme.level", "regular"))
    assert back.variant == draft.variant
    assert row(back, "programme").told == "unchanged"


def test_an_unused_format_is_removed_and_can_return() -> None:
    draft = changed(RulesDraft(shipped()["league"]), ("programme.6", ""), ("programme.12", "whiz"))
    assert "threes" not in formats_of(draft)
    assert row(draft, "programme.6").told == "no format"
    again = changed(draft, ("programme.6", "threes"), ("programme.12", "threes"))
    assert again.variant == shipped()["league"].changed(options=again.variant.options)


def test_a_longer_game_has_formats_for_its_new_hands() -> None:
    draft = changed(RulesDraft(shipped()["league"]), ("endings.hands.hands", 14), ("programme.14", "mirrors"))
    assert row(draft, "programme.13").told == "no format"
    assert formats_of(draft)["mirrors"] == [3, 9, 14]


def test_changed_formats_are_listed_saved_and_loaded_again() -> None:
    game = shipped()["league"]
    changes = [("programme.6", ""), ("programme.12", ""), ("programme.2", "suicide")]
    draft = changed(RulesDraft(game), *changes)
    told = differences(game, draft.complete.variant)
    assert any("suicide" in one for one in told.new)
    assert any("threes" in one for one in told.gone)
    name = "Our league"
    slug = own_variants.check_name(name, game.summary, None)
    path = own_variants.write(slug, own_variants.text_of(draft, slug, name, game.summary))
    entry = next(one for one in shelf() if one.slug == slug)
    assert entry.variant == load(path) == draft.named(slug, name, game.summary)
    assert entry.variant is not None
    assert [form.format for form in entry.variant.programme] == ["regular", "whiz", "mirrors", "suicide", "four-or-nil"]
    taken_up = RulesDraft(game, entry.variant)
    assert "threes" in [words for _, words in row(taken_up, "programme.6").choices], "the original has it"
    assert formats_of(changed(taken_up, ("programme.6", "threes")))["threes"] == [6]


def test_a_game_without_a_programme_has_no_format_rows() -> None:
    without = changed(RulesDraft(shipped()["league"]), ("programme", []))
    assert not [one for one in without.rows if one.key.startswith("programme.")]
    assert not [one for one in RulesDraft(shipped()["classic"]).rows if one.key.startswith("programme")]


def test_a_further_promise_has_its_own_points() -> None:
    draft = RulesDraft(shipped()["bemo"])
    assert draft.row(ADD_PROMISE) is not None
    more = changed(draft, (ADD_PROMISE, True))
    assert row(more, "bids.promise[3].tricks").value == 7
    assert row(more, "scores.promise[3].made").value == 100
    other = changed(more, ("bids.promise[3].tricks", 9), ("scores.promise[3].made", 400))
    assert row(other, "scores.promise[3].tricks").value == 9
    gone = changed(other, ("bids.promise[3]", False))
    assert gone.complete.variant.to_json()["bids"] != other.variant.to_json()["bids"]


def test_a_game_that_gets_a_promise_may_have_a_second() -> None:
    draft = changed(RulesDraft(shipped()["jokers"]), ("bids.promise", True))
    assert RulesDraft(shipped()["jokers"]).row(ADD_PROMISE) is None
    two = changed(draft, (ADD_PROMISE, True))
    assert [row(two, f"bids.promise[{n}].tricks").value for n in (1, 2)] == [4, 5]
    assert [row(two, f"bids.promise[{n}].name").value for n in (1, 2)] == ["Bemo", "Bemo of 5"]
