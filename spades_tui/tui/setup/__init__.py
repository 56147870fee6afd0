"""The screens before a table: home, the variants, the seats, the settings, the rules in words."""
