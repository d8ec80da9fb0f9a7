"""Give every text its own number in the word indexes, and rebuild these in the background.

Until SQLite 3.44, FTS5 loses deletions when parts of an index are merged in steps: if the newest part says that a row
has a word, an older part says that the row lost the word, and a step ends just before that word, then the older entry
is dropped. The next time the row loses the word, both entries cancel each other out, and an even older entry becomes
visible again. This requires a row that returns under its number, so no number is used for a second text.
"""

from notebrain.storage.connection import Connection

# `unworded.later`: 0 with the next commit, 1 when the user stops typing in the note, 2 in the background, because the
# index is rebuilt. `ungrammed.repeat_known`: the index of exact repeats already contains the note.
_STATEMENTS = (
    "drop trigger note_comes",
    "drop trigger note_changes",
    "drop trigger note_goes",
    "drop table note_fts",
    "drop table note_gram",
    "drop view note_head",
    """create table word_doc (
        doc integer primary key autoincrement,
        note_rowid integer not null unique
    )""",
    """create view word_text (doc, title, body) as
    select doc, title, body from word_doc join note on note.rowid = note_rowid""",
    """create view gram_text (doc, title, body) as
    select doc, title, substr(body, 1, 50000) from word_doc join note on note.rowid = note_rowid""",
    """create virtual table note_fts using fts5 (
        title, body, content='word_text', content_rowid='doc',
        tokenize='porter unicode61 remove_diacritics 2', prefix='2 3'
    )""",
    "insert into note_fts (note_fts, rank) values ('automerge', 0)",
    "insert into note_fts (note_fts, rank) values ('crisismerge', 1000)",
    """create virtual table note_gram using fts5 (
        title, body, content='gram_text', content_rowid='doc', tokenize='trigram', detail='none'
    )""",
    "alter table ungrammed add column repeat_known integer not null default 0",
    "create index ungrammed_unknown on ungrammed (note_rowid) where not repeat_known",
    "delete from worded",
    "insert into word_doc (doc, note_rowid) select rowid, rowid from note",
    "insert or replace into unworded (note_rowid, later) select rowid, 2 from note",
    """insert or ignore into ungrammed (note_rowid, repeat_known) select rowid, 1 from note""",
    """create trigger note_comes after insert on note begin
        insert into unworded (note_rowid) values (new.rowid);
        insert into ungrammed (note_rowid) values (new.rowid);
    end""",
    """create trigger note_changes after update of title, body on note
    when old.title is not new.title or old.body is not new.body begin
        insert into note_fts (note_fts, rowid, title, body) select 'delete', doc, old.title, old.body from word_doc
        where note_rowid = old.rowid and length(old.body) <= 100000
            and not exists (select 1 from unworded where note_rowid = old.rowid);
        insert into worded (note_rowid, title, body) select old.rowid, old.title, old.body
        where length(old.body) > 100000 and not exists (select 1 from unworded where note_rowid = old.rowid);
        insert into note_gram (note_gram, rowid, title, body)
        select 'delete', doc, old.title, substr(old.body, 1, 50000) from word_doc
        where note_rowid = old.rowid and not exists (select 1 from ungrammed where note_rowid = old.rowid);
        insert or replace into unworded (note_rowid, later) values (new.rowid, 0);
        insert or replace into ungrammed (note_rowid) values (new.rowid);
    end""",
    """create trigger note_goes after delete on note begin
        insert into note_fts (note_fts, rowid, title, body) select 'delete', doc, worded.title, worded.body
        from worded join word_doc on word_doc.note_rowid = worded.note_rowid where worded.note_rowid = old.rowid;
        insert into note_fts (note_fts, rowid, title, body) select 'delete', doc, old.title, old.body from word_doc
        where note_rowid = old.rowid and not exists (select 1 from unworded where note_rowid = old.rowid);
        insert into note_gram (note_gram, rowid, title, body)
        select 'delete', doc, old.title, substr(old.body, 1, 50000) from word_doc
        where note_rowid = old.rowid and not exists (select 1 from ungrammed where note_rowid = old.rowid);
        delete from word_doc where note_rowid = old.rowid;
        delete from worded where note_rowid = old.rowid;
        delete from unworded where note_rowid = old.rowid;
        delete from ungrammed where note_rowid = old.rowid;
    end""",
)


def up(db: Connection) -> None:
    """Empty both indexes; their contents may already be wrong, or become wrong with the next edit."""
    for statement in _STATEMENTS:
        db.execute(statement)
