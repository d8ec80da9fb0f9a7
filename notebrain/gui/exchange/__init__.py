"""Import and export from the window: progress, cancel, report."""
