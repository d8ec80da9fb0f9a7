"""What forgets a deleted note in conversations, also in vaults that ran m030 before it was whole.

Apart because each step of the schema is one module.
"""

from notebrain.storage.connection import Connection
from notebrain.storage.schema import m030_conversations


def up(db: Connection) -> None:
    """Make the trigger of m030, and the index it uses, as they are in a new vault."""
    db.execute("create index if not exists conversation_note_of on conversation_note (note_id)")
    db.execute("drop trigger if exists conversation_forgets")
    db.execute(m030_conversations.FORGETS)
