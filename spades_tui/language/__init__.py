"""Words that all parts of the program need: forms of address, times, quoted input."""
