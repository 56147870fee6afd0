"""Golden games: records with findings, fixed to the byte."""
