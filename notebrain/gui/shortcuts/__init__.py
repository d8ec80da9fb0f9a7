"""The page on which the user gives keys to commands."""
