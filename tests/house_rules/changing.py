"""Change drafts of house rules in tests."""

from spades_tui.house_rules.form_rows import FormRow
from spades_tui.house_rules.rules_draft import RulesDraft
from tests.driver import Driver


def row(draft: RulesDraft, key: str) -> FormRow:
    """Return the row with this name, which must exist."""
    found = draft.row(key)
    assert found is not None, f"no row {key}"
    return found


def changed(draft: RulesDraft, *changes: tuple[str, object]) -> RulesDraft:
    """Return the draft with these changes, each of which must be valid."""
    for key, value in changes:
        attempt = draft.with_value(row(draft, key), value)
        assert attempt.draft is not None, f"{key} = {value}: {attempt.why}"
        draft = attempt.draft
    return draft


def some_values(one: FormRow) -> list[object]:
    """Return other values for a row: all of a choice, or the bounds of a number and some between."""
    if one.choices:
        return [value for value, _ in one.choices if value != one.value]
    if one.bounds is not None:
        least, greatest = one.bounds
        value = one.value or 0
        near = {least, greatest, value - 1, value + 1, 2 * value, -value, 0, 5}
        return [number for number in sorted(near) if least <= number <= greatest and number != one.value]
    texts: dict[str, list[object]] = {
        "cards": [["2C"], []], "numbers": [[], [1], [0, 1]], "spades": ["2 A K Q J T 9 8 7 6 5 4 3"], "words": ["Xyz"],
    }  # fmt: skip
    return [value for value in texts[one.form] if value != one.value]


async def to_rule(seat: Driver, words: str) -> None:
    """Search in the form for the rule with this label, which may be a hundred lines below."""
    await seat.type("slash", *("space" if letter == " " else letter for letter in words.partition(" (")[0]))
    await seat.press("enter")
    assert seat.chosen == words


async def to_form(seat: Driver, game: str) -> None:
    """Go from home to the form for a game."""
    await seat.press("n", "home")
    await seat.choose(game)
    await seat.press("c")
    assert seat.place == "form"
