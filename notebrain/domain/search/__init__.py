"""The query language, and the ranking of the notes found."""
