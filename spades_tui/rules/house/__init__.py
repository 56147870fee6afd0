"""House rules: any game, and what is changed of it; which changes hold together, and the file that comes of them."""
