"""The history of a note: the list of its earlier texts, comparing them, and restoring one."""
