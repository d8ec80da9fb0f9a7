"""Bringing notes in and taking them out: import and export of Markdown files."""
