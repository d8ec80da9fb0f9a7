"""Adapters that keep the key to the user's account: never in a file."""
