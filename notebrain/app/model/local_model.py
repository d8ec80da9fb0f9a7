"""Access to the model on this computer for the parts that embed."""

from typing import TYPE_CHECKING

from notebrain.app.core.resources import resource
from notebrain.domain.ports import Embedder

if TYPE_CHECKING:
    from notebrain.app.notes.text_judge import TextJudge


def local_embedder(*, apart: bool = False) -> Embedder:
    """Return the model that ships with NoteBrain; it is loaded on first use.

    Args:
        apart: Run it in a separate process.
    """
    if not apart:
        from notebrain.embedders.local import LocalEmbedder

        return LocalEmbedder(resource("model"))
    from notebrain.embedders.subprocess_client import ApartEmbedder

    return ApartEmbedder(resource("model"))


def text_judge() -> "TextJudge":
    """Return a judge for texts outside any vault; no vault is opened for it."""
    from notebrain.app.notes.text_judge import TextJudge

    return TextJudge(local_embedder())
