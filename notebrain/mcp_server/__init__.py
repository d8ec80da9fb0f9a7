"""The Model Context Protocol: lets other programs use the notes."""
