"""The effect of answering a card, and how to undo it."""

from dataclasses import dataclass, replace
from datetime import datetime

from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.content import repeat_hash, title_of
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.notes.tags import Tagged, fold_tag, joined
from notebrain.domain.notes.updates import append_update
from notebrain.domain.review.cards import Answer, Card, CardKind, is_protected
from notebrain.domain.review.merge import left_out, loses, propose, propose_conflict, stands
from notebrain.domain.text.merge import merge_texts


@dataclass(frozen=True, slots=True)
class NoteChange:
    """The changes to one note; None leaves a part as it is.

    Attributes:
        trash: Whether it goes to the trash.
        reinforce: How many more times the user has said the same thing.
    """

    note: NoteId
    body: str | None = None
    title: str | None = None
    title_is_set: bool = False
    tags: Tagged | None = None
    trash: bool = False
    reinforce: int = 0


@dataclass(frozen=True, slots=True)
class NewNote:
    """A note that an answer creates: the other text of a conflict, filed like the note."""

    body: str
    title: str | None
    like: Note


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that an answer changes."""

    changes: tuple[NoteChange, ...] = ()
    new: NewNote | None = None


def keep_and_drop(older: Note, newer: Note) -> tuple[Note, Note]:
    """Return the note to keep and the note that may go.

    A protected note is kept; of exact repeats the older one, since others may link to it; otherwise the newer one,
    since its text is the latest.
    """
    protected = [is_protected(note.importance, pinned=note.pinned) for note in (older, newer)]
    if protected[0] != protected[1]:
        return (older, newer) if protected[0] else (newer, older)
    same = repeat_hash(older.body) == repeat_hash(newer.body)
    return (older, newer) if same else (newer, older)


def stays_here(older: Note, newer: Note) -> Note | None:
    """Return the note that never leaves this computer if the other one does, or else None."""
    if older.local_only == newer.local_only:
        return None
    return older if older.local_only else newer


def allowed(card: Card, older: Note, newer: Note) -> Card:
    """Return a card without the answers that would copy text that stays on this computer into a note that leaves it."""
    stays = stays_here(older, newer)
    if stays is None:
        return card
    into = {
        Answer.MERGE: _merged_into(older, newer)[0],
        Answer.REPLACE: older,
        Answer.APPEND: older,
    }
    withheld = frozenset(answer for answer, note in into.items() if note is not stays)
    proposed = None if card.proposed in withheld else card.proposed
    return replace(card, withheld=withheld, proposed=proposed)


def _merged_into(older: Note, newer: Note) -> tuple[Note, Note]:
    """Return the note that gets both texts and the note that may go; a note that stays on this computer gets them."""
    survivor, gone = keep_and_drop(older, newer)
    protected = is_protected(survivor.importance, pinned=survivor.pinned)
    return (
        (gone, survivor) if stays_here(older, newer) is gone and not protected else (survivor, gone)
    )


def proposed_text(card: Card, older: Note, newer: Note) -> str:
    """Return the proposed text of a merge, which the user can edit."""
    if card.theirs is not None:
        return propose_conflict(older.body, card.theirs.body, card.theirs.base)
    return propose(older.body, newer.body)


@dataclass(frozen=True, slots=True)
class MergeText:
    """A possible text of a merge.

    Attributes:
        by: The model in the user's account that wrote it; empty if this program did.
    """

    text: str
    by: str = ""


def merge_texts_of(card: Card, older: Note, newer: Note) -> tuple[MergeText, ...]:
    """Return the possible texts of a merge in the order to show them; empty if the card offers no merge.

    A model's text is included only if its notes are unchanged since the model read them and it adds nothing of its own.
    It comes first only if it loses nothing.
    """
    if Answer.MERGE not in card.offer:
        return ()
    own = MergeText(proposed_text(card, older, newer))
    hashes = repeat_hash(older.body), repeat_hash(newer.body)
    if not card.merge or not card.judged_by or hashes != (card.older_hash, card.newer_hash):
        return (own,)
    if not stands(card.merge, older.body, newer.body):
        return (own,)
    theirs = MergeText(card.merge, card.judged_by)
    return (own, theirs) if loses(card.merge, older.body, newer.body) else (theirs, own)


def lost_lines(card: Card, older: Note, newer: Note, merged: str) -> tuple[str, ...]:
    """Return what a merge would leave out: a title that only its note has, and lines of both texts."""
    if card.theirs is None:
        kept, gone = _merged_into(older, newer)
        texts, titles = (older.body, newer.body), (kept.title, gone.title)
        is_set = gone.title_is_set
    else:
        kept, theirs = older, card.theirs
        texts, titles = (older.body, theirs.body), (kept.title, theirs.title)
        is_set = theirs.title != title_of(theirs.body)
    title = titles[0] if kept.title_is_set else title_of(merged)
    lost = tuple(left_out(merged, *texts))
    return (titles[1], *lost) if is_set and titles[1] not in {title, "", *lost} else lost


def outcome_of(
    card: Card, answer: Answer, older: Note, newer: Note, *, merged: str | None = None
) -> Outcome:
    """Return the effect of an answer on the notes of a card; in a conflict, both are the same note.

    Args:
        merged: The text of a merge as the user wants it. None uses the text that this program proposes, because a
            model's text is only used if the user has seen it.

    Raises:
        UserError: The card does not allow this answer, or its notes no longer match it.
    """
    offered, card = card.offer, allowed(card, older, newer)
    stays = stays_here(older, newer)
    if stays is not None and answer in card.withheld and answer in offered:
        raise UserError(
            _(
                "“{title}” stays on this computer, so its text cannot go into a note that may leave it."
            ).format(title=stays.title or _("Untitled"))
        )
    if answer not in card.offer:
        raise UserError(
            _("This card cannot be answered with {answer}; it accepts {answers}.").format(
                answer=answer, answers=", ".join((*card.offer.answers, *card.offer.more))
            )
        )
    if card.theirs is not None:
        return _of_conflict(card, answer, older, merged)
    match answer:
        case Answer.KEEP_ONE:
            return _keep_one(card, older, newer)
        case Answer.MERGE:
            text = proposed_text(card, older, newer) if merged is None else merged
            survivor, gone = _merged_into(older, newer)
            return _into(survivor, gone, _flat(text), reinforce=0)
        case Answer.REPLACE:
            return _replace(older, newer)
        case Answer.APPEND:
            text = append_update(older.body, newer.body, at=newer.updated_at)
            return _into(older, newer, text, reinforce=0)
        case _:
            return Outcome()


def _of_conflict(card: Card, answer: Answer, note: Note, merged: str | None) -> Outcome:
    theirs = card.theirs
    if theirs is None:
        raise ValueError(card.kind)
    match answer:
        case Answer.MERGE:
            text = proposed_text(card, note, note) if merged is None else merged
            return Outcome((_rewritten(note, _flat(text)),))
        case Answer.REPLACE if theirs.is_newer_than(note.updated_at):
            return Outcome((_rewritten(note, theirs.body),))
        case Answer.KEEP_BOTH:
            title = theirs.title if theirs.title != title_of(theirs.body) else None
            return Outcome(new=NewNote(theirs.body, title, note))
        case _:
            return Outcome()


def _keep_one(card: Card, older: Note, newer: Note) -> Outcome:
    if card.kind is CardKind.REPEAT and repeat_hash(older.body) != repeat_hash(newer.body):
        raise UserError(_("The notes no longer say the same; look at them again."))
    survivor, gone = keep_and_drop(older, newer)
    return _into(survivor, gone, None, reinforce=1)


def _replace(older: Note, newer: Note) -> Outcome:
    change = NoteChange(
        older.id,
        newer.body,
        newer.title if newer.title_is_set or not older.title_is_set else older.title,
        newer.title_is_set or older.title_is_set,
        tags=_merged_tags(older, newer),
    )
    return Outcome((change, NoteChange(newer.id, trash=True)))


def _into(survivor: Note, gone: Note, body: str | None, *, reinforce: int) -> Outcome:
    """Return the outcome in which one note gets this text and both notes' tags, and the other one goes to the trash."""
    title = None if body is None else (survivor.title if survivor.title_is_set else title_of(body))
    change = NoteChange(
        survivor.id,
        body,
        title,
        survivor.title_is_set,
        _merged_tags(survivor, gone),
        reinforce=reinforce,
    )
    return Outcome((change, NoteChange(gone.id, trash=True)))


