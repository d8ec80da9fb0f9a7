"""Conversations with the notes: what was asked and answered, and what is worth keeping of it."""
