"""The page *About you*: the blocks of the profile, with their history."""
