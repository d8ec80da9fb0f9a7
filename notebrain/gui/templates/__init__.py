"""Beginning notes from templates, and the note of today."""
