"""App/commands."""
