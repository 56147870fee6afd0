"""Measure house rules on screen, in a thread of this process and by a clock of the test's own."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from itertools import count

from spades_tui.analysis.rule_lab import Measured
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.settings.settings import Settings
from spades_tui.system.jobs import Jobs
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.house_pages import SECONDS, RuleLabScreen
from spades_tui.tui.setup.house_rules_form import HouseRulesScreen


@contextmanager
def threads(processes: int) -> Iterator[Jobs]:
    """Play in one thread of this process."""
    with closing(Jobs(lambda: ThreadPoolExecutor(1), 2)) as jobs:
        yield jobs


class LabApp(SpadesApp):
    """The program, which measures a draft's rules until the clock has been looked at `looks` times.

    Without a number it measures as usual. `known` has what was measured before.
    """

    def __init__(self, draft: RulesDraft, looks: int = 0, known: list[Measured] | None = None) -> None:
        super().__init__(settings=Settings(pace="instant", cut_patience=0, name="Ann"))
        screen = RuleLabScreen(draft)
        if looks:
            seconds = count(step=SECONDS / looks)
            screen.played, screen.clock = threads, lambda: next(seconds)
        if known is not None:
            screen.comparison.measured = known
        self.comparison = screen.comparison
        self.opens_first = lambda: self.push_screen(screen)


class FormApp(SpadesApp):
    """The program at the form for house rules with a draft."""

    def __init__(self, draft: RulesDraft) -> None:
        super().__init__(settings=Settings(pace="instant", cut_patience=0, name="Ann"))
        self.opens_first: Callable[[], object] = lambda: self.push_screen(HouseRulesScreen(draft, lambda path: None))
