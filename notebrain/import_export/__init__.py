"""Use case."""
