"""Give the documentation site the project's pages and pictures that are outside of docs/ (.mkdocs.yml)."""

import os
import re
from pathlib import Path

from address import LINK, OF_THE_REPOSITORY, address
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = {"README.md": "about.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": "CHANGELOG.md"}
"""The project's pages, each with its name on the site, whose home page is docs/index.md."""
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
"""An example."""
CODE = re.compile(r"`[^`\n]+`")
"""Code in a sentence or a cell: GitHub needs `\\|` for a bar in a cell, and the site would show the backslash."""
INSIDE = re.compile(r"^((?:  )+)(?=\S)", re.MULTILINE)
"""The space before a line inside a list item: GitHub reads two, and the site needs four."""


READ = address()


def on_config(config: MkDocsConfig) -> None:
    """Fill in the addresses, if the owner has."""
    config.site_author = READ.authors
    config.site_url, config.repo_url = READ.site, READ.repository


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages, the pictures and the style."""
    pictures = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "screenshots").glob("*.svg"))]
    for path, name in (*PAGES.items(), (".build/site.css", "site.css"), *zip(pictures, pictures, strict=True)):
        files.append(File.generated(config, name, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: object) -> str:
    """Point links at the places of the site, and keep only the text of those to files that it doesn't have."""
    here = page.file.src_uri
    folder = ROOT if here in PAGES.values() else (DOCS / here).parent

    def moved(link: re.Match[str]) -> str:
        if link[2].startswith(OF_THE_REPOSITORY) and folder == ROOT:
            path = link[2].removeprefix(OF_THE_REPOSITORY)
            return f"{link[1]}({READ.repository}/{path})" if READ.repository else link[1].strip("[]")
        target = Path(os.path.normpath(folder / link[2]))
        inside = target.relative_to(DOCS if target.is_relative_to(DOCS) else ROOT).as_posix()
        inside = PAGES.get(inside, inside)
        if files.get_file_from_path(inside) is None:
            return link[1].lstrip("![").rstrip("]")
        return f"{link[1]}({os.path.relpath(inside, Path(here).parent)}{link[3] or ''})"

    def shown(text: str) -> str:
        """Return a part of the page outside examples as the site needs it."""
        return CODE.sub(lambda code: code[0].replace(r"\|", "|"), INSIDE.sub(r"\1\1", text))

    parts = FENCE.split(LINK.sub(moved, markdown))
    return "".join(part if part.startswith("```") else shown(part) for part in parts)
