"""The command line: the same services as the window, for scripts and terminals."""
