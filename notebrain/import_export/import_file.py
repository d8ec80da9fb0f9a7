"""Storing one imported file: as a new note, as its note's new text, or beside a changed note."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto

from notebrain.domain.notes.draft import clean_workspace, keepable
from notebrain.domain.notes.note import (
    DEFAULT_IMPORTANCE,
    DEFAULT_WORKSPACE,
    Category,
    Note,
    NoteId,
)
from notebrain.domain.notes.tags import TagsFrom, clean_tags, fold_tag, given_tags
from notebrain.import_export.file_format import FileFacts, FileNote, read_facts
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import imports, notes, originals, revisions, rewrite, tags
from notebrain.storage.notes.imports import Imported, Prepared
from notebrain.storage.review import cards
from notebrain.storage.review.filing import file_note
from notebrain.storage.sync import account

REASON = "import"


class Outcome(Enum):
    """What became of one file."""

    IMPORTED = auto()
    UPDATED = auto()
    UNCHANGED = auto()
    KEPT_BOTH = auto()
    ASKED = auto()
    """Another computer made its note of the file, with another text: a card asks about the two."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that has been read.

    Attributes:
        path: Relative to the imported folder, with `/` between the names.
        known: What is remembered of its last import, or None.
        fresh: The new note that the file becomes, unless it has one.
        tags_from: What its tags are taken from beyond the front matter: now, or at its last import.
        original: The file's own bytes, packed, where its text does not give them back.
        of_others: Keys of the notes that other computers made of a file of this path.
    """

    path: str
    file_hash: bytes
    note: FileNote
    known: Imported | None
    fresh: Prepared
    tags_from: TagsFrom = TagsFrom.NOTHING
    of_others: tuple[int, ...] = ()
    original: bytes | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a file, which note it is, and whether that note got tags by its place or text."""

    outcome: Outcome
    note_id: NoteId
    tagged: bool


def take_all(db: Connection, root: str, files: Sequence[File], *, now: datetime) -> list[Taken]:
    """Store what files say, in the caller's transaction; return what became of each."""
    taken: list[Taken] = []
    remembered: list[Imported] = []
    new: list[File] = []
    for given in files:
        file = given
        result, present, tagged = _settle(db, file, root, now=now)
        if present is None:
            file = _as_local_only_as_before(db, file)
            new.append(file)
            taken.append(Taken(result, file.fresh.note.id, _is_tagged(file)))
        else:
            remembered.append(present)
            if file.original is not None:
                originals.put_all(db, [(present.note_key, file.original)])
            elif result is Outcome.UPDATED:
                originals.drop(db, present.note_key)
            taken.append(Taken(result, present.note_id, tagged))
    keys = imports.add_all(db, [file.fresh for file in new], lane=Lane.BACKFILL, now=now)
    for file, key in zip(new, keys, strict=True):
        note = file.fresh.note
        remembered.append(
            Imported(file.path, note.id, key, file.file_hash, note.version, file.tags_from)
        )
    packed = ((key, file.original) for file, key in zip(new, keys, strict=True))
    originals.put_all(db, ((key, data) for key, data in packed if data is not None))
    imports.put_all(db, root, remembered)
    return taken


def new_note_of(
    file_note: FileNote,
    path: str,
    *,
    note_id: NoteId,
    workspace: str | None,
    tags_from: TagsFrom = TagsFrom.NOTHING,
) -> Note:
    """Return the note that a file becomes; `workspace` is the user's choice, None leaves it to the file."""
    facts = file_note.facts
    return Note(
        id=note_id,
        workspace=clean_workspace(workspace or facts.workspace or DEFAULT_WORKSPACE),
        title=keepable(file_note.title),
        title_is_set=file_note.title_is_set,
        body=file_note.body,
        front_matter=file_note.front_matter,
        created_at=file_note.created_at,
        updated_at=file_note.updated_at,
        category=facts.category or Category.GENERAL,
        importance=facts.importance or DEFAULT_IMPORTANCE,
        pinned=bool(facts.pinned),
        local_only=bool(facts.local_only),
        source=f"import:{path}",
        tags=clean_tags([*(facts.tags or ()), *given_tags(path, file_note.body, tags_from)]),
    )


def _settle(
    db: Connection, file: File, root: str, *, now: datetime
) -> tuple[Outcome, Imported | None, bool]:
    """Decide what a file means; return its note as it is then, or None if it becomes a new one, and if it got tags."""
    known = file.known
    present = None if known is None else notes.get_by_key(db, known.note_key)
    if known is None or present is None:
        result, twin = _joined(db, file, now=now)
        return result, twin, False
    same = known.file_hash == file.file_hash
    if present.deleted_at is not None and not same:
        # a note in the trash stays there: the file changed since it was thrown away
        return Outcome.IMPORTED, None, False
    version, result = present.version, Outcome.UNCHANGED
    if same:
        version = known.note_version
    elif present.version == known.note_version:
        changed = _update(db, file, known, present, root=root, now=now)
        version += changed
        result = Outcome.UPDATED if changed else Outcome.UNCHANGED
    elif present.body != file.note.body:
        return Outcome.KEPT_BOTH, None, False
    tagged = _retag(db, known, present, file)
    kept = Imported(file.path, present.id, known.note_key, file.file_hash, version, file.tags_from)
    return result, kept, tagged


