"""Pictures and files in notes: adding them, showing them, and opening them."""
