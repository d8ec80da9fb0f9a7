"""Use case: noticing notes that repeat or contradict each other."""
