"""Store an imported file as a new note, as the new text of its note, or beside a note that was changed."""

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
from notebrain.domain.notes.tags import (
    Tagged,
    TagsFrom,
    clean_tags,
    fold_tag,
    given_tags,
    typed_tags,
    with_words_in,
)
from notebrain.import_export.file_format import FileFacts, FileNote, read_facts
from notebrain.storage.connection import Connection
from notebrain.storage.embedding.queue import Lane
from notebrain.storage.notes import imports, notes, revisions, rewrite, tags
from notebrain.storage.notes.imports import Imported, Prepared
from notebrain.storage.review import cards
from notebrain.storage.review.filing import file_note
from notebrain.storage.sync import account

REASON = "import"


class Outcome(Enum):
    """What was done with a file."""

    IMPORTED = auto()
    UPDATED = auto()
    UNCHANGED = auto()
    KEPT_BOTH = auto()
    ASKED = auto()
    """Another computer imported the file with a different text: a card asks about the two."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that was read for an import.

    Attributes:
        path: Relative to the imported folder, with `/` between the names.
        known: The record of its last import, or None.
        fresh: The new note for the file, used unless it already has one.
        tags_from: The sources of its tags besides the front matter, now or at its last import.
        original: The file's own bytes, packed, if they cannot be restored from its text.
        of_others: Keys of the notes that other computers imported from a file with this path.
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
class FileResult:
    """What was done with a file.

    Attributes:
        tagged: Whether its note got tags from its path or text.
        former: The version in the history of its note that holds the text before the update; 0 if there was none.
    """

    outcome: Outcome
    note_id: NoteId
    tagged: bool
    former: int = 0


def store_all(
    db: Connection, root: str, files: Sequence[File], *, now: datetime
) -> list[FileResult]:
    """Store the content of files in the caller's transaction; return what was done with each."""
    results: list[FileResult] = []
    remembered: list[Imported] = []
    new: list[File] = []
    for given in files:
        file = given
        result, present, tagged = _settle(db, file, root, now=now)
        if present is None:
            file = _as_local_only_as_before(db, file)
            new.append(file)
            results.append(FileResult(result, file.fresh.note.id, _is_tagged(file)))
        else:
            remembered.append(present)
            if file.original is not None:
                imports.put_originals(db, [(present.note_key, file.original)])
            elif result is Outcome.UPDATED:
                imports.drop_original(db, present.note_key)
            former = revisions.newest(db, present.note_key) if result is Outcome.UPDATED else 0
            results.append(FileResult(result, present.note_id, tagged, former))
    keys = imports.add_all(db, [file.fresh for file in new], lane=Lane.BACKFILL, now=now)
    for file, key in zip(new, keys, strict=True):
        note = file.fresh.note
        remembered.append(
            Imported(file.path, note.id, key, file.file_hash, note.version, file.tags_from)
        )
    packed = ((key, file.original) for file, key in zip(new, keys, strict=True))
    imports.put_originals(db, ((key, data) for key, data in packed if data is not None))
    imports.put_all(db, root, remembered)
    return results


def new_note_of(
    file_note: FileNote,
    path: str,
    *,
    note_id: NoteId,
    workspace: str | None,
    tags_from: TagsFrom = TagsFrom.NOTHING,
) -> Note:
    """Return the note for a new file; `workspace` is the user's choice, None leaves it to the file."""
    facts = file_note.facts
    tags = clean_tags([*(facts.tags or ()), *given_tags(path, file_note.body, tags_from)])
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
        tags=tags,
        text_tags=_from_text(tags, facts.tags or (), path, file_note.body, tags_from)
        if tags
        else (),
    )


def _settle(
    db: Connection, file: File, root: str, *, now: datetime
) -> tuple[Outcome, Imported | None, bool]:
    """Decide what to do with a file; return its note, or None if it becomes a new one, and whether it got tags."""
    known = file.known
    present = None if known is None else notes.get_by_key(db, known.note_key)
    if known is None or present is None:
        result, twin = _joined(db, file, now=now)
        return result, twin, False
    same = known.file_hash == file.file_hash
    if present.deleted_at is not None and not same:
        # a note in the trash stays there: the file has changed since the note was deleted
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
    record = Imported(
        file.path, present.id, known.note_key, file.file_hash, version, file.tags_from
    )
    return result, record, tagged


