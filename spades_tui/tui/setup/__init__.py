"""Before a table stands: home, the variants, the seats, the settings, the rules in words."""
