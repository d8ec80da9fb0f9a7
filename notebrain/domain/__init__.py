"""Values and rules of note taking: no I/O, no clock, no threads, no Qt."""
