"""The stand-in's D1: real SQLite with the limits and the words of the service."""

import json
import re

import pytest

from tests.engine.either import EITHER_ACCOUNT
from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.asking import Asking, Told

# limits that the service has, and its engine on this computer has not
of_the_service = pytest.mark.parametrize("account", ["standin_account"], indirect=True)


@pytest.fixture(params=EITHER_ACCOUNT)
def account(request) -> Standin:
    chosen: Standin = request.getfixturevalue(request.param)
    return chosen


@pytest.fixture
def database(ask: Asking) -> str:
    made = ask.post("d1/database", {"name": "notes"})
    at = f"d1/database/{made.result['uuid']}"
    table = "create table note(id text primary key, body text, size integer, data blob)"
    assert ask.post(f"{at}/query", {"sql": table}).status == 200
    return at


def rows(told: Told) -> list[list[object]]:
    found: list[list[object]] = told.result[0]["results"]["rows"]
    return found


def test_databases_are_made_listed_and_deleted(ask: Asking) -> None:
    one = ask.post("d1/database", {"name": "one"}).result
    ask.post("d1/database", {"name": "two"})

    named = ask.get("d1/database", name="one").result
    details = ask.get(f"d1/database/{one['uuid']}").result
    deleted = ask.delete(f"d1/database/{one['uuid']}")

    assert [row["uuid"] for row in named] == [one["uuid"]]
    assert details["num_tables"] == 0
    assert (deleted.status, deleted.result) == (200, None)
    assert [row["name"] for row in ask.get("d1/database").result] == ["two"]


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"name": "taken"}, (400, 7502)),
        ({"name": "no spaces"}, (400, 7400)),
        ({"name": 5}, (400, 7400)),
        ({}, (400, 7400)),
        ([], (400, 7400)),
    ],
)
def test_databases_that_cannot_be_made_are_refused(
    ask: Asking, body: object, refusal: tuple[int, int]
) -> None:
    ask.post("d1/database", {"name": "taken"})

    assert ask.post("d1/database", body).refusal == refusal


def test_a_free_account_has_ten_databases(ask: Asking) -> None:
    found = [ask.post("d1/database", {"name": f"n{n}"}).refusal for n in range(11)]

    assert found == [(200, 0)] * 10 + [(400, 7406)]


@pytest.mark.parametrize("end", ["", "/query", "/raw"])
def test_a_database_that_is_not_there_is_not_found(ask: Asking, end: str) -> None:
    method = "POST" if end else "GET"

    told = ask(
        method, f"d1/database/0d4bd07d-0000-4000-8000-000000000000{end}", {"sql": "select 1"}
    )

    assert told.refusal == (404, 7404)


def test_a_database_is_found_by_its_name_as_the_official_command_line_asks(ask: Asking) -> None:
    made = ask.post("d1/database", {"name": "notes"}).result

    found = ask.get("d1/database/notes", fields="uuid,name")

    assert found.result == {"uuid": made["uuid"], "name": "notes"}
    assert ask.get("d1/database/never", fields="uuid,name").refusal == (404, 7404)


def test_query_gives_objects_and_raw_gives_rows(ask: Asking, database: str) -> None:
    sql = {"sql": "select 1 as a, 'x' as b, null as c"}

    objects = ask.post(f"{database}/query", sql).result
    raw = ask.post(f"{database}/raw", sql).result

    assert objects[0]["results"] == [{"a": 1, "b": "x", "c": None}]
    assert raw[0]["results"] == {"columns": ["a", "b", "c"], "rows": [[1, "x", None]]}
    assert objects[0]["success"] is True


def test_meta_counts_what_was_changed_and_written(ask: Asking, database: str) -> None:
    sql = "insert into note(id) select value from json_each(?1)"

    meta = ask.post(f"{database}/raw", {"sql": sql, "params": ['["a", "b"]']}).result[0]["meta"]

    assert meta["changes"] == 2
    assert meta["rows_written"] == 4  # each row and its place in the index of the key
    assert meta["changed_db"] is True
    assert meta["size_after"] > 0


