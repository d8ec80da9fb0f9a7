"""The Cloudflare account in the settings: how to come by one, connecting, how it stands, leaving."""
