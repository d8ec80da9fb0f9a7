"""Backups: listing them, making one, and restoring everything or single notes."""
