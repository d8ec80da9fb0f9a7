"""The blocks of the profile and their earlier texts."""
