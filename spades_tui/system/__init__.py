"""Files, folders, the terminal's output, exit statuses and fault reports. It has nothing to do with cards."""
