"""Run the program with every word of its sentences spelled backwards, to find code that parses a sentence."""
