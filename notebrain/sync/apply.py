"""Apply an item from the account to the vault, in the caller's transaction.

A note that one computer keeps to itself (local only there) is removed from the account and does not return as long as
that computer keeps it: if another computer still sends it, the text is saved in the history of that computer and
removed from the account again. The other computers lose nothing: an unedited copy goes to their trash, while a copy
that was edited meanwhile, or restored from the trash and shared, stays in place. From then on both are local only: if
restored or edited later, a copy stays on its computer, and the user is told. When the first computer shares the note
again, copies still in the trash are shared with it; copies that a user restored stay as they are.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from notebrain.domain.sync.merge import merge
from notebrain.domain.sync.records import NoteRecord, record_from
from notebrain.domain.sync.remote import Item, Kind, Name
from notebrain.domain.sync.reports import ReceiptKind
from notebrain.domain.sync.rules import mine_counts, same
from notebrain.storage.connection import Connection
from notebrain.storage.notes import trash
from notebrain.storage.sync import (
    incoming as applying,
    incoming as held,
    log,
    outgoing_settings,
    state,
    twins,
)
from notebrain.storage.sync.incoming import Why
from notebrain.storage.sync.outgoing import Outgoing
from notebrain.storage.sync.outgoing_notes import NoteSource
from notebrain.storage.sync.outgoing_removals import GoneSource
from notebrain.storage.sync.outgoing_settings import SettingSource, SharedSetting
from notebrain.storage.sync.state import LocalNote
from notebrain.sync.apply_blocks import BlockApplier
from notebrain.sync.types import ApplyAction, ApplyResult, Conflict, Incoming


@dataclass(slots=True)
class ChangeApplier:
    """Applies items one after the other, in one transaction.

    Attributes:
        busy: Whether the user is typing in a note, which is then left alone.
        program: The version of this program, which does not retry what it cannot read.
        conflicts: Conflicts to show to the user; the caller stores them.
        touched: The notes that changed, for the views to refresh.
        texts_changed: Whether the text of one of them changed.
        profile_changed: Whether a block may have changed.
    """

    db: Connection
    now: datetime
    busy: Callable[[str], bool]
    program: str = ""
    how: ApplyAction = ApplyAction.HOLD
    conflicts: list[Conflict] = field(default_factory=list[Conflict])
    touched: list[str] = field(default_factory=list[str])
    texts_changed: bool = False
    profile_changed: bool = False

    def apply(self, incoming: Incoming) -> ApplyResult:
        """Apply one item; applying it again has no effect."""
        if self.how is ApplyAction.KEEP:
            return self._refuse(incoming)
        return self._carry_out(incoming)

    def _carry_out(self, incoming: Incoming) -> ApplyResult:
        item = incoming.item
        if item.name.kind is not Kind.NOTE:
            return self._apply_shared_setting(item)
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
            return self._apply_unshared(local, incoming)
        return self._apply_shared(local, incoming)

    def _apply_shared(self, local: LocalNote, incoming: Incoming) -> ApplyResult:
        item = incoming.item
        if self.busy(local.id):
            return self._hold(item, Why.BUSY)
        if item.withdrawn:
            return self._apply_withdrawn(local, item)
        if item.gone:
            return self._apply_gone(local, item)
        twin = twins.of_returned(self.db, local.id) if _comes_back(local, incoming) else None
        if twin is None:
            return self._apply_note(local, incoming)
        if any(self.busy(note_id) or _is_under_way(state.of(self.db, note_id)) for note_id in twin):
            return self._hold(item, Why.BUSY)
        result = self._apply_note(local, incoming)
        back = state.of(self.db, local.id).note
        return result if back is None or back.deleted_at is not None else self._unite(twin, item)

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
            NoteSource().accepted(self.db, ours)
        else:
            NoteSource().passed_over(self.db, ours)
        return state.of(self.db, local.id)

    def _apply_unshared(self, local: LocalNote, incoming: Incoming) -> ApplyResult:
        """Apply an item whose note is not here or is local only."""
        item, forgotten = incoming.item, local.forgotten
        if forgotten is not None and forgotten.key == item.rev:
            GoneSource().accepted(self.db, Outgoing(item.name, 0, item.rev, item.base, None))
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
            self._save_beside(local, incoming.note, item.device)
        if local.local_only or ours:
            if forgotten is not None:
                state.forget_over(self.db, local.id, item.rev)
            return ApplyResult.NOTHING
        return self._apply_new(local, incoming)

    def _apply_new(self, local: LocalNote, incoming: Incoming) -> ApplyResult:
        item = incoming.item
        if incoming.note is None:
            return self._hold(item, Why.UNREADABLE)
        under = twins.gave_way_to(self.db, local.id)
        if under is not None:
            return self._apply_late(under, item, incoming.note)
        twin = twins.of(self.db, incoming.note)
        if twin is not None:
            return self._join(twin, incoming)
        key = applying.insert(self.db, incoming.note, now=self.now)
        state.settle(self.db, incoming.note, key, item.rev)
        self._touch(local.id, text=True)
        return ApplyResult.FETCHED

    def _apply_late(self, under: str, item: Item, theirs: NoteRecord) -> ApplyResult:
        """Merge what was written into a note that gave way here into the one that stays."""
        stays = state.of(self.db, under)
        _note, key, _known = _whole(stays)
        if self.busy(under) or _is_under_way(stays):
            return self._hold(item, Why.BUSY)
        state.forget_over(self.db, item.name.id, item.rev)
        return self._merge_in(stays, theirs, self._earlier(key, theirs), item.device)

    def _join(self, twin: str, incoming: Incoming) -> ApplyResult:
        """Merge a note from another computer with the one this computer imported from the same file."""
        item = incoming.item
        if self.busy(twin):
            return self._hold(item, Why.BUSY)
        twins.adopt(self.db, twin, under=item.name.id, at=self.now)
        self._touch(twin, text=True)
        self._touch(item.name.id, text=True)
        return self._apply_shared(state.of(self.db, item.name.id), incoming)

    def _unite(self, twin: tuple[str, str], item: Item) -> ApplyResult:
        """Merge a note that comes back from the trash with the note made of its file meanwhile."""
        gives, stays = (state.of(self.db, note_id) for note_id in twin)
        theirs, other_key, _known = _whole(gives)
        mine, key, _known = _whole(stays)
        base = self._earlier(key, theirs) or self._earlier(other_key, mine)
        twins.unite(self.db, gives.id, into=stays.id, at=self.now)
        self._touch(gives.id, text=True)
        return self._merge_in(stays, theirs, base, item.device)

    def _earlier(self, key: int, record: NoteRecord) -> NoteRecord | None:
        """Return `record` as the base of a merge if the note `key` once had its text; which tags it had is unknown."""
        return (
            replace(record, tags=(), text_tags=())
            if applying.was_here(self.db, key, record)
            else None
        )

    def _merge_in(
        self, local: LocalNote, theirs: NoteRecord, base: NoteRecord | None, device: str
    ) -> ApplyResult:
        """Merge what another note from the same file says into the one that stays."""
        mine, key, known = _whole(local)
        content = known.base if known is not None and local.queued else mine.to_json()
        theirs = replace(theirs, id=mine.id)
        merged = merge(base, mine, theirs)
        if merged.conflict:
            applying.save_text(self.db, key, theirs, now=self.now, device=device)
            self.conflicts.append(Conflict(mine.id, mine, theirs, base, device))
        if not merged.record.says_the_same(mine):
            applying.change(self.db, key, merged.record, now=self.now, device=device)
            if known is not None and known.rev is not None:
                state.differ(self.db, merged.record, key, known.rev, content)
        self._touch(mine.id, text=True)
        return ApplyResult.CONFLICT if merged.conflict else ApplyResult.MERGED

    def _save_beside(self, local: LocalNote, theirs: NoteRecord | None, device: str) -> None:
        """Save text written elsewhere for a local-only note, before the other copies are removed."""
        if local.key is None or local.note is None or theirs is None:
            return
        same = (theirs.title, theirs.body) == (local.note.title, local.note.body)
        if not same and not applying.was_here(self.db, local.key, theirs):
            applying.save_text(self.db, local.key, theirs, now=self.now, device=device)

    def _apply_gone(self, local: LocalNote, item: Item) -> ApplyResult:
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

    def _apply_withdrawn(self, local: LocalNote, item: Item) -> ApplyResult:
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
            what = ReceiptKind.STAYS if stays else ReceiptKind.TO_TRASH
            log.add_receipt(self.db, local.id, what, at=self.now)
        self._touch(local.id, text=False)
        return ApplyResult.WITHDRAWN

    def _apply_note(self, local: LocalNote, incoming: Incoming) -> ApplyResult:
        item, theirs = incoming.item, incoming.note
        if theirs is None:
            return self._hold(item, Why.UNREADABLE)
        note, key, _known = _whole(local)
        base = _base(local)
        if base is None:
            base = self._earlier(key, theirs)  # this text was changed here since then
        merged = merge(base, note, theirs)
        goes = note.deleted_at is None and merged.record.deleted_at is not None
        if goes and self.how is ApplyAction.HOLD:
            return self._hold(item, Why.DELETES)
        if merged.conflict:
            conflict = Conflict(local.id, note, theirs, base, item.device)
            applying.save_text(self.db, key, theirs, now=self.now, device=item.device)
            self.conflicts.append(conflict)
        if not merged.record.says_the_same(note):
            changed = applying.change(self.db, key, merged.record, now=self.now, device=item.device)
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
            return self._apply_withdrawn(local, item)
        if incoming.note is not None:
            self._carry_out(Incoming(item, replace(incoming.note, deleted_at=None)))
        note = state.of(self.db, item.name.id).note or local.note
        state.differ(self.db, note, local.key, item.rev, item.content)
        return ApplyResult.MERGED

    def _apply_shared_setting(self, item: Item) -> ApplyResult:
        shared = outgoing_settings.of(self.db, item.name)
        if shared.sending_rev is not None:
            ours = Outgoing(item.name, 0, shared.sending_rev, shared.rev, shared.sending)
            accepted = shared.sending_rev in (item.rev, item.base)
            source = SettingSource()
            (source.accepted if accepted else source.passed_over)(self.db, ours)
            shared = outgoing_settings.of(self.db, item.name)
        if item.rev == shared.rev or item.left_out:
            return ApplyResult.NOTHING
        held.drop(self.db, item.name)
        if item.name.kind is Kind.BLOCK:
            self.profile_changed = True
            return BlockApplier(self.db, self.now, self.busy, self._hold).apply(item, shared)
        return self._apply_setting(item, shared)

    def _apply_setting(self, item: Item, shared: SharedSetting) -> ApplyResult:
        if outgoing_settings.stays_here(self.db, item.name):
            write = outgoing_settings.settle if item.gone else outgoing_settings.differ
            write(self.db, item.name, item.rev, item.content)
            return ApplyResult.NOTHING
        self._touch_card(item.name)
        if item.content is None:
            outgoing_settings.remove(self.db, item.name)
            outgoing_settings.settle(self.db, item.name, item.rev, None)
            return ApplyResult.FETCHED
        mine_changed = shared.queued is not None and not same(shared.content, shared.base)
        if (
            mine_changed
            and not same(shared.content, item.content)
            and mine_counts(item.name.kind, shared.content, item.content)
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


def _comes_back(local: LocalNote, incoming: Incoming) -> bool:
    """Return whether an item brings a note back from the trash here."""
    trashed = local.note is not None and local.note.deleted_at is not None
    return trashed and incoming.note is not None and incoming.note.deleted_at is None


def _is_under_way(local: LocalNote) -> bool:
    return local.known is not None and local.known.sending_rev is not None


def _is_known(local: LocalNote, item: Item) -> bool:
    revs = [known.rev for known in (local.known, local.forgotten) if known is not None]
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
