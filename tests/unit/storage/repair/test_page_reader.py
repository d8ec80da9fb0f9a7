"""Reading rows without SQLite gives what SQLite gives, and never fails, whatever lies in the file."""

import json
import shutil
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings, strategies as st

from notebrain.storage.repair.page_reader import Pages, Value

HEAD = 100
IN_A_FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.text_factory = partial(str, encoding="utf-8", errors="surrogateescape")
        yield db


def make(file: Path, size: int, rows: Iterable[tuple[int, Sequence[Value]]], width: int) -> None:
    file.unlink(missing_ok=True)
    with opened(file) as db:
        db.execute(f"pragma page_size = {size}")
        fill(db, rows, width)


def fill(db: sqlite3.Connection, rows: Iterable[tuple[int, Sequence[Value]]], width: int) -> None:
    names = [f"c{number}" for number in range(width)]
    db.execute("begin")
    db.execute(f"create table t ({', '.join(names)})")
    marks = ", ".join("?" * (width + 1))
    db.executemany(
        f"insert into t (rowid, {', '.join(names)}) values ({marks})",
        [(key, *values) for key, values in rows],
    )
    db.execute("commit")


def told_by_sqlite(file: Path) -> list[tuple[int, list[Value]]]:
    """Return every row of every table, the schema's own among them."""
    with opened(file) as db:
        tables = [
            "sqlite_schema",
            *(row[0] for row in db.execute("select name from sqlite_schema")),
        ]
        return in_order(
            (key, values)
            for table in tables
            for key, *values in db.execute(f"select rowid, * from {table}")
        )


def in_order(rows: Iterable[tuple[int, list[Value]]]) -> list[tuple[int, list[Value]]]:
    return sorted(rows, key=repr)


numbers = st.integers(-(1 << 63), (1 << 63) - 1)
edges = st.sampled_from(
    [
        sign * (1 << bits) + off
        for bits in (7, 8, 15, 23, 31, 47)
        for sign in (1, -1)
        for off in (-1, 0, 1)
    ]
)
values = st.one_of(
    st.none(),
    numbers,
    edges,
    st.floats(allow_nan=False),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    st.binary(max_size=40),
    st.integers(0, 5000).map(bytes),
    st.integers(0, 5000).map("ä".__mul__),
)


@pytest.mark.slow
@IN_A_FOLDER
@given(
    rows=st.dictionaries(numbers | edges, st.lists(values, min_size=4, max_size=4), max_size=12),
    size=st.sampled_from([512, 1024, 8192, 65536]),
)
@example(rows={}, size=65536)
def test_every_row_is_read_as_sqlite_reads_it(
    tmp_path: Path, rows: dict[int, list[Value]], size: int
) -> None:
    make(tmp_path / "db", size, rows.items(), 4)

    pages = Pages(tmp_path / "db")

    assert pages.size == size
    # 1 and 1.0 are not the same here
    assert repr(in_order(pages.rows())) == repr(told_by_sqlite(tmp_path / "db"))


@pytest.mark.parametrize("reserved", [0, 32])
def test_a_row_of_any_length_is_read_with_all_the_pages_it_goes_on_to(
    tmp_path: Path, reserved: int
) -> None:
    file = tmp_path / "db"
    with opened(file) as db:
        db.execute("pragma page_size = 512")
        db.execute("pragma user_version = 1")
    if reserved:
        # space at the end of each page, as encrypted databases have it
        data = bytearray(file.read_bytes())
        data[20] = reserved
        data[HEAD + 5 : HEAD + 7] = (512 - reserved).to_bytes(2)
        file.write_bytes(data)
    with opened(file) as db:
        fill(db, ((length, [bytes([length % 251]) * length]) for length in range(1, 2200)), 1)
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)

    assert in_order(Pages(file).rows()) == told_by_sqlite(file)


def test_a_full_page_gives_its_smallest_rows(tmp_path: Path) -> None:
    make(tmp_path / "db", 512, [], 1)
    with opened(tmp_path / "db") as db:
        db.execute("insert into t select null from json_each(?)", [json.dumps([0] * 1000)])

    assert in_order(Pages(tmp_path / "db").rows()) == told_by_sqlite(tmp_path / "db")


