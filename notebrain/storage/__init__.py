"""The vault on disk: one SQLite file, and the only SQL of the program."""
