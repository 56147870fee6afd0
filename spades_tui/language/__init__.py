"""Words that every room needs: names of cards, forms of address, times, quoted input."""
