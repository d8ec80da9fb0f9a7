"""Backups, repair and deletion of notes."""
