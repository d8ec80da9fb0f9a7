"""Find and replace in the note that is shown."""
