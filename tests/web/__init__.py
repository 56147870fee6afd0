"""The program in a browser."""
