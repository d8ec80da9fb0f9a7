"""Acts on notes that several panels share."""
