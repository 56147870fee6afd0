"""Everybody gets the same deals, codes, comparisons and checked claims, on every machine."""

import os
import subprocess
import sys
from functools import cache

import pytest

from tests.bots.same_results import results
from tests.compiled import ROOT
from tests.quick_cases import slow_but

FARTHEST = ("ar_EG.UTF-8", "America/St_Johns", "1")
PLACES = (
    FARTHEST, ("tr_TR.UTF-8", "Asia/Kathmandu", "2"), ("C", "UTC", "3"), ("de_DE.UTF-8", "Pacific/Apia", "4")
)  # fmt: skip
"""Languages, if the system has them, time zones far from UTC, and seeds of Python's own hashes."""
results_here = cache(results)


def printed(language: str, zone: str, hashes: str) -> list[str]:
    """Return what another process prints, because a locale and a time zone are set once, at the start."""
    place = {"LC_ALL": language, "LANG": language, "TZ": zone, "PYTHONHASHSEED": hashes, "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.bots.same_results"], cwd=ROOT, env={**os.environ, **place}, check=True,
        stdout=subprocess.PIPE, encoding="utf-8",
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.parametrize("place", slow_but([FARTHEST], PLACES), ids=lambda place: place[1])
def test_results_are_the_same_in_every_time_zone_and_locale(place: tuple[str, str, str]) -> None:
    here = results_here()
    assert len(here) > 130 and printed(*place) == here
