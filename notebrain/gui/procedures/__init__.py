"""The page of procedures: what the user does in which situation."""
