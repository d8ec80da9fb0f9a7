"""Starting and ending the program."""
