"""The local judge (its lexicon is data)."""
