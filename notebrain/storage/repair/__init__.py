"""Storage/repair."""
