"""A note and what belongs to it."""
