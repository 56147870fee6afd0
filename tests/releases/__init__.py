"""What each released version has written, kept for ever."""
