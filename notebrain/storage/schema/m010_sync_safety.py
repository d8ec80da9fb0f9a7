"""What syncing needs to know to lose nothing: what was set aside, what was taken back, who keeps a note to itself."""

from notebrain.storage.connection import Connection

# `tried_by` is the version of the program that could not carry a thing out: another one tries it again. `mark_seq` and
# `mark` are the last write of the account that was seen; where the account has another one at that place, or none, it
# was taken back to an earlier state, and `lost` says so until the user has looked. `revived` tells a note that the user
# took up again here after another computer had begun to keep it to itself.
_STATEMENTS = (
    "alter table sync_held add column tried_by text",
    "alter table sync_held add column fault text",
    "alter table sync_account add column mark_seq integer not null default 0",
    "alter table sync_account add column mark text",
    "alter table sync_account add column lost integer not null default 0",
    "alter table sync_note add column revived integer not null default 0",
)


def up(db: Connection) -> None:
    """Add the columns; of a vault that is connected nothing is known yet."""
    for statement in _STATEMENTS:
        db.execute(statement)
