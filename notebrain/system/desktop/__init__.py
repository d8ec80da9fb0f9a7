"""System/desktop."""
