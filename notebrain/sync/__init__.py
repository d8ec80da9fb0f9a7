"""The engine in the background: what to index (and later, send and fetch) next."""
