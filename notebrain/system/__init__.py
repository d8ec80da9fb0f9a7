"""Adapters for the operating system and the desktop."""
