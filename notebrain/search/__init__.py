"""Use case: finding notes by words and meaning."""
