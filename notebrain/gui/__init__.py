"""The window: shows, asks, and puts errors into words."""
