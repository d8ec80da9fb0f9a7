"""The command line: every command of `notebrain help`, one file per family."""
