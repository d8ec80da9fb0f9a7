"""Convert between notes and the text of their Markdown files."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from notebrain.domain.dates import read_date, write_date
from notebrain.domain.markdown.headings import first_heading
from notebrain.domain.notes import front_matter as frontmatter
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.front_matter import Value, write_list, write_text
from notebrain.domain.notes.note import DEFAULT_IMPORTANCE, DEFAULT_WORKSPACE, Category, Note
from notebrain.domain.notes.tags import clean_tags

_TRUE: Final = frozenset({"true", "yes", "on", "1"})
_FALSE: Final = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What front matter says about a note; None for anything missing or not understood."""

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
        title: From the front matter, else the first heading, else the file's name; see `read_note`.
        title_is_set: Whether the title differs from the one derived from the body.
    """

    body: str
    front_matter: str
    title: str
    title_is_set: bool
    created_at: datetime
    updated_at: datetime
    facts: FileFacts


def read_note(
    text: str,
    *,
    name: str,
    created_at: datetime,
    updated_at: datetime,
    name_first: bool = False,
) -> FileNote:
    """Return the note described by a file's text.

    Args:
        text: The whole text of the file.
        name: The file's name without its extension, for a note without a title of its own.
        created_at: When the file was created, unless the text says so.
        updated_at: When the file was last changed, unless the text says so.
        name_first: Whether the file's name comes before its first heading, because others call the note so.
    """
    front_matter, body = frontmatter.cut(text)
    facts = read_facts(front_matter)
    own_title = title_of(body)
    heading = "" if name_first else first_heading(body)
    title = facts.title if facts.title is not None else heading or name.strip()
    created, updated = _read_dates(facts, created_at, updated_at)
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
        created_at=_read_date(values, "created", "date"),
        updated_at=_read_date(values, "updated", "modified"),
        pinned=_read_truth(values.get("pinned")),
        importance=_importance(values.get("importance")),
        category=_category(values.get("category")),
        workspace=_text(values.get("workspace")) or None,
        local_only=_read_truth(values.get("local_only")),
    )


def _read_dates(
    facts: FileFacts, created_at: datetime, updated_at: datetime
) -> tuple[datetime, datetime]:
    """Return both dates; a file that gives only its creation date has not changed before that."""
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


def _read_date(values: Mapping[str, Value], *keys: str) -> datetime | None:
    """Return the first date that is understood; without a time zone it is in this computer's."""
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


def _read_truth(value: Value) -> bool | None:
    word = value.lower() if isinstance(value, str) else ""
    return True if word in _TRUE else False if word in _FALSE else None


def _importance(value: Value) -> int | None:
    return int(value) if isinstance(value, str) and value in {"1", "2", "3", "4", "5"} else None


def _category(value: Value) -> Category | None:
    try:
        return Category(value.lower()) if isinstance(value, str) else None
    except ValueError:
        return None


_OTHER_KEYS: Final = {"created": "date", "updated": "modified"}


def file_text(note: Note, *, name: str) -> str:
    """Return the text of a note's file.

    Front matter that came with the note is returned unchanged while it is still correct. Otherwise only incorrect lines
    are changed and missing ones added. A note imported without front matter gets none unless it needs it.

    Args:
        note: The note; the file's modification time will be its `updated_at`.
        name: The file's name without its extension.
    """
    front_matter = note.front_matter
    if not front_matter and not note.source.startswith("import:"):
        front_matter = frontmatter.make(_written_dates(note))
    text = _joined(front_matter, note.body)
    wrong = _wrong_keys(note, text, name)
    if not wrong:
        return text
    if not front_matter:
        return _joined(frontmatter.make(_written_dates(note) | wrong), note.body)
    text = _joined(_merged(front_matter, wrong), note.body)
    if not _wrong_keys(note, text, name):
        return text
    # the note's own front matter cannot be changed to say it
    return _joined(frontmatter.make(_all_keys(note)), note.body)


def _joined(front_matter: str, body: str) -> str:
    """Return both as one text, with line ends between them if they could not be separated again otherwise."""
    text = front_matter + body
    line_end = frontmatter.line_end_of(front_matter)
    for between in ("", line_end, line_end * 2):
        text = front_matter + between + body
        if frontmatter.cut(text)[1] == body:
            break
    return text


def _wrong_keys(note: Note, text: str, name: str) -> dict[str, str]:
    """Return the keys that an import of `text` would get wrong, with their correct values."""
    read = read_note(text, name=name, created_at=note.updated_at, updated_at=note.updated_at)
    needed = _all_keys(note)
    if read.body != note.body:
        return needed
    facts = read.facts
    right = {
        "title": read.title == note.title,
        "tags": (facts.tags or ()) == note.tags,
        "created": read.created_at == note.created_at,
        "updated": read.updated_at == note.updated_at,
        **_right_filing(note, facts),
    }
    return {key: value for key, value in needed.items() if not right[key]}


def _right_filing(note: Note, facts: FileFacts) -> dict[str, bool]:
    return {
        "pinned": bool(facts.pinned) == note.pinned,
        "importance": (facts.importance or DEFAULT_IMPORTANCE) == note.importance,
        "category": (facts.category or Category.GENERAL) == note.category,
        "workspace": (facts.workspace or DEFAULT_WORKSPACE) == note.workspace,
        "local_only": bool(facts.local_only) == note.local_only,
    }


def _all_keys(note: Note) -> dict[str, str]:
    """Return everything a file can say about a note, as YAML."""
    return {
        "title": write_text(note.title),
        "tags": write_list(note.tags),
        **_written_dates(note),
        "pinned": _written_truth(note.pinned),
        "importance": str(note.importance),
        "category": note.category.value,
        "workspace": write_text(note.workspace),
        "local_only": _written_truth(note.local_only),
    }


def _written_dates(note: Note) -> dict[str, str]:
    return {"created": _written_date(note.created_at), "updated": _written_date(note.updated_at)}


def _written_date(at: datetime) -> str:
    return write_date(at)


def _written_truth(value: bool) -> str:
    return "true" if value else "false"


def _merged(front_matter: str, wrong: dict[str, str]) -> str:
    """Return front matter with the wrong keys corrected, under the names used by the file."""
    present = frontmatter.read(front_matter)
    changes: dict[str, str] = {}
    for key, value in wrong.items():
        other = _OTHER_KEYS.get(key, key)
        changes[other if key not in present and other in present else key] = value
    return frontmatter.merge(front_matter, changes)
