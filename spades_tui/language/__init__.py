"""Words that all parts of the program need: names of cards, forms of address, times, quoted input."""
