"""Queries and ranking."""
