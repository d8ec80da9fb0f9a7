"""The local embedding model."""
