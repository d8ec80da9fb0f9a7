"""Syncing: the page that shows how it stands, what has left this computer, and what was done."""
