"""Plain TOML is read as Python reads it."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_tui.play.saved_games import variant_name
from spades_tui.rules.catalogue import shipped
from spades_tui.settings.plain_toml import values
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import read_settings, save_settings

NAMES = st.sampled_from(["name", "pace", "only_card", "a-b", "ä", "1", "'name'", "", "name.more"])
WRITTEN = st.one_of(
    st.sampled_from(["true", "false", "0", "20", "007", "-1", "1_000", "1.5"]),
    st.sampled_from(['""', "''", '"\\n"', '"a"b"', "[1]", "{}"]),
    st.text(st.characters(codec="utf-8"), max_size=4).map(lambda text: f'"{text}"'),
    st.text('"\\#=ab 1\t\x01\u2028', max_size=5),
)
LINES = st.one_of(
    st.builds("{}{}{}".format, NAMES, st.sampled_from(["=", " = ", "   = ", "\t=", " "]), WRITTEN),
    st.sampled_from(["", "# words", "# \x01", "[table]", "\r", "  "]),
    st.text('"\\#=ab 1\t\x01\u2028\x0b', max_size=8),
)


@given(st.lists(LINES, max_size=4), st.sampled_from(["\n", "\r\n"]))
def test_whatever_is_written_is_read_as_python_reads_it(lines: list[str], end: str) -> None:
    text = end.join(lines)
    try:
        wanted = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        with pytest.raises(tomllib.TOMLDecodeError):
            values(text)
        return
    assert values(text) == wanted
    assert [type(value) for value in values(text).values()] == [type(value) for value in wanted.values()]


def test_settings_that_the_program_wrote_want_no_other_reader(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    save_settings(Settings(name="Ann Ö.", cut_patience=0, bell=True), file)
    script = (
        "import sys; from spades_tui.settings.settings_file import read_settings; from pathlib import Path;"
        "print(read_settings(Path(sys.argv[1])).settings.name, 'tomllib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-X", "utf8", "-c", script, str(file)], capture_output=True, check=True)
    assert done.stdout.decode().split("\n")[0] == "Ann Ö. False"


def test_settings_with_words_that_need_marks_are_read_too(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    save_settings(Settings(name='A "B" \\'), file)
    assert read_settings(file).settings.name == 'A "B" \\'


def test_each_shipped_game_is_called_what_its_file_says() -> None:
    assert {slug: variant_name(slug) for slug in shipped()} == {slug: one.name for slug, one in shipped().items()}
