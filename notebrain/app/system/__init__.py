"""This computer."""
