"""The tray icon, its menu, and a window that waits in the tray."""
