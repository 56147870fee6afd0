"""The program with every word of its sentences spelled backwards: whoever reads a sentence to decide is found out."""
