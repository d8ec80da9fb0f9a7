"""The small window that takes a note from anywhere, and the line that says it is kept."""
