"""How found notes are put in order: pure functions over numbers and texts."""
