"""Words of files, and of notes without the links in them: what a search can find beside the text of a note."""

from notebrain.storage.connection import Connection

# `searchable_text` is what both word indexes have of a note that names attachments; other notes have no row. It is
# kept, and not computed anew, because FTS5 has to be told exactly what it is to forget.
_OLD = "coalesce(other.title, old.title)", "coalesce(other.body, old.body)"
_OLD_TEXT = f"""select 'delete', doc, {", ".join(_OLD)} from word_doc
        left join searchable_text as other on other.note_rowid = word_doc.note_rowid
        where word_doc.note_rowid = old.rowid"""
_OLD_HEAD = _OLD_TEXT.replace(_OLD[1], f"substr({_OLD[1]}, 1, 50000)")
_NAMED = "(instr(note.body, 'attachment:') or instr(note.title, 'attachment:'))"

# Of a file: `attachment_reading.state` says how reading it went (see `domain.notes.file_texts`), and `reader` which
# version of the reader that was; a file without a row waits to be read. Its text is in pieces of a few thousand
# characters; `page` is null where a file has no pages. As for notes, no number is used for a second text.
_STATEMENTS = (
    """create table searchable_text (
        note_rowid integer primary key,
        title text not null,
        body text not null
    )""",
    "drop trigger note_changes",
    "drop trigger note_goes",
    "drop view word_text",
    "drop view gram_text",
    """create view word_text (doc, title, body) as
    select doc, coalesce(other.title, note.title), coalesce(other.body, note.body)
    from word_doc join note on note.rowid = word_doc.note_rowid
    left join searchable_text as other on other.note_rowid = note.rowid""",
    """create view gram_text (doc, title, body) as select doc, title, substr(body, 1, 50000) from word_text""",
    f"""create trigger note_changes after update of title, body on note
    when old.title is not new.title or old.body is not new.body begin
        insert into note_fts (note_fts, rowid, title, body) {_OLD_TEXT} and length(old.body) <= 100000
            and not exists (select 1 from unworded where note_rowid = old.rowid);
        insert into worded (note_rowid, title, body) select old.rowid, {", ".join(_OLD)} from (select 1)
        left join searchable_text as other on other.note_rowid = old.rowid
        where length(old.body) > 100000 and not exists (select 1 from unworded where note_rowid = old.rowid);
        insert into note_gram (note_gram, rowid, title, body) {_OLD_HEAD}
            and not exists (select 1 from ungrammed where note_rowid = old.rowid);
        delete from searchable_text where note_rowid = old.rowid;
        insert or replace into unworded (note_rowid, later) values (new.rowid, 0);
        insert or replace into ungrammed (note_rowid) values (new.rowid);
    end""",
    f"""create trigger note_goes after delete on note begin
        insert into note_fts (note_fts, rowid, title, body) select 'delete', doc, worded.title, worded.body
        from worded join word_doc on word_doc.note_rowid = worded.note_rowid where worded.note_rowid = old.rowid;
        insert into note_fts (note_fts, rowid, title, body) {_OLD_TEXT}
            and not exists (select 1 from unworded where note_rowid = old.rowid);
        insert into note_gram (note_gram, rowid, title, body) {_OLD_HEAD}
            and not exists (select 1 from ungrammed where note_rowid = old.rowid);
        delete from searchable_text where note_rowid = old.rowid;
        delete from word_doc where note_rowid = old.rowid;
        delete from worded where note_rowid = old.rowid;
        delete from unworded where note_rowid = old.rowid;
        delete from ungrammed where note_rowid = old.rowid;
    end""",
    """create table attachment_reading (
        sha text primary key references attachment (sha) on delete cascade,
        reader integer not null,
        state text not null,
        pages integer,
        characters integer not null
    ) without rowid""",
    """create table attachment_text (
        id integer primary key autoincrement,
        sha text not null,
        page integer,
        text text not null
    )""",
    "create index attachment_text_of on attachment_text (sha)",
    """create virtual table attachment_fts using fts5 (
        text, content='attachment_text', content_rowid='id', tokenize='porter unicode61 remove_diacritics 2'
    )""",
    """create trigger attachment_text_comes after insert on attachment_text begin
        insert into attachment_fts (rowid, text) values (new.id, new.text);
    end""",
    """create trigger attachment_text_goes after delete on attachment_text begin
        insert into attachment_fts (attachment_fts, rowid, text) values ('delete', old.id, old.text);
    end""",
    """create trigger attachment_goes_with_text after delete on attachment begin
        delete from attachment_text where sha = old.sha;
    end""",
)


def up(db: Connection) -> None:
    """Create the tables, and let the background index the notes with links to attachments anew."""
    _forget_links(db)
    for statement in _STATEMENTS:
        db.execute(statement)


def _forget_links(db: Connection) -> None:
    """Take the notes with links to attachments out of both word indexes."""
    rows = db.execute(f"select rowid from note where {_NAMED}").fetchall()
    db.executemany(
        """insert into note_fts (note_fts, rowid, title, body) select 'delete', doc, worded.title, worded.body
        from worded join word_doc using (note_rowid) where note_rowid = ?""",
        rows,
    )
    db.executemany(
        """insert into note_fts (note_fts, rowid, title, body) select 'delete', doc, title, body
        from word_doc join note on note.rowid = note_rowid where note_rowid = ?1
        and not exists (select 1 from unworded where note_rowid = ?1)""",
        rows,
    )
    db.executemany(
        """insert into note_gram (note_gram, rowid, title, body) select 'delete', doc, title, substr(body, 1, 50000)
        from word_doc join note on note.rowid = note_rowid where note_rowid = ?1
        and not exists (select 1 from ungrammed where note_rowid = ?1)""",
        rows,
    )
    for statement in (
        "delete from worded where note_rowid = ?",
        "insert or replace into unworded (note_rowid, later) values (?, 2)",
        "insert or ignore into ungrammed (note_rowid, repeat_known) values (?, 1)",
    ):
        db.executemany(statement, rows)
