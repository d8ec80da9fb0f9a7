"""What a Markdown file says a note is: import reads it, export checks what it will read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from notebrain.domain.dates import read_date
from notebrain.domain.markdown.headings import first_heading
from notebrain.domain.notes import front_matter as frontmatter
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.front_matter import Value
from notebrain.domain.notes.note import Category
from notebrain.domain.notes.tags import clean_tags

_TRUE: Final = frozenset({"true", "yes", "on", "1"})
_FALSE: Final = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What front matter says about a note; None where it says nothing that can be understood."""

    title: str | None = None
    tags: tuple[str, ...] | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    pinned: bool | None = None
    importance: int | None = None
    category: Category | None = None
    workspace: str | None = None
    local_only: bool | None = None


@dataclass(frozen=True, slots=True)
class FileNote:
    """A Markdown file as a note.

    Attributes:
        title: From the front matter, else the first heading, else the file's name.
        title_is_set: Whether the title is other than the one the body gives itself.
    """

    body: str
    front_matter: str
    title: str
    title_is_set: bool
    created_at: datetime
    updated_at: datetime
    facts: FileFacts


def read_note(text: str, *, name: str, created_at: datetime, updated_at: datetime) -> FileNote:
    """Return the note of a file's text.

    Args:
        text: All of the file.
        name: The file's name without its ending, for a note that names itself nowhere.
        created_at: When the file was made, if the text does not say it.
        updated_at: When the file was last changed, if the text does not say it.
    """
    front_matter, body = frontmatter.cut(text)
    facts = read_facts(front_matter)
    own_title = title_of(body)
    title = facts.title if facts.title is not None else first_heading(body) or name.strip()
    created, updated = _dates(facts, created_at, updated_at)
    return FileNote(
        body=body,
        front_matter=front_matter,
        title=title,
        title_is_set=title != own_title,
        created_at=created,
        updated_at=updated,
        facts=facts,
    )


def read_facts(front_matter: str) -> FileFacts:
    """Return what front matter says."""
    if not front_matter:
        return FileFacts()
    values = frontmatter.read(front_matter)
    return FileFacts(
        title=_text(values.get("title")),
        tags=_tags(values),
        created_at=_date(values, "created", "date"),
        updated_at=_date(values, "updated", "modified"),
        pinned=_truth(values.get("pinned")),
        importance=_importance(values.get("importance")),
        category=_category(values.get("category")),
        workspace=_text(values.get("workspace")) or None,
        local_only=_truth(values.get("local_only")),
    )


def _dates(
    facts: FileFacts, created_at: datetime, updated_at: datetime
) -> tuple[datetime, datetime]:
    """Return both dates; a file that says only when it was made is not older than that."""
    if facts.created_at is None:
        updated = facts.updated_at or updated_at
        return min(created_at, updated), updated
    return facts.created_at, facts.updated_at or max(facts.created_at, updated_at)


def _text(value: Value) -> str | None:
    if isinstance(value, tuple):
        value = ", ".join(value)
    return None if value is None else value.replace("\x00", " ").strip()


def _tags(values: Mapping[str, Value]) -> tuple[str, ...] | None:
    if "tags" not in values:
        return None
    tags = values["tags"]
    if isinstance(tags, str):
        tags = tuple(tags.split(","))
    return clean_tags(tags or ())


def _date(values: Mapping[str, Value], *keys: str) -> datetime | None:
    """Return the first date that can be understood; without a zone it is this computer's."""
    for key in keys:
        value = values.get(key)
        named = read_date(value) if isinstance(value, str) else None
        if named is not None:
            try:
                at = named.astimezone(UTC)
            except (OverflowError, OSError, ValueError):  # at the edges of the calendar
                at = named.replace(tzinfo=UTC)
            return at.replace(microsecond=at.microsecond // 1000 * 1000)
    return None


def _truth(value: Value) -> bool | None:
    word = value.lower() if isinstance(value, str) else ""
    return True if word in _TRUE else False if word in _FALSE else None


def _importance(value: Value) -> int | None:
    return int(value) if isinstance(value, str) and value in {"1", "2", "3", "4", "5"} else None


def _category(value: Value) -> Category | None:
    try:
        return Category(value.lower()) if isinstance(value, str) else None
    except ValueError:
        return None
