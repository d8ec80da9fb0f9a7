"""The tables of conversations, their episodes, and what was learned from them."""
