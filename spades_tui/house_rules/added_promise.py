"""Another promise of the first tricks, with its own points."""

from typing import Any

MORE = "bids.promise_more"
"""The key of the row that adds another promise."""
MOST = 4


def may_promise_more(rules: dict[str, Any]) -> bool:
    """Return whether a game with a promise may have another one."""
    listed = [part for part in rules["bids"] if part["kind"] == "promise"]
    return 0 < len(listed) < MOST and any(part.get("on", True) for part in listed)


def promised_more(rules: dict[str, Any]) -> None:
    """Add a promise after the last one, for an unused number of tricks, with the points of the first."""
    promise, pay = (
        next((part for part in rules[where] if part["kind"] == "promise" and part.get("on", True)), None)
        for where in ("bids", "scores")
    )
    if promise is None or pay is None:
        return
    listed = [part for part in rules["bids"] if part["kind"] == "promise"]
    taken = {part["tricks"] for part in listed}
    tricks = int(rules["deal"]["cards"])
    last = listed[-1]["tricks"]
    free = [n for n in (*range(last + 1, tricks + 1), *range(last - 1, 0, -1)) if n not in taken]
    if not free:
        return
    name = f"{promise['name'][:20]} of {free[0]}"
    for where, first in (("bids", promise), ("scores", pay)):
        places = [n for n, part in enumerate(rules[where]) if part["kind"] == "promise"]
        rules[where].insert(places[-1] + 1, {**first, "name": name, "tricks": free[0], "on": True})
