"""The page on which the user assigns keys to commands."""
