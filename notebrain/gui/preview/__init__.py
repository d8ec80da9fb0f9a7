"""The preview: a note rendered as formatted text."""
