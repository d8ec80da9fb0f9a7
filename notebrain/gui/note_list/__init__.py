"""The list of notes: a model on ids, a painted row, and the panel around them."""
