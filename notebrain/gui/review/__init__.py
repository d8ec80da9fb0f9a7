"""The inbox of cards."""
