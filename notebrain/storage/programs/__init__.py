"""The tables about other programs."""
