"""Review cards are shared like notes, except those about a note that stays on this computer."""

from notebrain.storage.connection import Connection

_CONNECTED = "(select not quiet from sync_account)"
_NEW_KEY = "lower(hex(randomblob(16)))"
_QUEUED = f"""on conflict (kind, id) do update set key = {_NEW_KEY}, attempts = 0, retry_at = 0,
    last_error = null"""
_STAYS = "exists (select 1 from note where id in (new.older_id, new.newer_id) and local_only)"
_QUEUE = (
    f"""insert into sync_thing (kind, id, key) values ('card', new.id, {_NEW_KEY}) {_QUEUED};"""
)


def _gone(cards: str) -> str:
    """Return statements that remove these cards from the account, or from the queue if they were not sent yet."""
    return f"""delete from sync_thing where kind = 'card' and id in ({cards})
            and rev is null and sending_rev is null;
        update sync_thing set key = {_NEW_KEY}, attempts = 0, retry_at = 0, last_error = null
            where kind = 'card' and id in ({cards});"""


_OF_NOTE = """select id from card where older_id = new.id union select id from card where newer_id = new.id"""

_STATEMENTS = (
    f"""create trigger sync_card_comes after insert on card when {_CONNECTED} and not {_STAYS} begin
        {_QUEUE}
    end""",
    f"""create trigger sync_card_changes after update on card when {_CONNECTED} and not {_STAYS} begin
        {_QUEUE}
    end""",
    f"""create trigger sync_card_goes after delete on card when {_CONNECTED} begin
        {_gone("old.id")}
    end""",
    f"""create trigger sync_card_stays_here after update of local_only on note
    when {_CONNECTED} and new.local_only and not old.local_only begin
        {_gone(_OF_NOTE)}
    end""",
    f"""create trigger sync_card_may_leave after update of local_only on note
    when {_CONNECTED} and old.local_only and not new.local_only begin
        insert into sync_thing (kind, id, key) select 'card', id, {_NEW_KEY} from card
        where id in ({_OF_NOTE}) and not exists (
            select 1 from note as one where one.id in (older_id, newer_id) and one.local_only)
        {_QUEUED};
    end""",
)


def up(db: Connection) -> None:
    """Create the triggers; the cards of a vault that is already connected are queued."""
    for statement in _STATEMENTS:
        db.execute(statement)
    db.execute(
        f"""insert into sync_thing (kind, id, key) select 'card', id, {_NEW_KEY} from card, sync_account
        where not exists (select 1 from note where note.id in (older_id, newer_id) and local_only)"""
    )
