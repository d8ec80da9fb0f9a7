"""The two models that ship with NoteBrain, as far as they need not be loaded for it."""

from dataclasses import dataclass
from typing import Final

from notebrain.domain.ports import Space

_POSITIONS: Final = 512
_MARKS: Final = 2  # one before and one after the text
_MOST_BEFORE: Final = 4


@dataclass(frozen=True, slots=True)
class BundledModel:
    """A model that ships with NoteBrain.

    Attributes:
        name: Also the name of its folder in `resources/models`.
        max_tokens: How many tokens of a text it reads.
        before_note, before_question: What the model wants before each text.
    """

    name: str
    space: Space
    max_tokens: int
    before_note: str = ""
    before_question: str = ""


ENGLISH: Final = BundledModel(
    "english", Space("all-minilm-l6-v2-notes", "mean", 384), max_tokens=_POSITIONS - _MARKS
)
MULTILINGUAL: Final = BundledModel(
    "multilingual",
    Space("multilingual-e5-small-notes", "mean", 384),
    max_tokens=_POSITIONS - _MARKS - _MOST_BEFORE,
    before_note="passage: ",
    before_question="query: ",
)
BUNDLED: Final = {model.name: model for model in (ENGLISH, MULTILINGUAL)}
