"""The context: what a model is told of the user and their notes, within a number of tokens."""
