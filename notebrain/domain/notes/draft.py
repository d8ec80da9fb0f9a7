"""Drafts of new notes, and the notes they become."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from notebrain.domain.errors import BadText, UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.note import (
    DEFAULT_IMPORTANCE,
    DEFAULT_WORKSPACE,
    LEAST_IMPORTANCE,
    MOST_IMPORTANCE,
    Category,
    Note,
    NoteId,
)
from notebrain.domain.notes.tags import clean_tags

MOST_BYTES: Final = 20_000_000
"""Maximum size of a note's text, in bytes of UTF-8; more takes minutes and gigabytes of memory to index and show."""
_MOST_BYTES_OF_ONE: Final = 4


@dataclass(frozen=True, slots=True)
class Draft:
    """A note that the user wants to save.

    Attributes:
        title: The title, or None to use the first line of the body.
        text_tags: Those of `tags` that came from the text; tags in the text that are not in `tags` are added on saving.
        created_at: When it was written, if not now; `updated_at` defaults to it.
    """

    body: str
    title: str | None = None
    tags: tuple[str, ...] = ()
    text_tags: tuple[str, ...] = ()
    workspace: str = DEFAULT_WORKSPACE
    category: Category = Category.GENERAL
    importance: int = DEFAULT_IMPORTANCE
    pinned: bool = False
    local_only: bool = False
    source: str = "typed"
    created_at: datetime | None = None
    updated_at: datetime | None = None
    front_matter: str = ""


def changed_at(now: datetime, *, created_at: datetime) -> datetime:
    """Return the date of change for a note changed now: never before it was created, whatever the clock says.

    A previous date of change in the future is ignored: once the clock is right again, so is the next date.
    """
    return max(now, created_at)


def new_note(draft: Draft, note_id: NoteId, *, now: datetime) -> Note:
    """Return the note that a draft becomes.

    Raises:
        BadText: The body contains a lone surrogate, which no file can store, or is too long.
        UserError: The importance is not 1 to 5, or the name of the workspace is empty.
    """
    created_at = draft.created_at or now
    return Note(
        id=note_id,
        workspace=clean_workspace(draft.workspace),
        title=keepable(title_of(draft.body) if draft.title is None else draft.title.strip()),
        title_is_set=draft.title is not None,
        body=_body(draft.body),
        front_matter=keepable(draft.front_matter),
        category=draft.category,
        importance=checked_importance(draft.importance),
        pinned=draft.pinned,
        local_only=draft.local_only,
        source=keepable(draft.source),
        tags=clean_tags(keepable(tag) for tag in draft.tags),
        text_tags=clean_tags(draft.text_tags),
        created_at=created_at,
        updated_at=draft.updated_at or created_at,
    )


def _body(text: str) -> str:
    if not fits(text):
        raise too_long()
    return keepable(text)


def keepable(text: str) -> str:
    """Return `text` unchanged if it can be stored byte for byte.

    Raises:
        BadText: It contains a lone surrogate.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadText(
            _(
                "The text has an incomplete character at position {position}; it cannot be saved like that."
            ).format(position=error.start + 1)
        ) from error
    return text


def fits(text: str) -> bool:
    """Return whether a text is short enough for a note; see `MOST_BYTES`."""
    if len(text) * _MOST_BYTES_OF_ONE <= MOST_BYTES:
        return True
    return len(text) <= MOST_BYTES and size_of(text) <= MOST_BYTES


def size_of(text: str) -> int:
    """Return the size of a text in bytes of UTF-8, including lone surrogates."""
    return len(text.encode("utf-8", "surrogatepass"))


def too_long() -> BadText:
    """Return the error for a text that is too long."""
    return BadText(
        _(
            "A note can hold at most {limit} MB of text; this would be more. Nothing was saved."
        ).format(limit=MOST_BYTES // 1_000_000)
    )


def checked_importance(importance: int) -> int:
    """Return `importance` if it is 1 to 5.

    Raises:
        UserError: It is not.
    """
    if not LEAST_IMPORTANCE <= importance <= MOST_IMPORTANCE:
        raise UserError(
            _("Importance must be from 1 to 5, not {importance}.").format(importance=importance)
        )
    return importance


def clean_workspace(name: str) -> str:
    """Return the name of a workspace without outer whitespace.

    Raises:
        UserError: The name is empty.
    """
    name = " ".join(keepable(name).split())
    if not name:
        raise UserError(_("A workspace needs a name."))
    return name
