"""The user's Cloudflare account."""
