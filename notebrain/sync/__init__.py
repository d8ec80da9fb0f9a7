"""Use case: keeping the vault and the user's account in sync."""
