"""What a procedure says, under its name of today, also in vaults that ran m031 when the column was `content`.

Apart because each step of the schema is one module.
"""

from notebrain.storage.connection import Connection
from notebrain.storage.schema import m031_procedures

_OTHERS = "category, trigger_kind, trigger_text, source, is_off, created_at, updated_at"


def up(db: Connection) -> None:
    """Make the table as it is in a new vault, with the same procedures, where it is not."""
    columns = {row[1] for row in db.execute("pragma table_info(procedure)")}
    if "content" not in columns:
        return
    db.execute("alter table procedure rename to procedure_before")
    db.execute(m031_procedures.PROCEDURE)
    db.execute(
        f"""insert into procedure (id, text, {_OTHERS})
        select id, content, {_OTHERS} from procedure_before order by created_at, id"""
    )
    db.execute("drop table procedure_before")
