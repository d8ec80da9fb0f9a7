"""Adapters that talk to the user's own Cloudflare account."""
