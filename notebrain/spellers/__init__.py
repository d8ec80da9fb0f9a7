"""Adapters that know how words are written."""
