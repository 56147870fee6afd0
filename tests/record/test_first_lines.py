"""Several threads can read records at once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden"

MANY = """
import json, sys, threading
from spades_tui.record import RecordError
from spades_tui.record.line_forms import EVENTS
from spades_tui.record.reader import raw_lines, read
told, begun = [], threading.Barrier(6)
sys.setswitchinterval(1e-6)
def take():
    begun.wait()
    with open(sys.argv[1], "rb") as stream:
        lines = sum(1 for _ in read(raw_lines(stream)))
    begun.wait()
    wrong = []
    for number, event in enumerate(EVENTS):
        try:
            list(read([(number, json.dumps({"event": event, "nobody": 1}).encode())]))
        except RecordError as error:
            wrong.append(str(error))
    told.append((lines, wrong))
threads = [threading.Thread(target=take) for _ in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps([told, len(EVENTS)]))
"""


@pytest.mark.parametrize("time", range(5))
def test_threads_read_the_first_records_at_the_same_time(time: int) -> None:
    """The test repeats, because two threads seldom meet."""
    record = min(GOLDEN.glob("*.spades.jsonl"), key=lambda path: path.stat().st_size)
    lines = record.read_bytes().count(b"\n")
    done = subprocess.run([sys.executable, "-c", MANY, str(record)], capture_output=True, encoding="utf-8", check=True)
    told, events = json.loads(done.stdout)
    assert told == [told[0]] * 6
    assert told[0][0] == lines
    assert len(told[0][1]) == events
