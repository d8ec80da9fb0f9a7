"""Storage/notes."""
