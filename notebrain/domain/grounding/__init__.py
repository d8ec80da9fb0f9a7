"""Which sentences of an answer stand in the notes: quotes, values, persons."""
