"""The Cloudflare account in the settings: creating a token, connecting, checking the status, and disconnecting."""
