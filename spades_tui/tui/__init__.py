"""The Textual app, its screens and its widgets. Screens draw observations, and turn keys and clicks into events."""
