"""How a note reads once its marks are gone."""
