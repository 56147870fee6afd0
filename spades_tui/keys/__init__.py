"""What may be done with a key, where, and which key it is."""
