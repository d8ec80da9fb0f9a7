"""Text processing without knowledge of notes."""
