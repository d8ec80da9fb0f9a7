"""Adapters that store the key to the user's account, never in a file."""
