"""Who publishes this copy of the project, and where: the table `tool.spades-tui` of pyproject.toml.

The archives' metadata (`hook.py`), the documentation site (`site.py`) and the notes of a release (`notes.py`) read the
table. After a change, `python .build/address.py` writes it into the files that can't: CITATION.cff and LICENSE.
"""

import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
CITATION = Path(".github", "CITATION.cff")
LINK = re.compile(r"(!?\[[^\]]*\])\(([^)#:\s]+)(#[^)\s]*)?\)")
"""A link to a file of the project: its text, the file, and the place in it."""
OF_THE_REPOSITORY = "../../"
"""How a link of the README begins that leads to a page of the repository, such as ``../../releases/latest``."""


class Address(NamedTuple):
    """What the owner has filled in; an address is empty if they haven't."""

    authors: str
    repository: str
    site: str


def address() -> Address:
    """Return the table. Raises SystemExit if an address isn't one."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["spades-tui"]
    read = Address(**table)
    for name in ("repository", "site"):
        if table[name] and not re.fullmatch(r"https://[\w.-]+(/[\w.-]+)*/?", table[name]):
            sys.exit(f"pyproject.toml: {name} is {table[name]!r}; write an address such as https://example.org/spades")
    return read._replace(repository=read.repository.rstrip("/"))


def urls(read: Address) -> dict[str, str]:
    """Return the project's links for package indexes; none if no address is filled in."""
    links = {"Documentation": read.site}
    if read.repository:
        links |= {
            "Source": read.repository,
            "Changes": f"{read.repository}/blob/HEAD/CHANGELOG.md",
            "Problems": f"{read.repository}/issues",
        }
    return {name: link for name, link in links.items() if link}


def absolute(markdown: str, repository: str) -> str:
    """Return a page of the top folder with absolute links and pictures; unchanged without a repository."""

    def moved(link: re.Match[str]) -> str:
        text, target, place = link[1], link[2], link[3] or ""
        if target.startswith(OF_THE_REPOSITORY):
            path = target.removeprefix(OF_THE_REPOSITORY)
        else:
            path = f"{'raw' if text.startswith('!') else 'blob'}/HEAD/{target}"
        return f"{text}({repository}/{path}{place})"

    return LINK.sub(moved, markdown) if repository else markdown


def written(read: Address) -> dict[Path, str]:
    """Return the texts of the files that have a copy of the table."""
    citation = (ROOT / CITATION).read_text("utf-8")
    citation = re.sub(r"^(repository-code|url): .*\n", "", citation, flags=re.MULTILINE)
    citation = re.sub(r"(?<=^authors:\n  - name: ).*$", read.authors, citation, flags=re.MULTILINE)
    lines = {"repository-code": read.repository, "url": read.site}
    citation += "".join(f'{name}: "{link}"\n' for name, link in lines.items() if link)
    licence = (ROOT / "LICENSE").read_text("utf-8")
    licence = re.sub(r"^(Copyright \(c\) [\d-]+) .*$", rf"\1 {read.authors}", licence, flags=re.MULTILINE)
    return {ROOT / CITATION: citation, ROOT / "LICENSE": licence}


if __name__ == "__main__":
    for path, text in written(address()).items():
        path.write_text(text, "utf-8")
