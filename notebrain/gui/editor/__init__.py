"""The editor: plain Markdown that is saved as the user types, byte for byte."""
