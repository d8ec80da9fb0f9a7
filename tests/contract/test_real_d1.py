"""The engine of the service and the stand-in's own SQLite, side by side; and the product before the real one.

The tests of the account's database run on both (`tests.engine.either`); here is what needs the two at once, or takes
the real one for its figures. `dev.py engine` runs all of them.
"""

import importlib
import json
import pkgutil
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import notebrain.cloud
from notebrain.app.api import Brain
from notebrain.cloud.computers import Computers, Questions
from notebrain.cloud.d1 import D1, Statement as Sent
from notebrain.cloud.neuron_holds import D1NeuronHolds
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault import D1Vault
from notebrain.cloud.vault_schema import holding, make
from notebrain.cloud.vectors import D1Vectors, SpaceVectors
from notebrain.domain.errors import CloudTakenBack
from notebrain.domain.ports import Space
from notebrain.domain.sync.computers import Myself
from notebrain.domain.sync.leaving_files import Report
from notebrain.domain.sync.remote import Hold, Item, Kind, Name, NoteVectors, Renewal
from notebrain.embedders import local
from tests.engine.database import EngineDatabase, databases_on
from tests.engine.process import Engine
from tests.fakes.cloudflare import Standin
from tests.fakes.cloudflare.connecting import with_cloud
from tests.fakes.cloudflare.d1 import Keeper
from tests.fakes.cloudflare.d1_database import Database
from tests.fakes.cloudflare.sql_text import statements_of
from tests.fakes.cloudflare.wire import Refused
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.old_account import OLD_LAYOUT
from tests.fuzz.report import KINDS
from tests.fuzz.world import run

pytestmark = pytest.mark.real_engine

