"""Print the changelog's section of a version, as the notes of its release: `python .build/notes.py 1.2.0`."""

import re
import sys

from address import ROOT, absolute, address


def notes(version: str) -> str:
    """Return the section without its heading, one line a paragraph, as releases show it. Raises SystemExit."""
    sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    for section in sections:
        heading, _, text = section.partition("\n")
        if heading.split(" ")[0] == version:
            paragraphs = re.sub(r"\n +(?=[^-\s])", " ", text)
            return absolute(paragraphs.strip(), address().repository)
    sys.exit(f"CHANGELOG.md: there is no section {version}; change the heading Unreleased")


if __name__ == "__main__":
    print(notes(sys.argv[1]))
