"""Backups: a list of them, making one, and taking everything or single notes back."""
