"""Storage/schema."""
