"""Apply an item from the account to the vault, in the caller's transaction.

A note that one computer keeps to itself (local only there) is removed from the account and does not return as long as
that computer keeps it: if another computer still sends it, the text is saved in the history of the keeping computer and
removed from the account again. The other computers lose nothing: an unedited copy goes to their trash, while a copy
that was edited meanwhile, or restored from the trash and shared, stays in place. From then on both are local only: if
restored or edited later, a copy stays on its computer, and the user is told. When the keeping computer shares the note
again, copies still in the trash are shared with it; copies that a user restored stay as they are.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import Enum

from notebrain.domain.sync.merge import merge
from notebrain.domain.sync.records import BadRecord, NoteRecord, record_from
from notebrain.domain.sync.remote import Item, Kind, Name
from notebrain.domain.sync.rules import mine_counts, same
from notebrain.storage.connection import Connection
from notebrain.storage.notes import trash
from notebrain.storage.sync import (
    incoming as applying,
    incoming as held,
    outgoing_settings,
    receipts,
    state,
    twins,
)
from notebrain.storage.sync.incoming import Why
from notebrain.storage.sync.outgoing import Outgoing
from notebrain.storage.sync.outgoing_notes import NoteSource
from notebrain.storage.sync.outgoing_removals import GoneSource
from notebrain.storage.sync.outgoing_settings import ThingSource
from notebrain.storage.sync.receipts import What
from notebrain.storage.sync.state import LocalNote


class ApplyResult(Enum):
    """What was done with an item."""

    NOTHING = "nothing"
    """It was already known, or has no effect here."""
    FETCHED = "fetched"
    MERGED = "merged"
    CONFLICT = "conflict"
    WITHDRAWN = "withdrawn"
    """Another computer keeps the note to itself; the copy here stays here."""
    HELD = "held"
    """It is held for later."""


class ApplyAction(Enum):
    """What to do with items that would remove a note."""

    HOLD = "hold"
    LET_GO = "let go"
    KEEP = "keep"
    """Keep the note and send it again."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """An edit conflict in a note: the local text stays in the note, the other is saved beside it.

    Attributes:
        base: The last text that both had, if there is one.
    """

    note_id: str
    mine: NoteRecord
    theirs: NoteRecord
    base: NoteRecord | None
    device: str


@dataclass(frozen=True, slots=True)
class Incoming:
    """An item from the account.

    Attributes:
        note: Its content; None if it is not a note or not understood by this program.
    """

    item: Item
    note: NoteRecord | None


def read(item: Item) -> Incoming:
    """Parse an item before taking the write lock."""
    if item.name.kind is not Kind.NOTE or item.content is None:
        return Incoming(item, None)
    try:
        note = record_from(item.content)
    except BadRecord:
        return Incoming(item, None)
    return Incoming(item, note if note.id == item.name.id else None)


@dataclass(slots=True)
class ChangeApplier:
    """Applies items one after the other, in one transaction.

    Attributes:
        busy: Whether the user is typing in a note, which is then left alone.
        program: The version of this program, which does not retry what it cannot read.
        conflicts: Conflicts to show to the user; the caller stores them.
        touched: The notes that changed, for the views to refresh.
        texts_changed: Whether the text of one of them changed.
    """

    db: Connection
    now: datetime
    busy: Callable[[str], bool]
    program: str = ""
    how: ApplyAction = ApplyAction.HOLD
    conflicts: list[Conflict] = field(default_factory=list[Conflict])
    touched: list[str] = field(default_factory=list[str])
    texts_changed: bool = False

    def take(self, incoming: Incoming) -> ApplyResult:
        """Apply one item; applying it again has no effect."""
        if self.how is ApplyAction.KEEP:
            return self._refuse(incoming)
        return self._carry_out(incoming)

    def _carry_out(self, incoming: Incoming) -> ApplyResult:
        item = incoming.item
        if item.name.kind is not Kind.NOTE:
            return self._take_thing(item)
        local = state.of(self.db, item.name.id)
        if _is_known(local, item):
            return ApplyResult.NOTHING
        local = self._answered(local, item)
        if item.left_out or (local.known is not None and local.known.rev == item.rev):
            return ApplyResult.NOTHING
        held.drop(self.db, item.name)
        if _is_shared_again(local, incoming):
            local = self._share_again(local)
        if local.key is None or local.local_only:
            return self._take_unshared(local, incoming)
        return self._take_shared(local, incoming)

    def _take_shared(self, local: LocalNote, incoming: Incoming) -> ApplyResult:
        item = incoming.item
        if self.busy(local.id):
            return self._hold(item, Why.BUSY)
        if item.withdrawn:
            return self._take_withdrawn(local, item)
        return self._take_gone(local, item) if item.gone else self._take_note(local, incoming)

    def _share_again(self, local: LocalNote) -> LocalNote:
        """Share a copy in the trash again, together with the note that another computer kept to itself until now."""
        assert local.key is not None  # noqa: S101 - the caller looked
        assert local.forgotten is not None  # noqa: S101
        assert local.forgotten.rev is not None  # noqa: S101
        applying.share_again(self.db, local.key)
        note = state.of(self.db, local.id).note
        assert note is not None  # noqa: S101
        state.settle(self.db, note, local.key, local.forgotten.rev)
        return state.of(self.db, local.id)

    def _answered(self, local: LocalNote, item: Item) -> LocalNote:
        """Infer from an item whether an unanswered write was accepted."""
        known = local.known
        if known is None or known.sending_rev is None or local.key is None:
            return local
        ours = Outgoing(item.name, local.key, known.sending_rev, known.rev, known.sending)
        if known.sending_rev in (item.rev, item.base):
            NoteSource().taken(self.db, ours)
        else:
            NoteSource().passed_over(self.db, ours)
        return state.of(self.db, local.id)

    def _take_unshared(self, local: LocalNote, incoming: Incoming) -> ApplyResult:
        """Apply an item whose note is not here or is local only."""
        item, forgotten = incoming.item, local.forgotten
        if forgotten is not None and forgotten.key == item.rev:
            GoneSource().taken(self.db, Outgoing(item.name, 0, item.rev, item.base, None))
            return ApplyResult.NOTHING
        elsewhere = forgotten is not None and forgotten.elsewhere and local.local_only
        if item.gone:
            state.forget(
                self.db, local.id, item.rev, withdrawn=local.local_only, elsewhere=elsewhere
            )
            return ApplyResult.NOTHING
        ours = forgotten is not None and forgotten.sending_rev == item.rev
        if elsewhere:
            return (
                ApplyResult.NOTHING
            )  # if the copy is shared again, the account's version counts as unknown
        if local.local_only and not ours:
            self._keep_beside(local, incoming.note)
        if local.local_only or ours:
            if forgotten is not None:
                state.forget_over(self.db, local.id, item.rev)
            return ApplyResult.NOTHING
        return self._take_new(local, incoming)

    def _take_new(self, local: LocalNote, incoming: Incoming) -> ApplyResult:
        item = incoming.item
        if incoming.note is None:
            return self._hold(item, Why.UNREADABLE)
        twin = None if local.forgotten else twins.of(self.db, incoming.note)
        if twin is not None:
            return self._join(twin, incoming)
        key = applying.insert(self.db, incoming.note, now=self.now)
        state.settle(self.db, incoming.note, key, item.rev)
        self._touch(local.id, text=True)
        return ApplyResult.FETCHED

    def _join(self, twin: str, incoming: Incoming) -> ApplyResult:
        """Merge a note from another computer with the one this computer imported from the same file."""
        item = incoming.item
        if self.busy(twin):
            return self._hold(item, Why.BUSY)
        twins.adopt(self.db, twin, under=item.name.id, at=self.now)
        self._touch(twin, text=True)
        self._touch(item.name.id, text=True)
        return self._take_shared(state.of(self.db, item.name.id), incoming)

    def _keep_beside(self, local: LocalNote, theirs: NoteRecord | None) -> None:
        """Save text written elsewhere for a local-only note, before the other copies are removed."""
        if local.key is None or local.note is None or theirs is None:
            return
        same = (theirs.title, theirs.body) == (local.note.title, local.note.body)
        if not same and not applying.was_here(self.db, local.key, theirs):
            applying.keep_text(self.db, local.key, theirs, now=self.now)

    def _take_gone(self, local: LocalNote, item: Item) -> ApplyResult:
        """Apply a removal; an edit takes precedence, as does a note that was never shared from here."""
        note, key, known = _whole(local)
        clean = known is not None and (local.queued is None or _only_trashed(local))
        if known is None or known.rev is None or not clean:
            state.differ(self.db, note, key, item.rev, None)
            return ApplyResult.MERGED
        if not known.gone and self.how is ApplyAction.HOLD and not twins.has_other(self.db, key):
            return self._hold(item, Why.DELETES)
        applying.trash(self.db, key, now=self.now)
        state.leave(self.db, key, item.rev)
        if note.deleted_at is not None and not known.gone:
            trash.end_days(self.db, key)
        self._touch(local.id, text=True)
        return ApplyResult.FETCHED

    def _take_withdrawn(self, local: LocalNote, item: Item) -> ApplyResult:
        """Apply the removal of a note that another computer keeps to itself."""
        note, key, known = _whole(local)
        clean = known is not None and (local.queued is None or _only_trashed(local))
        stays = known is None or known.rev is None or known.revived or not clean
        stays |= self.how is ApplyAction.KEEP
        live = note.deleted_at is None
        if live and not stays:
            if self.how is ApplyAction.HOLD:
                return self._hold(item, Why.DELETES)
            applying.trash(self.db, key, now=self.now)
        applying.keep_here(self.db, key)
        state.keep_here(self.db, local.id, key, item.rev)
        if live:
            what = What.STAYS if stays else What.TO_TRASH
            receipts.add(self.db, local.id, what, at=self.now)
        self._touch(local.id, text=False)
        return ApplyResult.WITHDRAWN

    def _take_note(self, local: LocalNote, incoming: Incoming) -> ApplyResult:
        item, theirs = incoming.item, incoming.note
        if theirs is None:
            return self._hold(item, Why.UNREADABLE)
        note, key, _known = _whole(local)
        base = _base(local)
        if base is None and applying.was_here(self.db, key, theirs):
            # this text was changed here since then; it is unknown which tags were removed, so none are
            base = replace(theirs, tags=())
        merged = merge(base, note, theirs)
        goes = note.deleted_at is None and merged.record.deleted_at is not None
        if goes and self.how is ApplyAction.HOLD:
            return self._hold(item, Why.DELETES)
        if merged.conflict:
            conflict = Conflict(local.id, note, theirs, base, item.device)
            applying.keep_text(self.db, key, theirs, now=self.now)
            self.conflicts.append(conflict)
        if not merged.record.says_the_same(note):
            changed = applying.change(self.db, key, merged.record, now=self.now)
            self._touch(local.id, text=changed)
        if merged.record.says_the_same(theirs):
            state.settle(self.db, merged.record, key, item.rev)
        else:
            state.differ(self.db, merged.record, key, item.rev, item.content)
        if merged.conflict:
            return ApplyResult.CONFLICT
        return ApplyResult.FETCHED if local.queued is None else ApplyResult.MERGED

    def _refuse(self, incoming: Incoming) -> ApplyResult:
        """Apply an item except for its removal: the note stays and is sent again."""
        item = incoming.item
        local = state.of(self.db, item.name.id)
        if local.key is None or local.note is None or local.local_only:
            return ApplyResult.NOTHING
        if self.busy(local.id):
            return self._hold(item, Why.REFUSED)
        if item.withdrawn:
            return self._take_withdrawn(local, item)
        if incoming.note is not None:
            self._carry_out(Incoming(item, replace(incoming.note, deleted_at=None)))
        note = state.of(self.db, item.name.id).note or local.note
        state.differ(self.db, note, local.key, item.rev, item.content)
        return ApplyResult.MERGED

    def _take_thing(self, item: Item) -> ApplyResult:
        thing = outgoing_settings.of(self.db, item.name)
        if thing.sending_rev is not None:
            ours = Outgoing(item.name, 0, thing.sending_rev, thing.rev, thing.sending)
            taken = thing.sending_rev in (item.rev, item.base)
            source = ThingSource()
            (source.taken if taken else source.passed_over)(self.db, ours)
            thing = outgoing_settings.of(self.db, item.name)
        if item.rev == thing.rev or item.left_out:
            return ApplyResult.NOTHING
        held.drop(self.db, item.name)
        if outgoing_settings.stays_here(self.db, item.name):
            write = outgoing_settings.settle if item.gone else outgoing_settings.differ
            write(self.db, item.name, item.rev, item.content)
            return ApplyResult.NOTHING
        self._touch_card(item.name)
        if item.content is None:
            outgoing_settings.remove(self.db, item.name)
            outgoing_settings.settle(self.db, item.name, item.rev, None)
            return ApplyResult.FETCHED
        mine_changed = thing.queued is not None and not same(thing.content, thing.base)
        if (
            mine_changed
            and not same(thing.content, item.content)
            and mine_counts(item.name.kind, thing.content, item.content)
        ):
            outgoing_settings.differ(self.db, item.name, item.rev, item.content)
            return ApplyResult.MERGED
        if not outgoing_settings.write(self.db, item.name, item.content):
            return self._hold(item, Why.UNREADABLE)
        # only now the card's notes are known: if one of them is local only, the account must remove the card again
        settle = (
            outgoing_settings.differ
            if outgoing_settings.stays_here(self.db, item.name)
            else outgoing_settings.settle
        )
        settle(self.db, item.name, item.rev, item.content)
        self._touch_card(item.name)
        return ApplyResult.FETCHED

    def _touch_card(self, name: Name) -> None:
        """Refresh the cards of notes in the views."""
        self.touched += outgoing_settings.notes_of(self.db, name)

    def _hold(self, item: Item, why: Why) -> ApplyResult:
        held.put(self.db, item, why, tried_by=self.program if why is Why.UNREADABLE else None)
        return ApplyResult.HELD

    def _touch(self, note_id: str, *, text: bool) -> None:
        self.touched.append(note_id)
        self.texts_changed |= text


def _is_shared_again(local: LocalNote, incoming: Incoming) -> bool:
    """Return whether a copy waiting in the trash is shared again by the computer that kept the note to itself."""
    forgotten, note = local.forgotten, local.note
    waits = note is not None and note.deleted_at is not None and local.local_only
    return waits and forgotten is not None and forgotten.elsewhere and incoming.note is not None


def _is_known(local: LocalNote, item: Item) -> bool:
    revs = [one.rev for one in (local.known, local.forgotten) if one is not None]
    return item.rev in revs


def _whole(local: LocalNote) -> tuple[NoteRecord, int, state.RemoteNoteState | None]:
    assert local.note is not None  # noqa: S101 - the caller looked
    assert local.key is not None  # noqa: S101
    return local.note, local.key, local.known


def _base(local: LocalNote) -> NoteRecord | None:
    """Return the last version that both sides had."""
    known = local.known
    if known is None or known.rev is None:
        return None
    if local.queued is None:
        return local.note
    return None if known.base is None else record_from(known.base)


def _only_trashed(local: LocalNote) -> bool:
    """Return whether the only change to a note here was moving it to the trash."""
    base, note = _base(local), local.note
    if base is None or note is None or note.deleted_at is None:
        return False
    return replace(base, deleted_at=None).says_the_same(replace(note, deleted_at=None))
