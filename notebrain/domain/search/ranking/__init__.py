"""Domain/search/ranking."""
