"""The program in a browser at this machine: `spades-tui serve`."""
