"""Fair deals: vectors, and how evenly the cards lie."""
