"""The small window that finds a note from any program."""
