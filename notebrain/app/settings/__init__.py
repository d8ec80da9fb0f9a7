"""The settings of the program."""
