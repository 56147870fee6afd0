"""A second, independent reading of the rules, which checks records and makes new ones."""
