"""Cli/json."""
