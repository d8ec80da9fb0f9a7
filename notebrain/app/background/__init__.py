"""The background thread."""
