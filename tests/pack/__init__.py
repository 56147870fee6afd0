"""The games that Spades players elsewhere call by these names (NL to JD), sentence by sentence."""
