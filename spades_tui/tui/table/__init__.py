"""A table on screen: dealing, bidding, trick play, curtain, score, ending."""
