"""Files, folders, the terminal's output, exit statuses and fault reports.

It has nothing to do with cards.
"""

# of one command; the parser of the command line reads it here, because `jobs` takes long to import
MOST_PROCESSES = 64
