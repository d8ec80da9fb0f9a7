"""Storage/search."""