def test_bytes_that_are_no_text_are_kept_in_a_text(tmp_path: Path) -> None:
    make(tmp_path / "db", 1024, [], 1)
    with opened(tmp_path / "db") as db:
        db.execute("insert into t values (cast(x'61ff62' as text))")

    assert (1, ["a\udcffb"]) in list(Pages(tmp_path / "db").rows())


def test_what_was_deleted_lies_on_free_pages_only(tmp_path: Path) -> None:
    file = tmp_path / "db"
    make(file, 512, ((key, [f"text {key} " * 30]) for key in range(1000)), 1)
    with opened(file) as db:
        db.execute("pragma secure_delete = off")
        db.execute("create table other as select c0 || 'x' as c0 from t where rowid < 50")
        db.execute("drop table t")
        number = db.execute("pragma freelist_count").fetchone()[0]
    kept = told_by_sqlite(file)

    pages = Pages(file)

    free = pages.free()
    assert len(free) == number > 250  # more than one page of the list can name
    assert in_order(pages.rows(skip=free)) == kept
    assert len(list(pages.rows())) > len(kept)
    assert all(1 < page <= pages.count for page in free)


def test_a_list_of_free_pages_that_leads_round_ends(tmp_path: Path) -> None:
    data = bytearray(5 * 512)
    data[:100] = head(512, free=2)
    for page, following in ((2, 4), (4, 2)):
        struct.pack_into(">III", data, (page - 1) * 512, following, 1, page + 1)
    (tmp_path / "db").write_bytes(data)

    assert Pages(tmp_path / "db").free() == {2, 3, 4, 5}


def head(size: int, *, free: int = 0) -> bytes:
    raw = bytearray(100)
    raw[:16] = b"SQLite format 3\x00"
    raw[16:18] = (1 if size == 65536 else size).to_bytes(2)
    raw[32:36] = free.to_bytes(4)
    return bytes(raw)


@pytest.mark.parametrize(
    ("said", "believed"),
    [(512, 512), (1, 65536), (4096, 4096), (32768, 32768), (0, 8192), (256, 8192), (1000, 8192)],
)
def test_a_size_that_no_page_has_counts_as_that_of_the_programs_own(
    tmp_path: Path, said: int, believed: int
) -> None:
    (tmp_path / "db").write_bytes(b"SQLite format 3\x00" + said.to_bytes(2) + bytes(82 + 2 * 65536))

    assert Pages(tmp_path / "db").size == believed


def test_without_its_head_a_file_is_read_in_pages_of_the_programs_own(tmp_path: Path) -> None:
    file = tmp_path / "db"
    make(file, 8192, ((key, [f"text {key} " * 30]) for key in range(200)), 1)
    wanted = [one for one in told_by_sqlite(file) if one[1][0] != "table"]
    file.write_bytes(b"\xa5" * 8192 + file.read_bytes()[8192:])

    pages = Pages(file)

    assert in_order(pages.rows()) == wanted
    assert pages.free() == frozenset()


def test_no_file_has_no_rows(tmp_path: Path) -> None:
    pages = Pages(tmp_path / "none", tmp_path / "nothing")

    assert (list(pages.rows()), pages.free(), pages.count) == ([], frozenset(), 0)


@pytest.mark.parametrize("size", [512, 4096, 65536])
def test_the_log_counts_up_to_its_last_commit(tmp_path: Path, size: int) -> None:
    file, log = tmp_path / "db", tmp_path / "db-wal"
    make(file, size, ((key, ["old"]) for key in range(30)), 1)
    with opened(file) as db:
        db.execute("pragma journal_mode = wal")
        db.execute("pragma wal_autocheckpoint = 0")
        # a log that was used before has frames of that time behind its end
        db.execute("update t set c0 = 'older' || hex(zeroblob(4000))")
        db.execute("pragma wal_checkpoint(restart)")
        db.execute("update t set c0 = 'new' where rowid < 10")
        db.execute("insert into t select 'more ' || hex(zeroblob(900)) from t")
        wanted = told_by_sqlite(file)
        db.execute("pragma cache_size = 1")
        db.execute("begin")
        db.execute("update t set c0 = 'not committed' || hex(zeroblob(9000))")
        shutil.copyfile(file, tmp_path / "copy")
        shutil.copyfile(log, tmp_path / "copied-log")
        db.execute("rollback")
    assert b"not committed" in (tmp_path / "copied-log").read_bytes()

    pages = Pages(tmp_path / "copy", tmp_path / "copied-log")

    live = pages.rows(skip=pages.free())
    assert in_order(live) == wanted
    assert pages.count >= len((tmp_path / "copy").read_bytes()) // size


