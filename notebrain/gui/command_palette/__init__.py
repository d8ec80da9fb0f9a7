"""Commands and notes by a few letters."""
