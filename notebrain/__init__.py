"""Take notes in milliseconds and find them by their words and their meaning.

Example:
    >>> import notebrain
    >>> with notebrain.open("~/my-notes") as brain:  # doctest: +SKIP
    ...     note_id = brain.capture("The spare key is with Ana.", tags=["home"])
    ...     brain.search("who has the key").hits[0].title
    'The spare key is with Ana.'

Neither importing this package nor opening a vault loads Qt or numpy.
"""

from typing import TYPE_CHECKING, Any

from notebrain.version import __version__

if TYPE_CHECKING:
    import os

    from notebrain.app.api import Brain
    from notebrain.domain.errors import NoteBrainError

__all__ = ["Brain", "NoteBrainError", "__version__", "open"]


def open(data_dir: "str | os.PathLike[str] | None" = None) -> "Brain":  # noqa: A001 - read as notebrain.open(), like gzip.open
    """Open a vault without a window; close it with `close()` or a `with` block.

    Args:
        data_dir: The vault's folder, created if missing; None uses `NOTEBRAIN_DATA_DIR`, else the platform's default.

    Raises:
        NoteBrainError: The vault cannot be opened; the message says why and what to do.
    """
    from notebrain.app.api import Brain

    return Brain.open(data_dir)


def __getattr__(name: str) -> Any:  # noqa: ANN401 - the type of a module's attribute
    """Load the public classes on first use."""
    if name == "Brain":
        from notebrain.app.api import Brain

        return Brain
    if name == "NoteBrainError":
        from notebrain.domain.errors import NoteBrainError

        return NoteBrainError
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
