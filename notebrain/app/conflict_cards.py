"""What two computers wrote at one place of a note becomes a card."""

from typing import TYPE_CHECKING

from notebrain.domain.note import NoteId
from notebrain.storage import cards
from notebrain.storage.times import from_ms

if TYPE_CHECKING:
    from notebrain.storage.database import Connection
    from notebrain.sync.taking import Conflict


def keep_conflict(db: "Connection", conflict: "Conflict") -> None:
    """Keep the other computer's text as a card, in the transaction that took it in."""
    cards.put_conflict(
        db,
        note_id=NoteId(conflict.note_id),
        theirs=conflict.theirs.body,
        theirs_title=conflict.theirs.title,
        base=None if conflict.base is None else conflict.base.body,
        at=from_ms(conflict.theirs.updated_at),
        device=conflict.device,
    )
