"""Finding notes again: by their words, by their meaning, weighed by age."""
