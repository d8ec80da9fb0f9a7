"""Pictures of every screen, from the sample vault; `python -m notebrain.gui.shots DIR`."""
