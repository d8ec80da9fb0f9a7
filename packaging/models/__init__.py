"""The recipes of the two models that ship; `packaging/build_models.py` runs them."""
