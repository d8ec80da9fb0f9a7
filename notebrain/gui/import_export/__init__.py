"""Importing and exporting notes."""
