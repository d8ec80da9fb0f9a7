"""What the account knows."""
