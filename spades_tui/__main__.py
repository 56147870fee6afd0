"""`python -m spades_tui` is the same as `spades-tui`."""

from spades_tui.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
