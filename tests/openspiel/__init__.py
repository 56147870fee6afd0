"""`classic` beside the spades of OpenSpiel, which somebody else has written."""
