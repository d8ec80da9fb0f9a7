"""The tables of the procedures."""
