"""Home: what one sees first, to write something down and to go on from."""
