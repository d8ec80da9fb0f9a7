"""Use case: finding notes."""
