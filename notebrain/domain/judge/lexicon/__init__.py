"""Domain/judge/lexicon."""
