"""Desktop adapters."""