TABLES = (
    "create table note(id text primary key, body text, size integer, data blob)",
    "create index note_size on note(size)",
    "create table number(a integer primary key, b real, c numeric, d)",
    "create table place(k text not null, n integer not null, v, primary key(k, n)) without rowid",
    "create unique index place_v on place(v)",
    "create table child(id integer primary key, p text references note(id))",
    "create table checked(a check(a > 0), b not null default 5)",
    "create table strictly(a int) strict",
    "create table log(t)",
    "create trigger logging after insert on number begin insert into log values(new.a); end",
    "insert into note values('a', 'one', 1, x'00ff'), ('b', 'two', 2, null)",
)
UPSERT = (
    "insert into place select value->>'$[0]', value->>'$[1]', value->>'$[2]' from json_each(?1) where true "
    "on conflict(k, n) do update set v = excluded.v where place.v <> excluded.v"
)
Batch = Sequence[tuple[str, Sequence[object]]]
SAME: dict[str, Batch] = {
    "rows of all types": [("select * from note order by id", [])],
    "columns of one name": [("select id, id, 1 as id from note order by id", [])],
    "columns of no rows": [("select id, size from note where 0", [])],
    "integers beyond a double": [
        ("select 9007199254740992, 9007199254740993, -9007199254740993", []),
        ("select 9223372036854775807, -9223372036854775808, 9223372036854775808", []),
        ("select 9223372036854775807 + 1, cast(1e30 as integer)", []),
    ],
    "integers beyond a double in JSON": [
        ("select value, type, typeof(value) from json_each(?1)", ["[9007199254740993, 1e400]"]),
        ("select json('[9007199254740993]'), '[9007199254740993]'->>'$[0]'", []),
    ],
    "real numbers": [
        ("select 1.0, 1.5, 1e300, -0.0, 0.1 + 0.2, 1 / 3.0, 1e20, 1e21, 123456789012345680.0", []),
        ("select 1e308 * 10, -1e308 * 10, 1 / 0", []),
    ],
    "texts and bytes": [
        ("select null, true, '', x'', x'00ff', 'a' || char(0) || 'b', '🌻', cast('ä' as blob)", []),
        ("select cast(x'ff' as text), char(55357), json_extract('[\"\\ud83c\"]', '$[0]')", []),
    ],
    "types of parameters": [
        ("select typeof(?1), typeof(?2), typeof(?3), typeof(?4)", ["5", 5, None, 1.5]),
        ("insert into number values (?1, ?2, ?3, ?4)", ["1", "2", "3", "4"]),
        ("insert into number values (?1, ?2, ?3, ?4)", [2, 2, 3, 4]),
        ("select *, typeof(a), typeof(b), typeof(c), typeof(d) from number", []),
    ],
    "types out of JSON": [
        (
            "select value, type, typeof(value) from json_each(?1)",
            ['[1, 1.5, "a", null, true, [1], {"a": 1}]'],
        ),
        ("select ?1->>'$.a', typeof(?1->>'$.a'), ?1->>'$.b'", ['{"a": 3}']),
    ],
    "parameters by name": [("select :a, @b, $c", ["x", "y", "z"])],
    "a limit out of JSON": [("select id from note limit (?1->>'$.limit')", ['{"limit": 1}'])],
    "rows compared": [
        ("select (1, 2) > (1, 1)", []),
        ("select (1, 2) in (select value->>'$[0]', value->>'$[1]' from json_each('[[1,2]]'))", []),
        ("select row_number() over (order by id), count(*) over () from note", []),
    ],
    "one row too many is none of a batch": [
        ("insert into note(id) values ('c')", []),
        ("insert into note(id) values ('a')", []),
    ],
    "a bad statement undoes a table": [("create table made(a)", []), ("selec", [])],
    "a missing table undoes a row": [
        ("insert into note(id) values ('c')", []),
        ("select * from gone", []),
    ],
    "a row that fails within a statement": [
        ("insert or fail into note(id) values('c'), ('a')", [])
    ],
    "ignored": [("insert or ignore into note(id) values('a')", [])],
    "replaced": [("replace into note(id) values('a')", [])],
    "returning": [
        ("insert into note(id) values('c') returning id, size", []),
        ("update note set size = size + 1 returning id, size", []),
        ("delete from note where id = 'z' returning id", []),
    ],
    "upserted out of JSON": [
        (UPSERT, ['[["a", 1, 1], ["b", 2, 2]]']),
        (UPSERT, ['[["a", 1, 1], ["b", 2, 3], ["c", 3, 4]]']),
        ("select * from place", []),
    ],
    "a table without row numbers": [
        ("insert into place values('a', 1, 1), ('a', 2, 2)", []),
        ("update place set v = 3 where n = 2", []),
        ("delete from place", []),
    ],
    "what a trigger writes": [
        ("insert into number values(1, 1, 1, 1), (2, 1, 1, 1)", []),
        ("select * from log", []),
    ],
    "a key twice": [("insert into note(id) values('a')", [])],
    "two keys twice": [
        ("insert into place values('a', 1, 1)", []),
        ("insert into place values('a', 1, 2)", []),
    ],
    "no key": [("insert into place values(null, 1, 1)", [])],
    "a check": [("insert into checked values(0, 1)", [])],
    "not null": [("insert into checked values(1, null)", [])],
    "a foreign key": [("insert into child values(1, 'z')", [])],
    "a key of another type": [("insert into number values('x', 1, 1, 1)", [])],
    "a strict table": [("insert into strictly values('x')", [])],
    "a table again": [("create table note(a)", [])],
    "a table that may be there": [("create table if not exists note(a)", [])],
    "a table that is not there": [("drop table gone", [])],
    "a column that is not there": [("select gone from note", [])],
    "a function that is not there": [("select gone()", [])],
    "no SQL": [("selec 1", [])],
    "half a text": [("select 'a", [])],
    "nothing": [(" ; ", [])],
    "a comment": [("-- nothing", [])],
    "a comment at the end": [("select 1; /* no more */", [])],
    "JSON that is none": [("select * from json_each(?1)", ["{bad"])],
    "too few parameters": [("select ?1, ?2", ["a"])],
    "too many parameters": [("select ?1", ["a", "b"])],
    "100 parameters": [("select " + ",".join("?" * 100), ["1"] * 100)],
    "101 parameters": [("select " + ",".join("?" * 101), ["1"] * 101)],
    "parameter 101": [("select ?101", [])],
    "5 terms": [(" union all ".join(["select 1"] * 5), [])],
    "6 terms": [(" union all ".join(["select 1"] * 6), [])],
    "600 rows of values": [("insert into log values " + ",".join(["(1)"] * 600), [])],
    "a depth of 100": [("select " + "+".join(["1"] * 100), [])],
    "a depth of 101": [("select " + "+".join(["1"] * 101), [])],
    "2000 in a list": [("select 1 in (" + ",".join(["1"] * 2000) + ")", [])],
    "100 columns": [("create table wide(" + ",".join(f"c{n}" for n in range(100)) + ")", [])],
    "101 columns": [("create table wide(" + ",".join(f"c{n}" for n in range(101)) + ")", [])],
    "101 in a row": [("select " + ",".join(["1"] * 101), [])],
    "a pattern of 50": [("select 'a' like '" + "a" * 50 + "'", [])],
    "a pattern of 51": [("select 'a' glob '" + "a" * 51 + "'", [])],
    "a pattern of 52 bytes": [("select 'a' like ?1", ["ä" * 26])],
    "100,000 bytes": [("select '" + "ä" * 49_996 + "'", [])],
    "100,001 bytes": [("select '" + "ä" * 49_996 + "' ", [])],
    "a row of nearly 2 MB": [("insert into note(id, body) values('c', ?1)", ["x" * 1_990_000])],
    "begin": [("begin", [])],
    "savepoint": [("savepoint a", [])],
    "attach": [("attach ':memory:' as x", [])],
    "temporary": [("create temp table x(a)", [])],
    "the engine's own table": [("select * from _cf_METADATA", [])],
    "a table of such a name": [("create table _cf_x(a)", [])],
    "all tables": [("select name, type from sqlite_master order by name", [])],
    "old full text": [("create virtual table f using fts4(a)", [])],
    "full text": [
        ("create virtual table f using fts5(a, tokenize = 'trigram')", []),
        ("select highlight(f, 0, '[', ']') from f where f match 'bread'", []),
    ],
}
PRAGMAS = (
    "table_info(note)",
    "index_list(note)",
    "foreign_keys",
    "foreign_keys = off",
    "foreign_key_list(child)",
    "journal_mode",
    "page_count",
    "max_page_count",
    "user_version",
    "user_version = 3",
    "integrity_check",
    "quick_check",
    "encoding",
    "compile_options",
    "synchronous",
    "function_list",
    "writable_schema = on",
    "wal_checkpoint",
    "gone",
)
REFUSED = (
    "select sqlite_version()",
    "select sqlite_compileoption_used('x')",
    "select load_extension('x')",
    "select soundex('a')",
    "select rtreenode(1, 2)",
    "select fts5_source_id()",
    "select * from dbstat",
    "select * from sqlite_stmt",
    "create virtual table v using dbstat",
)


