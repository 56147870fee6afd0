"""Make variant files with one mistake each, as changes to a few correct files.

`bad/*.txt` list the mistakes by topic. To add one, add an entry anywhere in the file of its topic:

    == bids-more-than-tricks: sandbags
    !:15: bids[1].max: the value is 14, but there are only 13 tricks
     min  = 0
    -max  = 13
    +max  = 14

The first line names the mistake and the correct file: `bases/sandbags.toml`, or else one of `good/`. The line with `!`
is the expected error, word for word, after the name of the file. A mistake with several errors has several such lines;
the first is used if only one is needed. Then come removed lines (`-`), added ones (`+`) and unchanged ones (a space;
they only show the place). Unchanged and removed lines must be in the base exactly once. `@@` on a separate line starts
another place, further down. In an added line, `{9*1500}` means 1500 nines.

The first line of a base is a comment, which the bad file replaces with `# expect ` and the expected error, so that the
other lines keep their numbers. `python -m tests.variants.bad_files NAME` prints a bad file.
"""

import re
import sys
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

HERE = Path(__file__).parent


class PatchError(Exception):
    """A malformed entry, or one that doesn't fit its base."""


@dataclass(frozen=True)
class Mistake:
    """One mistake: its name, its base, the expected errors, and the changed lines, place by place."""

    name: str
    base: str
    said: tuple[str, ...]
    places: tuple[tuple[str, ...], ...]

    def text(self) -> str:
        """Return the bad file's text."""
        comment, *right = base_file(self.base).read_text(encoding="utf-8").splitlines()
        if not comment.startswith("#"):
            raise PatchError(f"{self.name}: the first line of {self.base} is not a comment")
        return "\n".join([f"# expect {self.said[0]}", *self._changed(right), ""])

    def write(self, folder: Path) -> Path:
        """Write the bad file; return its path."""
        path = folder / f"{self.name}.toml"
        path.write_text(self.text(), encoding="utf-8")
        return path

    def _changed(self, right: list[str]) -> list[str]:
        wrong: list[str] = []
        done = 0
        for place in self.places:
            old = [line[1:] for line in place if line[0] != "+"]
            if not old:
                raise PatchError(f"{self.name}: a line that stays or goes must say where {place} is put in")
            found = [at for at in range(len(right) - len(old) + 1) if right[at : at + len(old)] == old]
            if len(found) != 1:
                raise PatchError(f"{self.name}: {old} stands at {len(found)} places of {self.base}, not at one")
            if found[0] < done:
                raise PatchError(f"{self.name}: {old} stands above the place before it")
            wrong += right[done : found[0]]
            wrong += [_spelt_out(line) for line in place if line[0] != "-"]
            done = found[0] + len(old)
        wrong += right[done:]
        if wrong == right:
            raise PatchError(f"{self.name}: nothing is changed")
        return wrong


def _spelt_out(line: str) -> str:
    if line[0] == " ":
        return line[1:]
    return re.sub(r"\{(.)\*(\d+)\}", lambda many: many[1] * int(many[2]), line[1:])


def base_file(name: str) -> Path:
    """Return the correct file."""
    for folder in ("bases", "good"):
        if (path := HERE / folder / f"{name}.toml").exists():
            return path
    raise PatchError(f"no base is called {name}")


def read(text: str) -> list[Mistake]:
    """Return the mistakes listed in a text."""
    listed = re.split(r"^== ", text, flags=re.MULTILINE)
    if listed[0].strip():
        raise PatchError(f"before the first mistake stands {listed[0].strip()!r}")
    return [_mistake(entry) for entry in listed[1:]]


def _mistake(entry: str) -> Mistake:
    head, *lines = entry.rstrip("\n").split("\n")
    title = re.fullmatch(r"([a-z-]+): ([a-z0-9-]+)", head)
    said = tuple(line[1:] for line in takewhile(lambda line: line.startswith("!"), lines))
    if title is None or not said:
        raise PatchError(f"{head}: a name and a base, and below them ! with what is said, are wanted")
    places: list[list[str]] = [[]]
    for line in lines[len(said) :]:
        if line == "@@":
            places.append([])
        elif line[:1] in ("+", "-", " "):
            places[-1].append(line)
        else:
            raise PatchError(f"{head}: {line!r} begins neither with + nor - nor a space")
    return Mistake(title[1], title[2], said, tuple(map(tuple, places)))


def mistakes() -> dict[str, Mistake]:
    """Return all mistakes by name."""
    found: dict[str, Mistake] = {}
    for path in sorted((HERE / "bad").glob("*.txt")):
        for one in read(path.read_text(encoding="utf-8")):
            if one.name in found:
                raise PatchError(f"{one.name}: two mistakes have this name")
            found[one.name] = one
    return dict(sorted(found.items()))


if __name__ == "__main__":
    sys.stdout.write(mistakes()[sys.argv[1]].text())
