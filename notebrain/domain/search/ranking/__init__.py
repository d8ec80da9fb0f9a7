"""Ranking of search results."""
