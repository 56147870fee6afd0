"""House rules: any game and a player's changes to it, the form's model, and the file they become."""
