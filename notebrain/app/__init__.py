"""The composition root: services, background thread, events, settings, commands."""
