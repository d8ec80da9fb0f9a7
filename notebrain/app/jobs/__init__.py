"""Work from beginning to end, for who waits: above the composition root."""
