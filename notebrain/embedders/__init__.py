"""Adapters that turn text into vectors on this computer."""
