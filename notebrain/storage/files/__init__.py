"""Files in notes: their bytes beside the database, what is known of them, and which text uses which."""
