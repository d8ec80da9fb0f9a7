"""The tables of review cards, answers and second opinions."""
