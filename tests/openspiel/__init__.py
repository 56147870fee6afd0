"""Tests of `classic` against OpenSpiel's independent implementation of Spades."""
