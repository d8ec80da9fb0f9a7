"""Pictures of every screen, from the sample vault; `python -m screenshots DIR`."""
