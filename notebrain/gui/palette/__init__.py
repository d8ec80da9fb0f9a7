"""The field over the window that finds commands and notes by parts of their names."""
