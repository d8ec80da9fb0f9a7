"""Use case: finding notes that repeat or contradict each other."""
