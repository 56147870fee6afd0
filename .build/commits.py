"""Check commit messages: a subject of at most 72 letters, an empty line, and below it why.

`python .build/commits.py FILE` reads one message, as git's hook `commit-msg` does. Without a file, it reads the
messages of all commits after `BEGIN`, apart from merges. The exit status is 1 if a message breaks the rule.
"""

import subprocess
import sys
from pathlib import Path

BEGIN = "74db87a4a6682c788d1fca011100536ece48904b"
"""The last commit before the rule was checked."""
LONGEST = 72


def problem(message: str) -> str | None:
    """Return what is wrong with a message, or None. Lines that begin with # are git's own."""
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    text = "\n".join(lines).strip()
    subject, _, below = text.partition("\n")
    if not subject:
        return "the message is empty"
    if subject.startswith(("Merge ", "Revert ", "fixup! ", "squash! ")):
        return None
    if len(subject) > LONGEST:
        return f"the subject has {len(subject)} letters; {LONGEST} at most"
    if below and not below.startswith("\n"):
        return "the second line isn't empty"
    if not below.strip():
        return "nothing below the subject says why"
    return None


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], check=True, capture_output=True, text=True, encoding="utf-8").stdout


def messages() -> dict[str, str]:
    """Return the messages of commits after `BEGIN` by their short names, or only the last where that isn't here."""
    try:
        _git("merge-base", "--is-ancestor", BEGIN, "HEAD")
        span = [f"{BEGIN}..HEAD"]
    except subprocess.CalledProcessError:  # a copy without the whole history
        span = ["-1"]
    entries = _git("log", "--no-merges", "-z", "--format=%h%n%B", *span).split("\0")
    return dict(entry.split("\n", 1) for entry in entries if entry.strip())


def main() -> int:
    """Read one message or those of the history; print what is wrong with each, and return the exit status."""
    texts = {name: Path(name).read_text("utf-8") for name in sys.argv[1:]} or messages()
    status = 0
    for place, text in texts.items():
        if words := problem(text):
            print(f"{place}: {words}.", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
