"""`python -m spades_tui` is the same as `spades-tui`."""


def main() -> int:
    """Load the program and run it; Ctrl+C during either ends it without a traceback."""
    try:
        from spades_tui import cli
    except KeyboardInterrupt:
        return 130
    return cli.main()


if __name__ == "__main__":
    raise SystemExit(main())
