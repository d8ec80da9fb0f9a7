"""The review: the inbox of cards and their answers."""
