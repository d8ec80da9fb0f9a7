"""Links between notes: opening, showing and updating them."""
