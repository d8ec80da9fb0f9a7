"""Where the cosines of a model begin to mean something."""

_FLOORS = {"@cf/baai/bge-": 0.4}
"""By the beginning of a model's name. The cosines of bge lie in a narrow band: texts that have nothing to do with each
other have about .4, where those of the model that ships have 0. From the model's own description; not measured on
notes, because the model is not at hand without an account."""


def floor_of(model: str) -> float:
    """Return the cosine that unrelated texts have for a model.

    Example:
        >>> floor_of("@cf/baai/bge-small-en-v1.5"), floor_of("all-minilm-l6-v2")
        (0.4, 0.0)
    """
    return next((floor for name, floor in _FLOORS.items() if model.startswith(name)), 0.0)
