"""What checks the lines of a record is made when the first of a kind is read, in whatever thread that is."""

import json
import subprocess
import sys
from pathlib import Path

GOLDEN = Path(__file__).parent.parent / "golden"

MANY = """
import json, sys, threading
from spades_tui.record.lines import EVENTS
from spades_tui.record.read import raw_lines, read
assert not any(model.__pydantic_complete__ for model in EVENTS.values())
counts, begun = [], threading.Barrier(6)
sys.setswitchinterval(1e-6)
def take():
    begun.wait()
    with open(sys.argv[1], "rb") as stream:
        counts.append(sum(1 for _ in read(raw_lines(stream))))
threads = [threading.Thread(target=take) for _ in range(6)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(json.dumps([counts, sum(model.__pydantic_complete__ for model in EVENTS.values()) < len(EVENTS)]))
"""


def test_several_threads_may_read_the_first_record() -> None:
    record = min(GOLDEN.glob("*.spades.jsonl"), key=lambda path: path.stat().st_size)
    lines = record.read_bytes().count(b"\n")
    done = subprocess.run([sys.executable, "-c", MANY, str(record)], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[lines] * 6, True]
