"""The small capture window."""