def _joined(db: Connection, file: File, *, now: datetime) -> tuple[Outcome, Imported | None]:
    """Use the note that another computer imported from the same file as the note of this file.

    If the two differ, the note stays as it is; the file's text is saved in its history, and a card asks about it.
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
    ):  # if several folders contain such a file, it is unknown which one it is
        return Outcome.IMPORTED, None
    key, note = (same or found)[0]
    known = Imported(file.path, note.id, key, file.file_hash, note.version, file.tags_from)
    if same and note.front_matter == new.front_matter:
        return Outcome.UNCHANGED, known
    if not same and revisions.has(db, key, title=new.title, body=new.body):
        return Outcome.UNCHANGED, known  # its text was changed since then
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
    """Return a file that becomes a new note beside an earlier one, made local only if the earlier note is."""
    if file.known is None or not notes.is_local_only(db, file.known.note_key):
        return file
    return replace(file, fresh=imports.prepare(replace(file.fresh.note, local_only=True)))


def _update(
    db: Connection, file: File, known: Imported, present: Note, *, root: str, now: datetime
) -> bool:
    """Give a note its file's new text, saving the old one; return whether that changed anything."""
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
    """Apply changes of the front matter, but keep filing that the user changed here."""
    for column, before, after in (
        ("pinned", was.pinned, facts.pinned),
        ("importance", was.importance, facts.importance),
        ("category", was.category, facts.category),
        ("local_only", was.local_only, facts.local_only),
    ):
        if after is not None and after != before:
            file_note(db, present.id, column, after)


def _retag(db: Connection, known: Imported, present: Note, file: File) -> bool:
    """Apply changes of a file's tags; return whether its path or text gave the note a new tag.

    Tags that the user removed from the note here stay removed, because each source gives a tag only once.
    """
    was = read_facts(present.front_matter).tags or ()
    named = file.note.facts.tags or ()
    given = given_tags(file.path, file.note.body, file.tags_from)
    body = file.note.body if known.file_hash == file.file_hash else present.body
    before = _folded([*was, *given_tags(file.path, body, known.tags_from)])
    after = {**_folded(given), **_folded(named)}
    worn = _folded(present.tags)
    come = {fold: tag for fold, tag in after.items() if fold not in before and fold not in worn}
    came = Tagged(present.text_tags, present.text_tags)
    if known.file_hash != file.file_hash:
        came = with_words_in(came, file.note.body)
    lost = _folded(present.text_tags).keys() - _folded(came.tags).keys()
    stay = [
        tag
        for fold, tag in worn.items()
        if fold not in lost and (fold in after or fold not in before)
    ]
    if come or len(stay) < len(worn):
        new = _from_text(come.values(), named, file.path, file.note.body, file.tags_from)
        tags.put(db, known.note_key, [*stay, *come.values()], [*came.tags, *new])
    return bool(come.keys() - _folded(named).keys())


def _from_text(
    names: Iterable[str], named: Iterable[str], path: str, body: str, tags_from: TagsFrom
) -> tuple[str, ...]:
    """Return the tags that only the text of a file gives, not its front matter or its folder."""
    other = _folded([*named, *given_tags(path, "", tags_from)])
    typed = _folded(typed_tags(body)) if TagsFrom.TEXT in tags_from else {}
    return tuple(tag for tag in names if fold_tag(tag) in typed.keys() - other.keys())


def _is_tagged(file: File) -> bool:
    """Return whether a new note has tags from its path or text."""
    return len(file.fresh.note.tags) > len(clean_tags(file.note.facts.tags or ()))


def _folded(names: Iterable[str]) -> dict[str, str]:
    return {fold_tag(name): name for name in names}
