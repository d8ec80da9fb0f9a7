"""Use case: importing and exporting notes as files."""