@pytest.mark.parametrize(
    ("sql", "changes", "written", "changed"),
    [
        ("insert into note(id) values ('c')", 1, 2, True),
        ("insert or ignore into note(id) values ('a')", 0, 0, False),
        ("update note set size = 5", 2, 2, True),
        ("update note set id = id || 'x'", 2, 4, True),
        ("delete from note where id = 'a'", 1, 1, True),
        ("delete from note where id = 'z'", 0, 0, False),
        ("insert into place values ('a', 1), ('b', 2)", 2, 4, True),
        ("select value from json_each('[1]')", 0, 0, False),
    ],
)
def test_meta_is_that_of_the_real_engine(
    ask: Asking, database: str, sql: str, changes: int, written: int, changed: bool
) -> None:
    ask.post(f"{database}/raw", {"sql": "insert into note(id) values ('a'), ('b')"})
    place = "create table place(id text primary key, at integer unique) without rowid"
    ask.post(f"{database}/raw", {"sql": place})

    meta = ask.post(f"{database}/raw", {"sql": sql}).result[0]["meta"]

    found = (meta["changes"], meta["rows_written"], meta["changed_db"])
    assert found == (changes, written, changed)


def test_a_new_table_changes_the_database_but_no_row(ask: Asking, database: str) -> None:
    meta = ask.post(f"{database}/raw", {"sql": "create table other(a)"}).result[0]["meta"]

    assert (meta["changes"], meta["changed_db"]) == (0, True)


@pytest.mark.parametrize("sql", ["begin", "commit", "savepoint a"])
def test_transactions_are_for_batches_only(ask: Asking, database: str, sql: str) -> None:
    told = ask.post(f"{database}/raw", {"sql": sql})

    assert told.refusal == (400, 7500)
    assert told.message.startswith("To execute a transaction, please use")


def test_a_table_of_the_engine_is_listed_and_closed(ask: Asking, database: str) -> None:
    listed = ask.post(
        f"{database}/raw", {"sql": "select name from sqlite_master where type='table' order by 1"}
    )
    read = ask.post(f"{database}/raw", {"sql": "select key from _cf_METADATA"})

    assert rows(listed) == [["_cf_METADATA"], ["note"]]
    assert read.message.endswith(": SQLITE_AUTH")


def test_reading_changes_nothing(ask: Asking, database: str) -> None:
    meta = ask.post(f"{database}/raw", {"sql": "select * from note"}).result[0]["meta"]

    assert (meta["changes"], meta["rows_written"], meta["changed_db"]) == (0, 0, False)


def test_rows_travel_as_one_json_parameter(ask: Asking, database: str) -> None:
    notes = [{"id": f"n{n}", "body": f"text {n}", "size": n} for n in range(1000)]
    sql = (
        "insert into note(id, body, size) "
        "select value->>'$.id', value->>'$.body', value->>'$.size' from json_each(?1) where true "
        "on conflict(id) do update set body = excluded.body"
    )

    told = ask.post(f"{database}/raw", {"sql": sql, "params": [json.dumps(notes)]})

    assert told.result[0]["meta"]["changes"] == 1000
    found = ask.post(f"{database}/raw", {"sql": "select size from note where id = 'n999'"})
    assert rows(found) == [[999]]


def test_a_batch_is_done_as_a_whole_or_not_at_all(
    ask: Asking, account: Standin, database: str
) -> None:
    insert = {"sql": "insert into note(id) values (?)", "params": ["a"]}

    refused = ask.post(f"{database}/raw", {"batch": [insert, insert]})
    taken = ask.post(f"{database}/raw", {"batch": [insert, {"sql": "select id from note"}]})

    assert refused.refusal == (400, 7500)
    assert refused.message == (
        "UNIQUE constraint failed: note.id: "
        "SQLITE_CONSTRAINT (extended: SQLITE_CONSTRAINT_PRIMARYKEY)"
    )
    assert [len(one["results"]["rows"]) for one in taken.result] == [0, 1]
    assert account.d1.database("notes").look("select count(*) from note") == [(1,)]


