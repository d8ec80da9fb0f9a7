"""Storage/embedding."""
