"""Word lists of the judge, in English and German."""
