"""The icon in the tray: what it offers, and a window that waits in it."""
