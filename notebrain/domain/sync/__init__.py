"""Rules of syncing, and the interfaces to the user's account."""
