"""Keeps what was learned from a conversation and does not become a note: a procedure, or a line in a block."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from notebrain.domain.conversations.learned import Candidate, Learned, Learns
from notebrain.domain.errors import NoteBrainError, UserError
from notebrain.domain.i18n import _
from notebrain.domain.ports import Ids
from notebrain.domain.procedures import procedures as rules
from notebrain.domain.procedures.procedures import ProcedureDraft, ProcedureId, Trigger, TriggerKind
from notebrain.domain.profile.blocks import BlockKey
from notebrain.domain.profile.proposals import Proposal, propose
from notebrain.review.learned import Keeper
from notebrain.storage.connection import Connection
from notebrain.storage.procedures import procedures
from notebrain.storage.profile import blocks
from notebrain.storage.profile.blocks import Learning

_BLOCKS: Final = frozenset(BlockKey)


def keepers(ids: Ids) -> Mapping[Learns, Keeper]:
    """Return the keeper of each kind that does not become a note."""
    return {Learns.PROCEDURE: ProcedureKeeper(ids), Learns.BLOCK: BlockKeeper()}


class BlockKeeper:
    """Adds a line to a block, and takes it out again."""

    def can_keep(self, db: Connection, candidate: Candidate) -> bool:
        """Return whether the block accepts what is learned, is on, and does not say it already."""
        return _proposal(db, candidate) is not None

    def keep(self, db: Connection, learned: Learned, *, at: datetime) -> str:
        """Add the line; return the texts before and after.

        Raises:
            UserError: The block does not take the line any more.
        """
        proposal = _proposal(db, learned.candidate)
        learning = None if proposal is None else blocks.learn(db, proposal, at=at)
        if learning is None:
            raise UserError(
                _("Nothing can be added to this block: it is off, or already says this.")
            )
        return json.dumps([learning.key, learning.before, learning.after])

    def undo(self, db: Connection, undo: str, *, at: datetime) -> bool:
        """Take the line out; return False if the user changed it since."""
        key, before, after = json.loads(undo)
        return blocks.unlearn(db, Learning(BlockKey(key), before, after), at=at)


class ProcedureKeeper:
    """Adds a procedure, and removes it again."""

    def __init__(self, ids: Ids) -> None:
        self._ids = ids

    def can_keep(self, db: Connection, candidate: Candidate) -> bool:
        """Return whether this can become a procedure, and no procedure says it already."""
        try:
            draft = _draft(candidate)
        except UserError:
            return False
        return not any(rules.is_same(draft, one) for one in procedures.all_procedures(db))

    def keep(self, db: Connection, learned: Learned, *, at: datetime) -> str:
        """Add the procedure; return the number of the change.

        Raises:
            UserError: It cannot be a procedure, or there is one like it.
        """
        draft = _draft(learned.candidate)
        number = procedures.learn(db, draft, id=ProcedureId(self._ids.new(at)), at=at)
        if number is None:
            raise UserError(_("A procedure already says this."))
        return str(number)

    def undo(self, db: Connection, undo: str, *, at: datetime) -> bool:  # noqa: ARG002 - a port
        """Remove the procedure; return False if the user changed it since."""
        return procedures.undo(db, int(undo)) is not None


def _proposal(db: Connection, candidate: Candidate) -> Proposal | None:
    if candidate.block not in _BLOCKS:
        return None
    try:
        return propose(blocks.get(db, BlockKey(candidate.block)), candidate.text)
    except NoteBrainError:  # a text that no block may hold
        return None


def _draft(candidate: Candidate) -> ProcedureDraft:
    trigger = Trigger(TriggerKind.WORDS, candidate.trigger)
    return rules.checked(
        ProcedureDraft(candidate.text, trigger=trigger, category=candidate.category.value)
    )