@pytest.fixture
def both(engine: Engine) -> Iterator[tuple[Keeper, Keeper]]:
    engine.make_room(1)
    ours = Database("ours", "ours", "", 500_000_000)
    real = EngineDatabase(engine, "real", "real", "")
    for one in (ours, real):
        one.run(statements_of({"batch": [{"sql": table} for table in TABLES]}))
    yield ours, real
    ours.close()


def told(database: Keeper, batch: Batch) -> Any:
    """Return all that a batch says of itself: columns, rows, what it changed; or its error."""
    body = {"batch": [{"sql": sql, "params": params} for sql, params in batch]}
    try:
        outcomes = database.run(statements_of(body))
    except Refused as refusal:
        # the stand-in's SQLite does not tell where in a statement it stumbled
        return re.sub(r" at offset \d+", "", str(refusal))
    meta = ("changes", "last_row_id", "changed_db")
    # as the product would read it
    return json.loads(
        json.dumps(
            [[one.columns, one.rows, [one.meta[key] for key in meta]] for one in outcomes],
            allow_nan=False,
        )
    )


@pytest.mark.parametrize("batch", SAME.values(), ids=list(SAME))
def test_the_stand_in_says_what_the_engine_says(both: tuple[Keeper, Keeper], batch: Batch) -> None:
    ours, real = both
    left: Batch = [
        ("select * from note order by id", []),
        ("select count(*) from sqlite_master", []),
    ]

    assert told(ours, batch) == told(real, batch)
    assert told(ours, left) == told(real, left)


@pytest.mark.parametrize("pragma", PRAGMAS)
def test_the_stand_in_knows_the_pragmas_the_engine_knows(
    both: tuple[Keeper, Keeper], pragma: str
) -> None:
    ours, real = both

    assert told(ours, [(f"pragma {pragma}", [])]) == told(real, [(f"pragma {pragma}", [])])


@pytest.mark.parametrize("sql", REFUSED)
def test_what_the_engine_refuses_the_stand_in_refuses(
    both: tuple[Keeper, Keeper], sql: str
) -> None:
    ours, real = both

    assert isinstance(told(real, [(sql, [])]), str)
    assert isinstance(told(ours, [(sql, [])]), str)


SPACE = Space("a model", "cls", 384)


def items(first: int, last: int, *, content: str | None = '"text"', base: str = "") -> list[Item]:
    return [
        Item(Name(Kind.NOTE, f"n{n:05}"), f"{base}r{n}", base or None, "one", content)
        for n in range(first, last)
    ]


def vectors(first: int, last: int) -> list[NoteVectors]:
    return [NoteVectors(f"n{n:05}", {bytes(32): bytes(4 * 384)}) for n in range(first, last)]