def test_a_log_of_pages_of_another_size_or_no_log_at_all_does_not_count(tmp_path: Path) -> None:
    make(tmp_path / "db", 512, [(1, ["text"])], 1)
    make(tmp_path / "other", 1024, [(1, ["other"])], 1)
    wanted = told_by_sqlite(tmp_path / "db")
    with opened(tmp_path / "other") as db:
        db.execute("pragma journal_mode = wal")
        db.execute("update t set c0 = 'another'")
        whole = (tmp_path / "other-wal").read_bytes()

    for data in (whole, b"", whole[:31], b"\0" * len(whole)):
        (tmp_path / "log").write_bytes(data)
        assert in_order(Pages(tmp_path / "db", tmp_path / "log").rows()) == wanted


@pytest.mark.slow
@IN_A_FOLDER
@given(
    body=st.lists(
        st.binary(max_size=60)
        | st.builds(
            # a leaf with cells, or a page that a row goes on to
            lambda cells, at, rest: b"\x0d\0\0" + struct.pack(">HHx", cells, at) + rest,
            st.integers(0, 300),
            st.integers(0, 600),
            st.binary(max_size=500),
        ),
        max_size=5,
    ),
    free=st.integers(0, 7) | st.integers(0, (1 << 32) - 1),
    reserved=st.integers(0, 255),
)
def test_nonsense_gives_no_error(
    tmp_path: Path, body: list[bytes], free: int, reserved: int
) -> None:
    first = bytearray(head(512, free=free).ljust(512, b"\0"))
    first[20] = reserved
    (tmp_path / "db").write_bytes(
        bytes(first) + b"".join(page.ljust(512, b"\x01") for page in body)
    )

    pages = Pages(tmp_path / "db")

    assert all(isinstance(key, int) for key, _values in pages.rows())
    assert all(isinstance(page, int) for page in pages.free())


@pytest.mark.parametrize("seed", range(3))
def test_with_any_page_gone_the_rows_of_the_others_are_read(tmp_path: Path, seed: int) -> None:
    file = tmp_path / "db"
    make(file, 512, ((key, [f"text {key} " * (seed + 3)]) for key in range(300)), 1)
    data, wanted = file.read_bytes(), told_by_sqlite(file)
    for gone in range(2, len(data) // 512 + 1):
        lost = data[(gone - 1) * 512 : gone * 512]
        file.write_bytes(data.replace(lost, bytes(512)))

        left = in_order(Pages(file).rows())

        missing = [values[0] for _key, values in wanted if (_key, values) not in left]
        assert all(one in wanted for one in left)
        assert all(str(text).encode() in lost for text in missing)


def test_a_row_that_is_none_any_more_hides_no_other(tmp_path: Path) -> None:
    file = tmp_path / "db"
    make(file, 512, ((key, [f"text {key} here"]) for key in range(20)), 1)
    data = file.read_bytes()
    at = data.index(b"text 5 here")
    # its length, its key, and the kinds of its values stand before a row
    file.write_bytes(data[: at - 4] + b"\xff" * 4 + data[at:])

    left = [
        key for key, values in Pages(file).rows() if values and str(values[0]).startswith("text ")
    ]

    assert sorted(left) == [key for key in range(20) if key != 5]


def test_a_row_whose_further_pages_are_lost_is_not_filled_up_with_nothing(tmp_path: Path) -> None:
    file = tmp_path / "db"
    make(file, 512, [(1, ["short"]), (2, ["long " * 150])], 1)
    data = file.read_bytes()
    # the second row begins on page 2 and goes on to page 3
    at = data.index((3).to_bytes(4), 512)
    file.write_bytes(data[:at] + bytes(4) + data[at + 4 :])

    assert [key for key, values in Pages(file).rows() if len(values) == 1] == [1]
