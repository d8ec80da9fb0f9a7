"""The tables of syncing: what the account has, what to send, and what could not be applied."""
