"""Make any legal choice and write down every message, as a small outside player (docs/seat.md)."""

import json
import random
import sys
from pathlib import Path


def main() -> None:
    """Answer every question; the arguments name a file for notes and the mistakes to make."""
    notes = Path(sys.argv[1]).open("w", encoding="utf-8") if len(sys.argv) > 1 else None  # noqa: SIM115
    fault = sys.argv[2] if len(sys.argv) > 2 else ""
    chance = random.Random(7)
    questions = 0
    for line in sys.stdin:
        message = json.loads(line)
        if notes is not None:
            notes.write(line)
            notes.flush()
        if "ask" not in message:
            continue
        questions += 1
        if fault == "nonsense":
            print("what?", flush=True)
        elif fault == "illegal":
            print(json.dumps({"event": "play", "seat": 0, "card": "2C", "ace": "low"}), flush=True)
        elif fault == "ends" and questions > 3:
            return
        elif fault == "second try" and questions % 2:
            print(json.dumps({"event": "stand", "seat": 3}), flush=True)
        else:
            print(json.dumps(chance.choice(message["ask"]["legal"])), flush=True)


if __name__ == "__main__":
    main()
