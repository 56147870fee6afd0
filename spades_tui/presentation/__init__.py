"""Questions, choices and sentences for every face of a table, made from data."""
