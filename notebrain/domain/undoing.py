"""Taking an answer back: what a note is to be then, decided from what it was before, right after, and is now."""

from dataclasses import replace

from notebrain.domain.answering import NoteState
from notebrain.domain.syncing.textmerge import merge_texts
from notebrain.domain.tags import fold_tag
from notebrain.domain.text import title_of


def taken_back(before: NoteState, after: NoteState, now: NoteState) -> NoteState | None:
    """Return a note without what an answer did to it; None where later edits stand at the same place of the text.

    Untouched since, it is exactly what it was before. What others changed since stays.
    """
    texted = _text_taken_back(before, after, now)
    if texted is None:
        return None
    untouched = now.text == after.text and now.updated_at == after.updated_at
    return replace(
        texted,
        tags=_tags(before, after, now),
        updated_at=before.updated_at if untouched else now.updated_at,
        deleted_at=before.deleted_at if now.deleted_at == after.deleted_at else now.deleted_at,
        reinforcement_count=max(
            0, now.reinforcement_count + before.reinforcement_count - after.reinforcement_count
        ),
        local_only=now.local_only or (before.local_only and texted is not now),
    )


def _text_taken_back(before: NoteState, after: NoteState, now: NoteState) -> NoteState | None:
    if after.text == before.text:
        return now
    if now.text == after.text:
        return replace(now, title=before.title, title_is_set=before.title_is_set, body=before.body)
    body = merge_texts(after.body, now.body, before.body)
    if body is None:
        return None
    kept = now if (now.title, now.title_is_set) != (after.title, after.title_is_set) else before
    title = kept.title if kept.title_is_set else title_of(body)
    return replace(now, title=title, title_is_set=kept.title_is_set, body=body)


def _tags(before: NoteState, after: NoteState, now: NoteState) -> tuple[str, ...]:
    had, got = ({fold_tag(tag) for tag in state.tags} for state in (before, after))
    kept = [tag for tag in now.tags if fold_tag(tag) in had or fold_tag(tag) not in got]
    present = {fold_tag(tag) for tag in now.tags}
    lost = [tag for tag in before.tags if fold_tag(tag) not in got and fold_tag(tag) not in present]
    return tuple(sorted((*kept, *lost), key=fold_tag))
