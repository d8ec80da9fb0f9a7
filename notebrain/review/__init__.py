"""Noticing that notes repeat or contradict each other."""
