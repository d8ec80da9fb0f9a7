"""The text of a note's file: what, imported again, gives the same note."""

from datetime import datetime
from typing import Final

from notebrain.domain.dates import write_date
from notebrain.domain.notes import front_matter as frontmatter
from notebrain.domain.notes.front_matter import write_list, write_text
from notebrain.domain.notes.note import DEFAULT_IMPORTANCE, DEFAULT_WORKSPACE, Category, Note
from notebrain.exchange.file_note import FileFacts, read_note

_OTHER_KEYS: Final = {"created": "date", "updated": "modified"}


def file_text(note: Note, *, name: str) -> str:
    """Return the text of a note's file.

    Front matter that came with the note is given back as it was while it still says what is so;
    else only the lines that do not are changed, and what is missing is added. An imported note that
    had none gets none while it needs none.

    Args:
        note: The note; the file's time of change will be its `updated_at`.
        name: The file's name without its ending.
    """
    front_matter = note.front_matter
    if not front_matter and not note.source.startswith("import:"):
        front_matter = frontmatter.make(_dates(note))
    text = _joined(front_matter, note.body)
    wrong = _wrong_keys(note, text, name)
    if not wrong:
        return text
    if not front_matter:
        return _joined(frontmatter.make(_dates(note) | wrong), note.body)
    text = _joined(_merged(front_matter, wrong), note.body)
    if not _wrong_keys(note, text, name):
        return text
    # what came with the note cannot be made to say it
    return _joined(frontmatter.make(_all_keys(note)), note.body)


def _joined(front_matter: str, body: str) -> str:
    """Return both as one text, with line ends between them where they would not come apart again."""
    text = front_matter + body
    line_end = frontmatter.line_end_of(front_matter)
    for between in ("", line_end, line_end * 2):
        text = front_matter + between + body
        if frontmatter.cut(text)[1] == body:
            break
    return text


def _wrong_keys(note: Note, text: str, name: str) -> dict[str, str]:
    """Return the keys that an import of `text` would not get right, with the values they need."""
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
        **_dates(note),
        "pinned": _truth(note.pinned),
        "importance": str(note.importance),
        "category": note.category.value,
        "workspace": write_text(note.workspace),
        "local_only": _truth(note.local_only),
    }


def _dates(note: Note) -> dict[str, str]:
    return {"created": _date(note.created_at), "updated": _date(note.updated_at)}


def _date(at: datetime) -> str:
    return write_date(at)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _merged(front_matter: str, wrong: dict[str, str]) -> str:
    """Return front matter with the wrong keys put right, under the names that the file uses."""
    present = frontmatter.read(front_matter)
    changes: dict[str, str] = {}
    for key, value in wrong.items():
        other = _OTHER_KEYS.get(key, key)
        changes[other if key not in present and other in present else key] = value
    return frontmatter.merge(front_matter, changes)
