"""Conversion of HTML to Markdown."""