def test_statements_after_one_another_are_all_answered(ask: Asking, database: str) -> None:
    sql = "insert into note(id) values ('a;b'); select id from note; "

    told = ask.post(f"{database}/query", {"sql": sql})

    assert [one["results"] for one in told.result] == [[], [{"id": "a;b"}]]


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("select * from x", "no such table: x: SQLITE_ERROR"),
        ("selec 1", 'near "selec": syntax error: SQLITE_ERROR'),
        ("create temp table t(a)", "not authorized: SQLITE_AUTH"),
        (" ; ", "No SQL statements detected."),
        ("attach 'x' as x", "not authorized: SQLITE_AUTH"),
        ("pragma max_page_count", "not authorized: SQLITE_AUTH"),
        ("select sqlite_version()", "not authorized to use function: sqlite_version: SQLITE_ERROR"),
        ("select ?101", "variable number must be between ?1 and ?100: SQLITE_ERROR"),
        (
            " union all ".join(["select 1"] * 6),
            "too many terms in compound SELECT: SQLITE_ERROR",
        ),
        (
            f"select {'+'.join(['1'] * 101)}",
            "Expression tree is too large (maximum depth 100): SQLITE_ERROR",
        ),
        (
            f"create table wide({', '.join(f'c{n}' for n in range(101))})",
            "too many columns on wide: SQLITE_ERROR",
        ),
        (f"select 'a' like '{'a' * 51}'", "LIKE or GLOB pattern too complex: SQLITE_ERROR"),
        (f"select '{'a' * 100_000}'", "statement too long: SQLITE_TOOBIG"),
        ("select ?1", "Wrong number of parameter bindings for SQL query."),
    ],
)
def test_the_limits_of_the_engine_speak_its_words(
    ask: Asking, database: str, sql: str, message: str
) -> None:
    told = ask.post(f"{database}/raw", {"sql": sql})

    assert (*told.refusal, without_place(told.message)) == (400, 7500, message)


def without_place(message: str) -> str:
    """The engine says where in the statement it stumbled, which the stand-in cannot."""
    return re.sub(r" at offset \d+", "", message)


@of_the_service
def test_a_value_of_two_million_bytes_is_too_large(ask: Asking, database: str) -> None:
    body = {"sql": "insert into note(id, body) values ('a', ?)", "params": ["x" * 2_000_001]}

    told = ask.post(f"{database}/raw", body)

    assert (*told.refusal, told.message) == (400, 7500, "string or blob too big: SQLITE_TOOBIG")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"sql": ""},
        {"sql": 5},
        {"sql": "select ?", "params": "a"},
        {"sql": "select ?", "params": [{"a": 1}]},
        {"batch": []},
        {"batch": ["select 1"]},
        {"sql": "select 1", "batch": [{"sql": "select 1"}]},
        {"sql": "select ?; select ?", "params": ["a"]},
        "select 1",
    ],
)
def test_bodies_of_another_shape_are_refused(ask: Asking, database: str, body: object) -> None:
    assert ask.post(f"{database}/query", body).refusal == (400, 7400)


def test_text_parameters_lose_their_affinity_in_expressions(ask: Asking, database: str) -> None:
    ask.post(f"{database}/raw", {"sql": "insert into note(id, size) values ('a', 7)"})

    def found(sql: str) -> int:
        return len(rows(ask.post(f"{database}/raw", {"sql": sql, "params": ["0"]})))

    assert found("select 1 from note where size > ?") == 1
    assert found("select 1 from note where size + 0 > ?") == 0
    assert found("select 1 from note where size + 0 > cast(? as integer)") == 1


def test_blobs_are_lists_and_large_integers_are_rounded(ask: Asking, database: str) -> None:
    told = ask.post(f"{database}/raw", {"sql": "select x'0102', 9007199254740993, 1.5"})

    assert rows(told) == [[[1, 2], 9007199254740992, 1.5]]


def test_full_text_tables_and_triggers_work(ask: Asking, database: str) -> None:
    sql = (
        "create virtual table words using fts5(body);"
        "create trigger kept after insert on note begin"
        " insert into words(rowid, body) values (new.rowid, new.body); end;"
        "insert into note(id, body) values ('a', 'bread and butter');"
        "select bm25(words) < 0 as found from words where words match 'bread'"
    )

    told = ask.post(f"{database}/query", {"sql": sql})

    assert told.message == ""
    assert told.result[-1]["results"] == [{"found": 1}]


@of_the_service
def test_a_full_database_says_so_and_keeps_what_it_has(ask: Asking, account: Standin) -> None:
    account.d1.max_bytes = 45_000
    at = f"d1/database/{ask.post('d1/database', {'name': 'small'}).result['uuid']}"
    ask.post(f"{at}/raw", {"sql": "create table t(a)"})
    insert = {"sql": "insert into t values (?)", "params": ["x" * 30_000]}

    first, second = (ask.post(f"{at}/raw", insert) for _ in range(2))

    assert first.status == 200
    assert (second.code, second.message) == (7500, "database or disk is full: SQLITE_FULL")
    assert account.d1.database("small").look("select count(*) from t") == [(1,)]
