"""App/settings."""
