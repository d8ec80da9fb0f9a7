"""Use case: creating, editing and filing notes."""
