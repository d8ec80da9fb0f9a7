"""Procedures: what the user does in which situation."""
