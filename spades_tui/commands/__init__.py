"""The command line: the parser, and a module for each command."""
