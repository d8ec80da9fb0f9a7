"""What syncing needs so that nothing is lost: what was set aside, what was rolled back, and who keeps a note local."""

from notebrain.storage.connection import Connection

# `tried_by` is the version of the program that could not apply an item: another version tries again. `mark_seq` and
# `mark` are the last write of the account that was seen; if the account has a different write at that position, or
# none, it was rolled back to an earlier state, and `lost` records this until the user has seen it. `revived` marks a
# note that the user shared again here after another computer had made it local only.
_STATEMENTS = (
    "alter table sync_held add column tried_by text",
    "alter table sync_held add column fault text",
    "alter table sync_account add column mark_seq integer not null default 0",
    "alter table sync_account add column mark text",
    "alter table sync_account add column lost integer not null default 0",
    "alter table sync_note add column revived integer not null default 0",
)


def up(db: Connection) -> None:
    """Add the columns; nothing is known yet about a vault that is connected."""
    for statement in _STATEMENTS:
        db.execute(statement)
