"""Questions, choices and sentences, made from data for screens and plain text."""
