"""The sync page."""
