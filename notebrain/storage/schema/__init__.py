"""The vault's schema and the migrations that bring an older vault up to date."""
