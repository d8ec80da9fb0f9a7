"""Passages and what their vectors cost."""
