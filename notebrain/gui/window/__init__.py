"""The main window and its layout."""
