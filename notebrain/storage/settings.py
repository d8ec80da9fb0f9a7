"""Settings stored in the vault as JSON texts, by scope and name."""

import json

from notebrain.storage.connection import Connection

APP = ""
"""The scope of global settings; a workspace's settings use its name as their scope."""
WELCOME = "welcome.notes"
"""The ids of the notes the program wrote into a new vault."""
FILES_TYPED_TAGS = "notes.file_typed_tags"
"""Whether a tag that is typed in a text files the note; otherwise the window offers it."""
OWN_NAME = "computer.name"
"""The user's name for this computer, which applies to this copy of the vault."""

Value = str | int | float | bool | None | list["Value"] | dict[str, "Value"]


def get(db: Connection, name: str, *, scope: str = APP) -> Value:
    """Return a setting's value, or None if it is not set."""
    row = db.execute(
        "select value from setting where scope = ? and name = ?", (scope, name)
    ).fetchone()
    if row is None:
        return None
    value: Value = json.loads(row[0])
    return value


def all_values(db: Connection) -> dict[tuple[str, str], Value]:
    """Return the value of every setting that is set, by scope and name."""
    rows = db.execute("select scope, name, value from setting")
    return {(scope, name): json.loads(value) for scope, name, value in rows}


def put(db: Connection, name: str, value: Value, *, scope: str = APP) -> None:
    """Set a setting; None resets it to its default."""
    if value is None:
        db.execute("delete from setting where scope = ? and name = ?", (scope, name))
        return
    db.execute(
        "insert into setting (scope, name, value) values (?, ?, ?) on conflict do update set value = excluded.value",
        (scope, name, json.dumps(value)),
    )
