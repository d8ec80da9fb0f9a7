"""Tools that every feature uses; this package imports no feature."""
