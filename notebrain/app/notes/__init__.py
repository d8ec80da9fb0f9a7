"""Reading notes for the front ends."""
