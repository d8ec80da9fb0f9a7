"""This computer: its desktop, hotkeys, spelling and vaults."""