def _rewritten(note: Note, body: str) -> NoteChange:
    return NoteChange(
        note.id, body, note.title if note.title_is_set else title_of(body), note.title_is_set
    )


def _merged_tags(survivor: Note, gone: Note) -> Tagged | None:
    if not gone.tags or (gone.local_only and not survivor.local_only):
        return None
    return joined(*(Tagged(note.tags, note.text_tags) for note in (survivor, gone)))


def _flat(text: str) -> str:
    if not text.strip():
        raise UserError(_("The merged text is empty."))
    return text


@dataclass(frozen=True, slots=True)
class NoteState:
    """The exact state of everything in a note that an answer may change.

    Attributes:
        local_only: Whether the note was local only when the text was written; restoring the text restores this, too.
        text_tags: Those of its tags that came from the text.
    """

    title: str
    title_is_set: bool
    body: str
    tags: tuple[str, ...]
    updated_at: datetime
    deleted_at: datetime | None
    reinforcement_count: int
    local_only: bool = False
    text_tags: tuple[str, ...] = ()

    @classmethod
    def of(cls, note: Note) -> "NoteState":
        """Return the state of a note."""
        return cls(
            note.title,
            note.title_is_set,
            note.body,
            note.tags,
            note.updated_at,
            note.deleted_at,
            note.reinforcement_count,
            note.local_only,
            note.text_tags,
        )

    @property
    def text(self) -> tuple[str, bool, str]:
        """The title, whether it is set, and the body."""
        return self.title, self.title_is_set, self.body


