"""What the account knows of the vault, what it is to be told, and what it told."""
