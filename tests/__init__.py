"""Tests of the program, a folder for each part of it; helpers are imported by their whole names."""
