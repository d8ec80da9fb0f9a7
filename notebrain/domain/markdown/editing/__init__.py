"""Domain/markdown/editing."""
