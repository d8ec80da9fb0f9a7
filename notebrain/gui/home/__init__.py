"""Home, the start page: a place to write something down and continue earlier work."""
