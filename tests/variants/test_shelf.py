"""The user's variants are listed beside the shipped ones, and records contain their rules."""

import io
import json
import os
import shutil
from pathlib import Path

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.cli import main
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.record import RecordError
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import find, is_free, own_folder, shelf, shipped, slug_named
from spades_tui.rules.variant_reader import VariantError, load
from spades_tui.system.folders import shipped_folder
from tests.driver import driving, home_app
from tests.variants.bad_files import mistakes

GOOD = Path(__file__).parent / "good"


@pytest.fixture
def own() -> Path:
    """Return the user's folder for variants, which is empty."""
    folder = own_folder()
    folder.mkdir(parents=True)
    return folder


def test_without_a_folder_only_shipped_variants_are_listed() -> None:
    assert [entry.slug for entry in shelf()] == list(shipped())
    assert all(entry.shipped for entry in shelf())


async def test_shipped_games_are_listed_in_a_fixed_order(capsys: pytest.CaptureFixture[str]) -> None:
    """The game that most people know comes first, then those of the printed sources, then relatives of the first."""
    order = (shipped_folder("variants") / "order.txt").read_text("utf-8").split()
    assert sorted(order) == sorted(path.stem for path in shipped_folder("variants").glob("*.toml"))
    assert list(shipped()) == order
    assert order[:4] == ["classic", "jokers", "sandbags", "bemo"]
    assert order[-6:] == ["cutthroat", "cutthroat-three", "call-break", "six-handed", "two-handed", "league"]
    assert main(["variants"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == order
    async with driving(home_app(name="Ann")) as seat:
        await seat.press("n")
        assert seat.choices[: len(order)] == [shipped()[slug].name for slug in order]


def test_files_of_house_rules_are_listed_and_marked(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copy(GOOD / "alone-with-bags.toml", own)
    entry = shelf()[-1]
    assert (entry.slug, entry.shipped, entry.error) == ("alone-with-bags", False, None)
    assert find("alone-with-bags") == entry.variant
    assert slug_named("Alone-With-Bags") == slug_named("alone with bags") == "alone-with-bags"
    assert main(["variants"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed[-1].startswith("alone-with-bags  (yours) 4 players, Four players")
    assert "(yours)" not in listed[0]


def test_a_broken_file_of_house_rules_is_listed_with_its_error(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mistakes()["bids-more-than-tricks"].write(own).rename(own / "a-broken.toml")
    (own / "b-folder.toml").mkdir()
    os.mkfifo(own / "c-pipe.toml")
    (own / "d-gone.toml").symlink_to(own / "nowhere")
    shutil.copy(GOOD / "inline.toml", own / "e-whole.toml")
    entries = shelf()[len(shipped()) :]
    assert [entry.slug for entry in entries] == ["a-broken", "c-pipe", "d-gone", "inline"]
    assert entries[0].error == f"{own / 'a-broken.toml'}:15: bids[1].max: the value is 14, but there are only 13 tricks"
    assert [entry.error is None for entry in entries] == [False, False, False, True]
    assert main(["variants"]) == 0
    assert capsys.readouterr().out.count("broken: ") == 3
    with pytest.raises(VariantError, match="only 13 tricks"):
        find("a-broken")
    assert main(["variants", "show", "a-broken"]) == 1


def test_a_taken_slug_is_reported(own: Path) -> None:
    shutil.copy(GOOD.parents[2] / "variants" / "sandbags.toml", own / "mine.toml")
    shutil.copy(GOOD / "inline.toml", own / "one.toml")
    shutil.copy(GOOD / "inline.toml", own / "two.toml")
    mine, one, two = shelf()[len(shipped()) :]
    message = "another variant has the slug"
    assert mine.error == f"{own / 'mine.toml'}:2: slug: {message} 'sandbags'; choose a new one"
    assert one.error is None
    assert two.error == f"{own / 'two.toml'}:2: slug: {message} 'inline'; choose a new one"
    assert find("sandbags") == shipped()["sandbags"]
    with pytest.raises(VariantError, match="another variant has"):
        find("mine")


@pytest.mark.parametrize("whole", ["a.toml", "z.toml"])
def test_a_damaged_file_takes_no_slug_from_a_whole_one(own: Path, whole: str) -> None:
    """A damaged file is listed by its own name, which may be the slug of another file."""
    shutil.copy(GOOD / "inline.toml", own / whole)
    (own / "inline.toml").write_text("name = ")
    entries = {entry.path.name: entry for entry in shelf()[len(shipped()) :]}
    assert [(entry.slug, entry.error is None) for entry in (entries[whole], entries["inline.toml"])] == [
        ("inline", True),
        ("inline", False),
    ]
    assert find("inline") == entries[whole].variant


@pytest.mark.parametrize(
    ("other", "at", "free"),
    [
        (None, "new.toml", True),
        ("inline.toml", "inline.toml", True),  # the same file
        ("other.toml", "inline.toml", True),  # the same rules
        ("changed.toml", "inline.toml", False),
        ("changed.toml", "changed.toml", True),  # other rules of the file itself
    ],
)
def test_a_slug_is_free_unless_another_file_has_other_rules(own: Path, other: str | None, at: str, free: bool) -> None:
    variant = load(GOOD / "inline.toml")
    if other is not None:
        text = (GOOD / "inline.toml").read_text("utf-8")
        changed = text.replace(f'"{variant.name}"', '"Another name"') if other == "changed.toml" else text
        (own / other).write_text(changed, "utf-8")
    assert is_free(variant, own / at) is free


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(KeyError):
        find("whist")
    with pytest.raises(FileNotFoundError):
        find("nowhere/whist.toml")


def _record(path: Path) -> str:
    variant = load(path)
    return play_game(TableSetup(variant, {}, bot_seats(variant.seats, "beginner"), 0, "record", 1)).text


def test_a_record_of_a_users_variant_has_its_rules() -> None:
    text = _record(GOOD / "inline.toml")
    head = json.loads(text.partition("\n")[0])
    assert head["variant"] == "inline"
    assert head["rules"] == load(GOOD / "inline.toml").to_json()
    (played,) = replay(io.BytesIO(text.encode()))
    assert played.over is not None
    assert [json.dumps(line) for line in played.lines] == [json.dumps(json.loads(line)) for line in text.splitlines()]


def test_a_record_without_its_rules_is_refused() -> None:
    head, _, rest = _record(GOOD / "inline.toml").partition("\n")
    line = json.loads(head)
    del line["rules"]
    with pytest.raises(RecordError, match=r"unknown variant 'inline', and the record has no rules"):
        list(replay(io.BytesIO((json.dumps(line) + "\n" + rest).encode())))


def test_bad_rules_in_a_record_are_reported_with_line_and_key() -> None:
    line = json.loads(_record(GOOD / "inline.toml").partition("\n")[0])
    line["rules"]["deal"]["cards"] = 10**9
    with pytest.raises(RecordError) as caught:
        list(replay(io.BytesIO(json.dumps(line).encode()), "x"))
    assert str(caught.value) == "x:1: rules: deal.cards: 1000000000 isn't allowed; use a whole number from 1 to 18"


def test_a_record_says_when_its_shipped_variant_has_changed_since() -> None:
    seats = [{"name": name, "kind": "human"} for name in "abcd"]
    line: dict[str, object] = {
        "event": "game", "format": "spades-record/1", "variant": "sandbags", "seats": seats,
        "program": "spades-tui 0.0.1 rules 00000000",
    }  # fmt: skip
    with pytest.raises(RecordError, match="'sandbags' has changed since"):
        list(replay(io.BytesIO(json.dumps(line).encode())))
    line["rules"] = shipped()["sandbags"].to_json()
    assert len(list(replay(io.BytesIO(json.dumps(line).encode())))) == 1
