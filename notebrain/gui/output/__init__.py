"""Notes as they leave the window: on the clipboard, as files, and on paper."""
