"""The workspaces of a vault."""

from datetime import datetime

from notebrain.storage.database import Connection
from notebrain.storage.times import to_ms


def ensure(db: Connection, name: str, *, at: datetime) -> None:
    """Make the workspace if there is none of this name."""
    db.execute(
        "insert into workspace (name, created_at) values (?, ?) on conflict do nothing",
        (name, to_ms(at)),
    )


def names(db: Connection) -> list[str]:
    """Return the workspaces in the order of their making."""
    return [row[0] for row in db.execute("select name from workspace order by created_at, name")]
