"""The word index, the substring index, and what a search reads of notes."""
