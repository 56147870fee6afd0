"""Files, folders, the terminal's output, exit statuses and fault reports. Nothing here knows about cards."""