def test_the_engine_takes_every_statement_the_product_has(engine_account: Standin) -> None:
    async def act(cloud: Cloudflare) -> None:
        d1 = D1(cloud)
        vault = await make(d1, "notebrain", vault_id="v")
        notes, kept = D1Vault(d1, vault.database.id), D1Vectors(d1, vault.database.id)
        await notes.push(items(0, 3))
        await notes.push(items(3, 4, content='"' + "x" * 400_000 + '"'))
        assert len((await notes.pull(0, device="two")).items) == 4
        assert len(await notes.fetch([Name(Kind.NOTE, "n00001")])) == 1
        assert len(await notes.heads(Kind.NOTE, "", limit=9)) == 4
        assert len(await notes.heads_since(1, limit=9)) == 3
        await kept.put(SPACE, vectors(0, 3))
        assert len(await kept.get(SPACE, ["n00000", "n00002"])) == 2
        await kept.remove(["n00000"])
        everything = SpaceVectors(d1, vault.database.id)
        assert (await everything.amount(SPACE)).notes == 2
        assert await everything.note_ids(SPACE) == ["n00001", "n00002"]
        assert await everything.remove_some(SPACE) == ["n00001", "n00002"]
        assert await everything.note_ids(SPACE) == []
        computers = Computers()
        computers.myself = Myself("one", "Desk", day=1, neurons=1.0)
        cloud.pace.was_shut = True
        questions = Questions(d1, vault.database.id, computers)
        claimed = [await questions.claim("which", most=2) for _ in range(3)]
        assert claimed == [True, True, False]
        await questions.release("which")
        assert await questions.claim("which", most=2)
        await hold_and_agree(D1NeuronHolds(d1, vault.database.id, computers), notes)
        await notes.invalidate_marks()
        with pytest.raises(CloudTakenBack):
            await notes.pull(0, device="two")
        assert (await holding(d1, vault.database)).notes == 4
        await renew_and_leave(d1)

    with_cloud(engine_account, act)

    known = statements()
    done = {sql for one in engine_account.requests.of("d1.raw") for sql in sql_in(one.json())}
    assert len(known) >= 20
    assert known <= done


async def hold_and_agree(holds: D1NeuronHolds, notes: D1Vault) -> None:
    """Hold neurons as long as there are some, and let two computers agree on a file that may leave."""
    today = int(time.time()) // 86_400  # noqa: TID251 - the engine has no other clock
    first, second = Hold("a", "two", today, 30.0), Hold("b", "two", today, 30.0)
    assert await holds.hold(first, spent=5.0, most=50.0)
    assert await holds.hold(first, spent=5.0, most=50.0)
    assert not await holds.hold(second, spent=5.0, most=50.0)
    await holds.settle(first, spent=6.0)
    assert await holds.hold(second, spent=6.0, most=50.0)
    sha = "ab" * 32
    await notes.leaving_files(Report("desk", announced=[sha]))
    leaving = await notes.leaving_files(Report("laptop"))
    assert (leaving.last, leaving.announced, leaving.agreed) == (1, {sha: 1}, [])
    await notes.leaving_files(Report("desk", seen=1))
    assert (await notes.leaving_files(Report("laptop", seen=1))).agreed == [sha]
    assert not (await notes.leaving_files(Report("laptop", seen=1, ended=[sha]))).announced


async def renew_and_leave(d1: D1) -> None:
    """Bring an old account to today's layout, and leave another as it is."""
    for name in ("old", "unwilling"):
        old = await d1.create(name)
        await d1.run(old.id, [Sent(sql) for sql in OLD_LAYOUT])
        vault = D1Vault(d1, old.id)
        await vault.push(items(0, 2))
        assert await vault.renew() == Renewal(2, 2, finished=False)
        if name == "unwilling":
            await d1.run(old.id, [Sent("update item_new set rev = 'other'")])
        finished = await vault.renew()
        assert finished == (None if name == "unwilling" else Renewal(2, 2, finished=True))


def sql_in(asked: Any) -> list[str]:
    return [one["sql"] for one in asked.get("batch", [asked])]


def statements() -> set[str]:
    """Return every statement that the modules for the account have as a constant."""
    found: set[str] = set()
    for module in pkgutil.iter_modules(notebrain.cloud.__path__, "notebrain.cloud."):
        for value in vars(importlib.import_module(module.name)).values():
            texts = value if isinstance(value, tuple) else [value]
            found |= {one.sql if isinstance(one, Sent) else str(one) for one in texts}
    begins = ("select ", "insert ", "delete ", "update ", "create ", "with ")
    # templates of others have parts to be filled in
    return {one for one in found if one.startswith(begins) and not re.search(r"\{\w*\}", one)}


