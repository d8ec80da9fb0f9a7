"""Storage/maintenance."""
