"""The program in a browser on this machine: `spades-tui serve`."""