def test_syncing_a_large_vault_stays_far_below_what_a_day_is_free(engine_account: Standin) -> None:
    """Free of charge are 100,000 rows written and 5 million read a day (field guide §4)."""
    costs: dict[str, tuple[int, int]] = {}

    async def act(cloud: Cloudflare) -> None:
        d1 = D1(cloud)
        vault = await make(d1, "notebrain", vault_id="v")
        notes, kept = D1Vault(d1, vault.database.id), D1Vectors(d1, vault.database.id)
        for start in range(0, 10_000, 500):
            await notes.push(items(start, start + 500))
        costs["500 new notes"] = last(engine_account)
        await notes.push(items(5, 6, base="r5"))
        costs["a changed note"] = last(engine_account)
        await notes.pull(10_001, device="two")
        costs["nothing new"] = last(engine_account)
        await notes.pull(0, device="two")
        costs["500 notes read"] = last(engine_account)
        for start in range(0, 2_000, 200):
            await kept.put(SPACE, vectors(start, start + 200))
        costs["vectors of 200 notes"] = last(engine_account)
        await kept.get(SPACE, [f"n{n:05}" for n in range(100)])
        costs["vectors of 100 notes read"] = last(engine_account)

    with_cloud(engine_account, act)

    # by what was done: rows read and rows written at most, marks and counts counted in; however many of them are kept
    most = {
        "500 new notes": (2_530, 2_002),
        "a changed note": (35, 5),
        "nothing new": (15, 0),
        "500 notes read": (6_000, 0),
        "vectors of 200 notes": (1_000, 200),
        "vectors of 100 notes read": (1_500, 0),
    }
    dear = {
        what: (cost, most[what])
        for what, cost in costs.items()
        if any(one > limit for one, limit in zip(cost, most[what], strict=True))
    }
    assert costs.keys() == most.keys()
    assert not dear


def last(account: Standin) -> tuple[int, int]:
    """Return how many rows the last request read and wrote."""
    reply = account.requests.of("d1.raw")[-1].reply.json()
    metas = [one["meta"] for one in reply["result"]]
    return sum(one["rows_read"] for one in metas), sum(one["rows_written"] for one in metas)


@pytest.fixture
def pair(
    tmp_path: Path, engine_account: Standin, monkeypatch: pytest.MonkeyPatch
) -> tuple[InProcess, InProcess]:
    monkeypatch.setattr(local, "LocalEmbedder", lambda *_model: FakeEmbedder())
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", engine_account.base_url)
    monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", engine_account.token)
    monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", engine_account.account)
    one, two = InProcess(tmp_path / "one"), InProcess(tmp_path / "two")
    for computer in (one, two):
        assert computer.run("account", "connect", "--yes").code == 0
    return one, two


def test_two_computers_come_to_the_same_notes_and_vectors(
    pair: tuple[InProcess, InProcess], engine_account: Standin
) -> None:
    one, two = pair
    kept, edited, purged = (
        one.capture(text, "--at", "2026-01-02") for text in ("lime 🌻", "thyme", "away with it")
    )
    sync(one)
    sync(two)
    assert one.run("edit", edited, "-", stdin=b"thyme in spring").code == 0
    two.capture("rosemary", "--at", "2026-01-02")
    with Brain.open(two.vault) as brain:
        brain.forget(purged)
        brain.purge(purged)
    for computer in (one, two, one):
        sync(computer)

    assert bodies(one) == bodies(two) == ["lime 🌻", "rosemary", "thyme in spring"]
    assert {kept, edited} <= {note["note_id"] for note in two.run("list", "--json").json}
    engine_account.vectorize.settle()
    for computer in (one, two):
        assert computer.run("verify").text == "3 notes compared.\nNothing differs.\n"
    table = engine_account.d1.database("notebrain").look(
        "select distinct note_id from note_vector order by note_id"
    )
    assert len(table) == 3
    assert (purged,) not in table


def sync(computer: InProcess) -> None:
    computer.run("sync")
    computer.run("index")
    assert computer.run("sync").code == 0


def bodies(computer: InProcess) -> list[str]:
    notes = computer.run("list", "--json").json
    shown = (computer.run("show", note["note_id"], "--json").json for note in notes)
    return sorted(note["body"].rstrip("\n") for note in shown)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [8, 1001])
def test_whatever_happens_all_computers_agree_in_the_end(
    tmp_path: Path, engine: Engine, kind: str, seed: int
) -> None:
    run(tmp_path, seed, actions=50, kind=KINDS[kind], databases=databases_on(engine))
