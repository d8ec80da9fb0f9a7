"""Autostart, link handling and notifications, one module per platform."""
