"""Domain/markdown/html."""
