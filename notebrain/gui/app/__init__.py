"""Starting and quitting the program."""
