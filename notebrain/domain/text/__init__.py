"""Text, without knowledge of notes."""
