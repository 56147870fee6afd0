"""Where computer players think, as those know it who only pass it on."""

from collections.abc import Callable
from operator import call
from typing import Any

Brain = Callable[..., Any]
"""Does work, a function and what it is given, here or in another process; it waits, and raises the work's errors."""
IN_PLACE: Brain = call
"""The brain that works in the calling thread."""
Failed = Callable[[Exception], object]
"""Hears the error of a player that failed, and keeps a report on it."""
HINT_FAILED = "The hint comes from a simpler player, because of a fault"
"""What the log says once about such a fault."""
