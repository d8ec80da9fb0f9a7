"""Actions on notes that several panels share."""
