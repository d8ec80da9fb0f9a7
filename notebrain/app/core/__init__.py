"""Foundations, which depend on no other part of app."""
