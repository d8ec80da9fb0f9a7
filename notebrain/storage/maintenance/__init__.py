"""Backups, and checks of the vault's file and its texts."""
