"""What is said about a query whose operators do not do what they look like."""

from notebrain.domain.messages import _
from notebrain.domain.query import Filter, FilterKind
from notebrain.domain.query_parts import PartKind, QueryPart, could_become, parts_of


def misread(query: str, *, typing: bool = False) -> tuple[str, ...]:
    """Return a sentence for every operator that is searched as words.

    Args:
        typing: Say nothing yet about a last part that more letters could still complete.
    """
    wrong = [part for part in parts_of(query) if part.kind is PartKind.MISREAD]
    return tuple(
        _sentence(part)
        for part in wrong
        if not (typing and part.end == len(query) and could_become(part))
    )


def matches_nothing(filter_: Filter) -> str | None:
    """Return the sentence for a filter that no note at all can pass, because it names what is not there."""
    match filter_.kind:
        case FilterKind.TAG:
            return _("No note has the tag “{name}”.").format(name=filter_.value)
        case FilterKind.WORKSPACE:
            return _("No note is in a workspace “{name}”.").format(name=filter_.value)
        case _:
            return None


def _sentence(part: QueryPart) -> str:
    if part.name == FilterKind.PINNED:
        text = _("“{text}” is searched as words; is: knows pinned.")
    elif part.name in (FilterKind.BEFORE, FilterKind.AFTER):
        text = _("“{text}” is searched as words; a day is written 2026-03-01, 2026-03 or 2026.")
    else:
        text = _("“{text}” is searched as words; a name must follow the colon.")
    return text.format(text=part.text)
