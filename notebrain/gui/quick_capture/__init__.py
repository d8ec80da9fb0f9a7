"""The small window for capturing a note."""
