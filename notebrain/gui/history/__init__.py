"""Earlier texts of a note: their list, what changed between them, and the way back."""
