"""Sync rules."""
