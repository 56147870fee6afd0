"""House rules: a game with a player's changes, the form's model, and the file that they become."""
