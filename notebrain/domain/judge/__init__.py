"""The local judge, which compares two notes; its lexicon is data."""
