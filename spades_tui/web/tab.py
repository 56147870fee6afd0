"""The program behind one tab, in its own process: `python -m spades_tui.web.tab`, with its environment set."""

import sys


def main() -> int:
    """Open the program and return its exit status. Errors are reported where the server was started."""
    from spades_tui.system.faults import report_fault, report_thread_faults

    report_thread_faults()
    try:
        from spades_tui.tui.run import run

        return run()
    except Exception as error:
        return report_fault(error)


if __name__ == "__main__":
    sys.exit(main())
