"""Where the tags of a note came from, which is shared with other computers, and the tag that is still being typed."""

import json
from typing import Any, cast

from notebrain.domain.notes.tags import fold_tag
from notebrain.storage.connection import Connection

# The triggers of `m005_sync` keep the content of a note before a change. They are made again here, because where a tag
# came from is part of that content.
_CONNECTED = "(select not quiet from sync_account)"
_NEW_KEY = "lower(hex(randomblob(16)))"


def _queue(note: str) -> str:
    return f"""insert into outbox (kind, note_rowid, idempotency_key, lane, retry_at)
        select 'send', rowid, {_NEW_KEY}, 0, 0 from note where rowid = {note} and local_only = 0
        on conflict (note_rowid, kind) do update set idempotency_key = excluded.idempotency_key,
            lane = 0, retry_at = 0, attempts = 0, last_error = null;"""


def _content(note: str, tags: str) -> str:
    """Return the expression for the content of a note.

    Args:
        tags: The rows of its tags, with `name` and `from_text`.
    """
    names = f"(select json_group_array(name) from {tags})"
    text_tags = f"(select json_group_array(name) from {tags} where from_text)"
    return f"""json_object(
        'id', {note}.id, 'workspace', {note}.workspace, 'title', {note}.title,
        'title_is_set', json(case when {note}.title_is_set then 'true' else 'false' end),
        'body', {note}.body, 'front_matter', {note}.front_matter, 'category', {note}.category,
        'importance', {note}.importance,
        'pinned', json(case when {note}.pinned then 'true' else 'false' end),
        'source', {note}.source, 'tags', json({names}), 'text_tags', json({text_tags}),
        'created_at', {note}.created_at, 'updated_at', {note}.updated_at, 'deleted_at', {note}.deleted_at)"""


def _keep_base(key: str, content: str) -> str:
    """Keep the content of a note before a change, if the account has that content."""
    return f"""update sync_note set base = {content}
        where note_rowid = {key} and base is null and rev is not null and not gone
        and not exists (select 1 from outbox where outbox.note_rowid = {key} and kind = 'send');"""


def _tags_change(side: str, tags_before: str) -> str:
    key = f"{side}.note_rowid"
    content = f"(select {_content('note', tags_before)} from note where rowid = {key})"
    return f"{_keep_base(key, content)} {_queue(key)}"


_SHARED = (
    *("title", "title_is_set", "body", "front_matter", "workspace", "category", "importance"),
    *("pinned", "created_at", "updated_at", "deleted_at"),
)
_OLD = ", ".join(f"old.{column}" for column in _SHARED)
_NEW = ", ".join(f"new.{column}" for column in _SHARED)
_TAGS = "(select name, from_text from tag where note_rowid = old.rowid)"
_BEFORE_ONE_CAME = """(select name, from_text from tag
    where note_rowid = new.note_rowid and folded is not new.folded)"""
_BEFORE_ONE_WENT = """(select name, from_text from tag where note_rowid = old.note_rowid
    union all select old.name, old.from_text)"""

_STATEMENTS = (
    "alter table tag add column from_text integer not null default 0",
    "alter table note add column half_typed text not null default ''",
    "drop trigger sync_note_changes",
    "drop trigger sync_tag_comes",
    "drop trigger sync_tag_goes",
    f"""create trigger sync_note_changes after update of {", ".join(_SHARED)} on note
    when {_CONNECTED} and not old.local_only and not new.local_only and ({_OLD}) is not ({_NEW}) begin
        {_keep_base("old.rowid", _content("old", _TAGS))}
        {_queue("new.rowid")}
    end""",
    f"""create trigger sync_tag_comes after insert on tag when {_CONNECTED} begin
        {_tags_change("new", _BEFORE_ONE_CAME)}
    end""",
    f"""create trigger sync_tag_goes after delete on tag when {_CONNECTED} begin
        {_tags_change("old", _BEFORE_ONE_WENT)}
    end""",
)


def up(db: Connection) -> None:
    """Add the columns and change the triggers; use what a newer version on another computer has sent meanwhile."""
    sent = db.execute(
        "select note_rowid, extra from sync_note where json_type(extra, '$.text_tags') is not null"
    ).fetchall()
    for statement in _STATEMENTS:
        db.execute(statement)
    for key, extra in sent:
        known: dict[str, Any] = json.loads(extra)
        names = known.pop("text_tags")
        db.execute(
            "update sync_note set extra = ? where note_rowid = ?",
            (json.dumps(known, sort_keys=True) if known else None, key),
        )
        texts = cast("list[object]", names) if isinstance(names, list) else []
        db.executemany(
            "update tag set from_text = 1 where note_rowid = ? and folded = ?",
            [(key, fold_tag(name)) for name in texts if isinstance(name, str)],
        )
