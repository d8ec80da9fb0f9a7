"""Markdown: editing, plain text, and conversion from HTML."""
