"""House rules: a game with a user's changes, the form's model, and the file."""
