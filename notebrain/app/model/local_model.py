"""The model on this computer, as the parts that embed are given it."""

from typing import TYPE_CHECKING

from notebrain.app.core.resources import resource
from notebrain.domain.ports import Embedder

if TYPE_CHECKING:
    from notebrain.app.notes.text_judge import TextJudge


def local_embedder(*, apart: bool = False) -> Embedder:
    """Return the model that comes with NoteBrain; it is loaded when something is embedded.

    Args:
        apart: Run it in a process of its own.
    """
    if not apart:
        from notebrain.embedders.local import LocalEmbedder

        return LocalEmbedder(resource("model"))
    from notebrain.embedders.subprocess_client import ApartEmbedder

    return ApartEmbedder(resource("model"))


def text_judge() -> "TextJudge":
    """Return a judge of texts that are in no vault; none is opened for it."""
    from notebrain.app.notes.text_judge import TextJudge

    return TextJudge(local_embedder())
