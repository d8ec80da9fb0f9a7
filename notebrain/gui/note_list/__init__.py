"""The list of notes: a model, a delegate that paints the rows, and the panel around them."""
