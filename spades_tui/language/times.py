"""Times in a few words."""

import time

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip


def when(moment: float, now: float | None = None) -> str:
    """Return a time in a few words: ``just now``, ``today 14:02``, ``yesterday 9:30``, ``3 March``."""
    now = time.time() if now is None else now
    if 0 <= now - moment < 120:
        return "just now"
    then, today = time.localtime(moment), time.localtime(now)
    clock = f"{then.tm_hour}:{then.tm_min:02}"
    if (then.tm_year, then.tm_yday) == (today.tm_year, today.tm_yday):
        return f"today {clock}"
    before = time.localtime(now - 86_400)
    if (then.tm_year, then.tm_yday) == (before.tm_year, before.tm_yday):
        return f"yesterday {clock}"
    year = "" if then.tm_year == today.tm_year else f" {then.tm_year}"
    return f"{then.tm_mday} {MONTHS[then.tm_mon - 1]}{year}"
