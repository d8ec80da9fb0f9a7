"""Cli/commands."""
