"""Spell checking in the editor."""
