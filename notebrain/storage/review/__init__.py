"""Storage/review."""