def undo_answer(before: NoteState, after: NoteState, now: NoteState) -> NoteState | None:
    """Return a note with the effect of an answer undone, or None if later edits changed the same part of the text.

    If nothing has changed since, the note is exactly as before. Later changes are preserved.
    """
    texted = _undo_text(before, after, now)
    if texted is None:
        return None
    tags = _restored_tags(before, after, now)
    came = {fold_tag(tag) for tag in (*before.text_tags, *now.text_tags)}
    given = {fold_tag(tag) for tag in before.tags} - {fold_tag(tag) for tag in before.text_tags}
    untouched = now.text == after.text and now.updated_at == after.updated_at
    return replace(
        texted,
        tags=tags,
        text_tags=tuple(tag for tag in tags if fold_tag(tag) in came - given),
        updated_at=before.updated_at if untouched else now.updated_at,
        deleted_at=before.deleted_at if now.deleted_at == after.deleted_at else now.deleted_at,
        reinforcement_count=max(
            0, now.reinforcement_count + before.reinforcement_count - after.reinforcement_count
        ),
        local_only=now.local_only or (before.local_only and texted is not now),
    )


def _undo_text(before: NoteState, after: NoteState, now: NoteState) -> NoteState | None:
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


def _restored_tags(before: NoteState, after: NoteState, now: NoteState) -> tuple[str, ...]:
    had, got = ({fold_tag(tag) for tag in state.tags} for state in (before, after))
    kept = [tag for tag in now.tags if fold_tag(tag) in had or fold_tag(tag) not in got]
    present = {fold_tag(tag) for tag in now.tags}
    lost = [tag for tag in before.tags if fold_tag(tag) not in got and fold_tag(tag) not in present]
    return tuple(sorted((*kept, *lost), key=fold_tag))
