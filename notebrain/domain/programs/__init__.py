"""What other programs may do with the notes."""
