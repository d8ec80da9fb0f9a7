"""Dates that people write: in questions, and in notes."""
