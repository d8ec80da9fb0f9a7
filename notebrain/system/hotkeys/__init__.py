"""System/hotkeys."""
