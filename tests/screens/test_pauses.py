"""A table waits for answers, for time and for keys; an answer to an earlier picture changes nothing."""

import asyncio
from time import monotonic, sleep

from spades_tui.game.events import Look, Stand
from spades_tui.tui.table.answers import DECISION, Answer, Continue, Hurry, OpenCurtain
from spades_tui.tui.table.pauses import COVERED_CHECK, Pauses


class Waiting:
    """Pauses with their inbox; `covered` says whether something covers the table."""

    def __init__(self) -> None:
        self.inbox: asyncio.Queue[Answer] = asyncio.Queue()
        self.covered = False
        self.pauses = Pauses(self.inbox, lambda: self.covered)

    def begin(self, seconds: float | None, least: float = 0.0) -> "asyncio.Task[object]":
        """Begin a pause that ends with a decision."""
        return asyncio.ensure_future(self.pauses.pause(seconds, DECISION, least=least))


async def test_a_pause_ends_by_time_or_by_a_key() -> None:
    table, since = Waiting(), monotonic()
    assert await table.begin(0.05) is None
    assert monotonic() - since >= 0.05
    assert not table.pauses.waiting and not table.pauses.hurried
    pause = table.begin(60.0)
    await asyncio.sleep(0)
    assert table.pauses.waiting and table.pauses.hurry()
    assert await pause is None
    assert table.pauses.hurried


async def test_one_key_ends_one_pause() -> None:
    table = Waiting()
    pause = table.begin(60.0)
    await asyncio.sleep(0)
    assert table.pauses.hurry()
    assert not table.pauses.hurry(), "the second key is for something else"
    assert await pause is None
    assert not table.pauses.hurry()


async def test_a_key_does_not_end_a_pause_before_its_least_time() -> None:
    table, since = Waiting(), monotonic()
    pause = table.begin(60.0, least=0.1)
    await asyncio.sleep(0)
    assert table.pauses.hurry() and table.pauses.hurry()
    assert await pause is None
    assert monotonic() - since >= 0.1


async def test_a_pause_for_a_key_lasts_until_it_and_shortens_no_later_one() -> None:
    table = Waiting()
    pause = table.begin(None)
    await asyncio.sleep(0)
    assert table.pauses.awaits_key
    table.pauses.hurry()
    assert await pause is None
    assert not table.pauses.hurried


async def test_no_pause_ends_while_the_table_is_covered() -> None:
    table = Waiting()
    table.covered = True
    pause = table.begin(0.0)
    await asyncio.sleep(2 * COVERED_CHECK)
    assert not pause.done() and not table.pauses.hurry()
    table.covered = False
    assert await pause is None


async def test_a_decision_ends_a_pause_and_other_answers_do_not() -> None:
    table = Waiting()
    pause = table.begin(60.0)
    await asyncio.sleep(0)
    for answer in (Continue(), OpenCurtain(), Look(2)):
        table.inbox.put_nowait(answer)
    assert await pause == Look(2)


async def test_a_decision_in_the_last_moment_of_a_pause_counts() -> None:
    table = Waiting()
    pause = table.begin(0.01)
    await asyncio.sleep(0)
    asyncio.get_running_loop().call_later(0.0, table.inbox.put_nowait, Look(2))
    sleep(0.02)
    assert await pause == Look(2)


async def test_answers_to_an_earlier_picture_are_dropped() -> None:
    """They were given before the table had shown what it waits for now."""
    table = Waiting()
    for answer in (Look(1), Hurry(), Look(2)):
        table.inbox.put_nowait(answer)
    waiting = asyncio.ensure_future(table.pauses.answer(DECISION))
    await asyncio.sleep(0)
    assert not waiting.done()
    table.inbox.put_nowait(Stand(3))
    assert await waiting == Stand(3)
