"""A second, independent reading of the rules, used to check records and to make new ones."""
