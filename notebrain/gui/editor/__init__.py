"""The editor: plain Markdown, saved as it is typed, byte for byte."""
