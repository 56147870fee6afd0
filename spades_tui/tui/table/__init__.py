"""The screens of a table: dealing, bidding, trick play, curtain, score, end of the game."""
