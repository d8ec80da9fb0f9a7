"""Links between notes: opening them, and the pane that shows them."""
