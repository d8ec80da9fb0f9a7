"""The command palette: finding commands and notes by a few letters."""
