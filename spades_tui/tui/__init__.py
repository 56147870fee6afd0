"""The Textual app, its screens and its widgets. Screens show observations and turn keys and clicks into events."""
