"""Three-way merge of notes: nothing that was written is lost, and no clock decides."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.draft import fits
from notebrain.domain.notes.tags import Tagged, fold_tag, joined, with_words_in
from notebrain.domain.sync.records import NoteRecord
from notebrain.domain.text.merge import merge_texts

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Merged:
    """The result of merging two versions.

    Attributes:
        conflict: Whether both sides changed the same part of the text or the title, or both texts together are too long
            for a note. The record then has my version, and theirs must be stored and shown elsewhere.
    """

    record: NoteRecord
    conflict: bool


def merge(base: NoteRecord | None, mine: NoteRecord, theirs: NoteRecord) -> Merged:
    """Return the note with the changes of both sides.

    Args:
        base: The last version that both had seen, or None.
    """
    if theirs.says_the_same(mine) or (base is not None and theirs.says_the_same(base)):
        return Merged(mine, conflict=False)
    if base is not None and mine.says_the_same(base):
        return Merged(theirs, conflict=False)
    if base is None:
        return _strangers(mine, theirs)
    body = merge_texts(base.body, mine.body, theirs.body)
    if body is not None and not fits(body):  # together they are too long for a note
        body = None
    front_matter = merge_texts(base.front_matter, mine.front_matter, theirs.front_matter)
    set_title, titles_clash = _set_title(base, mine, theirs)
    record = replace(
        mine,
        workspace=_picked(base.workspace, mine.workspace, theirs.workspace),
        body=mine.body if body is None else body,
        front_matter=mine.front_matter if front_matter is None else front_matter,
        category=_picked(base.category, mine.category, theirs.category),
        importance=_picked(base.importance, mine.importance, theirs.importance),
        pinned=_picked(base.pinned, mine.pinned, theirs.pinned),
        source=_picked(base.source, mine.source, theirs.source),
        created_at=_picked(
            base.created_at,
            mine.created_at,
            theirs.created_at,
            min(mine.created_at, theirs.created_at),
        ),
        updated_at=_picked(
            base.updated_at,
            mine.updated_at,
            theirs.updated_at,
            max(mine.updated_at, theirs.updated_at),
        ),
        deleted_at=_deleted_at(base, mine, theirs),
        extra=_extra(base.extra, mine.extra, theirs.extra),
    )
    record = _tagged(record, base, mine, theirs)
    conflict = body is None or front_matter is None or titles_clash
    return Merged(_titled(record, set_title, mine, theirs), conflict)


def _strangers(mine: NoteRecord, theirs: NoteRecord) -> Merged:
    """Merge two versions without a common base: the contents of both are kept."""
    texts = [(moment.body, moment.front_matter, moment.title) for moment in (mine, theirs)]
    deleted = [one for one in (mine.deleted_at, theirs.deleted_at) if one is not None]
    tagged = with_words_in(joined(_tags_of(mine), _tags_of(theirs)), mine.body)
    record = replace(
        mine,
        tags=tagged.tags,
        text_tags=tagged.text_tags,
        created_at=min(mine.created_at, theirs.created_at),
        updated_at=max(mine.updated_at, theirs.updated_at),
        deleted_at=max(deleted) if len(deleted) == 2 else None,  # noqa: PLR2004
        extra=dict(theirs.extra) | dict(mine.extra),
    )
    return Merged(record, conflict=texts[0] != texts[1])


def _picked(base: _T, mine: _T, theirs: _T, both: _T | None = None) -> _T:
    """Return the changed value; if both changed, `both` if given, else mine: the account's order decides in the end."""
    if mine == base:
        return theirs
    return mine if theirs == base or both is None else both


def _set_title(base: NoteRecord, mine: NoteRecord, theirs: NoteRecord) -> tuple[str | None, bool]:
    """Return the title that was set (None if it follows the text), and whether two were set."""
    before, ours, others = (
        record.title if record.title_is_set else None for record in (base, mine, theirs)
    )
    if ours == others or before in (ours, others):
        return _picked(before, ours, others), False
    # a new title takes precedence over removing the old one
    return ours or others, None not in (ours, others)


def _titled(
    record: NoteRecord, set_title: str | None, mine: NoteRecord, theirs: NoteRecord
) -> NoteRecord:
    if set_title is not None:
        return replace(record, title=set_title, title_is_set=True)
    for side in (mine, theirs):
        if side.body == record.body and not side.title_is_set:
            return replace(record, title=side.title, title_is_set=False)
    return replace(record, title=title_of(record.body), title_is_set=False)


def _tagged(
    record: NoteRecord, base: NoteRecord, mine: NoteRecord, theirs: NoteRecord
) -> NoteRecord:
    """Return the merged record with the tags of both sides that neither removed.

    A tag that came from the text stays with its words: if one side removed only some of them, the note keeps it; if its
    words are not in the merged text, which they may have come from a side that did not count, it goes.
    """
    gone = _gone(base, mine, record.body) | _gone(base, theirs, record.body)
    both = with_words_in(joined(_tags_of(mine), _tags_of(theirs)), record.body)
    tags, text_tags = (
        tuple(tag for tag in some if fold_tag(tag) not in gone)
        for some in (both.tags, both.text_tags)
    )
    return replace(record, tags=tags, text_tags=text_tags)


def _gone(base: NoteRecord, side: NoteRecord, body: str) -> set[str]:
    """Return the tags that a side removed, but not those that went with its words while the merged text has others."""
    left = {fold_tag(tag) for tag in side.tags}
    lost = {fold_tag(tag) for tag in base.tags} - left
    if not base.text_tags:
        return lost
    went = with_words_in(Tagged(base.text_tags, base.text_tags), side.body).tags
    back = with_words_in(Tagged(base.text_tags, base.text_tags), body).tags
    return lost - ({fold_tag(tag) for tag in back} - {fold_tag(tag) for tag in went})


def _tags_of(record: NoteRecord) -> Tagged:
    return Tagged(record.tags, record.text_tags)


def _deleted_at(base: NoteRecord, mine: NoteRecord, theirs: NoteRecord) -> int | None:
    """Return when the note went to the trash; an edit restores it, and so does any doubt."""
    if base.deleted_at is None and None in (mine.deleted_at, theirs.deleted_at):
        live, trashed = (mine, theirs) if mine.deleted_at is None else (theirs, mine)
        return None if _wrote(base, live) else trashed.deleted_at
    if mine.deleted_at is None or theirs.deleted_at is None:
        return None
    later = max(mine.deleted_at, theirs.deleted_at)
    return _picked(base.deleted_at, mine.deleted_at, theirs.deleted_at, later)


def _wrote(base: NoteRecord, new: NoteRecord) -> bool:
    return (base.body, base.title, base.front_matter) != (new.body, new.title, new.front_matter)


def _extra(
    base: Mapping[str, object], mine: Mapping[str, object], theirs: Mapping[str, object]
) -> Mapping[str, object]:
    names = {*base, *mine, *theirs}
    picked = {
        name: _picked(base.get(name), mine.get(name), theirs.get(name)) for name in sorted(names)
    }
    return {name: value for name, value in picked.items() if value is not None}
