"""Foundations: know nothing else of app."""
