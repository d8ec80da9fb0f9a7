"""Syncing, as the front ends see it."""