def _joined(db: Connection, file: File, *, now: datetime) -> tuple[Outcome, Imported | None]:
    """Take the note that another computer made of the same file and sent here for the one that the file has.

    Where the two differ, the note stays as it is; what the file says is in its history, and a card asks about it.
    """
    new = file.fresh.note
    found = [
        (key, note)
        for key in file.of_others
        if (note := notes.get_by_key(db, key)) is not None
        and note.deleted_at is None
        and not (note.local_only or new.local_only)
    ]
    same = [one for one in found if (one[1].title, one[1].body) == (new.title, new.body)]
    if (
        not same and len(found) != 1
    ):  # of several folders with such a file nobody knows which one it is
        return Outcome.IMPORTED, None
    key, note = (same or found)[0]
    known = Imported(file.path, note.id, key, file.file_hash, note.version, file.tags_from)
    if same and note.front_matter == new.front_matter:
        return Outcome.UNCHANGED, known
    if not same and revisions.has(db, key, title=new.title, body=new.body):
        return Outcome.UNCHANGED, known  # its text was changed since
    revisions.add(
        db,
        key,
        title=new.title,
        title_is_set=new.title_is_set,
        body=new.body,
        front_matter=new.front_matter,
        at=now,
        reason=REASON,
        session=REASON,
    )
    if same:
        return Outcome.UNCHANGED, known
    here = account.get(db)
    cards.put_conflict(
        db,
        note_id=note.id,
        theirs=new.body,
        theirs_title=new.title,
        base=None,
        at=new.updated_at,
        device="" if here is None else here.device,
    )
    return Outcome.ASKED, known


def _as_local_only_as_before(db: Connection, file: File) -> File:
    """Return a file that becomes a new note beside that of its last import: where that stays here, so does this."""
    if file.known is None or not notes.is_local_only(db, file.known.note_key):
        return file
    return replace(file, fresh=imports.prepare(replace(file.fresh.note, local_only=True)))


def _update(
    db: Connection, file: File, known: Imported, present: Note, *, root: str, now: datetime
) -> bool:
    """Give a note the new text of its file, its old one kept; tell whether that changed anything."""
    new = file.note
    changed = rewrite.rewrite(
        db,
        present.id,
        known.note_key,
        rewrite.Rewrite(
            title=keepable(new.title),
            title_is_set=new.title_is_set,
            body=new.body,
            front_matter=new.front_matter,
            reason=REASON,
            session=f"{REASON}:{root}",
            at=now,
            always_keep=True,
            lane=Lane.BACKFILL,
        ),
    )
    says_else = (new.body, new.title) != (present.body, present.title)
    imports.redate(
        db,
        known.note_key,
        created_at=new.facts.created_at or present.created_at,
        updated_at=new.updated_at if says_else or new.facts.updated_at else present.updated_at,
    )
    _update_filing(db, present, read_facts(present.front_matter), new.facts)
    return changed


def _update_filing(db: Connection, present: Note, was: FileFacts, facts: FileFacts) -> None:
    """Carry over what changed in the front matter; what the user filed otherwise here stays."""
    for column, before, after in (
        ("pinned", was.pinned, facts.pinned),
        ("importance", was.importance, facts.importance),
        ("category", was.category, facts.category),
        ("local_only", was.local_only, facts.local_only),
    ):
        if after is not None and after != before:
            file_note(db, present.id, column, after)


def _retag(db: Connection, known: Imported, present: Note, file: File) -> bool:
    """Carry over what changed in a file's tags; tell if its place or text gave the note one it did not have.

    What the user took off the note here stays off, for what a tag was taken from before gives it only once.
    """
    was = read_facts(present.front_matter).tags or ()
    named = file.note.facts.tags or ()
    given = given_tags(file.path, file.note.body, file.tags_from)
    body = file.note.body if known.file_hash == file.file_hash else present.body
    before = _folded([*was, *given_tags(file.path, body, known.tags_from)])
    after = {**_folded(given), **_folded(named)}
    worn = _folded(present.tags)
    come = {fold: tag for fold, tag in after.items() if fold not in before and fold not in worn}
    stay = [tag for fold, tag in worn.items() if fold in after or fold not in before]
    if come or len(stay) < len(worn):
        tags.put(db, known.note_key, [*stay, *come.values()])
    return bool(come.keys() - _folded(named).keys())


def _is_tagged(file: File) -> bool:
    """Tell whether a new note has tags by its place or text."""
    return len(file.fresh.note.tags) > len(clean_tags(file.note.facts.tags or ()))


def _folded(names: Iterable[str]) -> dict[str, str]:
    return {fold_tag(name): name for name in names}
