"""Adapters that take keys from all other programs: one for each kind of desktop."""
