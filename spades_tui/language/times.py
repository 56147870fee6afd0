"""Times in a few words."""

import time

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July",
    "August", "September", "October", "November", "December",
)  # fmt: skip


def when(moment: float, now: float | None = None) -> str:
    """Return a time in a few words: ``just now``, ``today 14:02``, ``3 March``."""
    if now is None:
        now = time.time()
    if 0 <= now - moment < 120:
        return "just now"
    then = time.localtime(moment)
    today = time.localtime(now)
    clock = f"{then.tm_hour}:{then.tm_min:02}"
    if (then.tm_year, then.tm_yday) == (today.tm_year, today.tm_yday):
        return f"today {clock}"
    before = time.localtime(now - 86_400)
    if (then.tm_year, then.tm_yday) == (before.tm_year, before.tm_yday):
        return f"yesterday {clock}"
    date = f"{then.tm_mday} {MONTHS[then.tm_mon - 1]}"
    if then.tm_year == today.tm_year:
        return date
    return f"{date} {then.tm_year}"
