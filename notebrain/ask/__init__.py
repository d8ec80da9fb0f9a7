"""Use case: answering questions with quotes of the notes."""
