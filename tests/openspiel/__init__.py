"""`classic` beside OpenSpiel's independent implementation of Spades."""
