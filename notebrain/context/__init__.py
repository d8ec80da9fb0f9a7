"""Use case: telling a model what it should know of the user and their notes."""
