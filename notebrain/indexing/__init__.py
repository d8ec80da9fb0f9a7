"""Use case: vectors."""
