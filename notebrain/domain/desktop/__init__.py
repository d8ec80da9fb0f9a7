"""Desktop integration."""
