"""Two computers and one account from the first connection to the last trace, with the real program as processes."""

import json
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import notebrain
from notebrain.app.services import open_services
from notebrain.app.settings.table import COMPUTER_NAME
from notebrain.app.sync.texts import run_text
from notebrain.domain.embedding.usage import day_of
from notebrain.storage.embedding import remote_queue, usage
from notebrain.storage.sync import computers as vaults_computers, outgoing_counts
from notebrain.sync.engine import POLL_S
from tests.fakes.cloudflare import Standin, faults, start_cloudflare
from tests.fakes.cloudflare.sql_text import Statement
from tests.fakes.command_line import Program
from tests.fakes.forked_program import ForkedProgram
from tests.fakes.old_account import OLD_COUNT, OLD_LAYOUT, OLD_PUT

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(240)]

PLAN = "Garden plan\n\nlime trees\n\nin the middle\n\nwater at noon\n"
SECRET = "the safe opens with plover"
MOST_REQUESTS = 4
# the window rests for 30 s after a fault and for longer after the next one
PATIENCE_S = 180
_OURS = "select name from sqlite_schema where type = 'table' and name not like '\\_cf%' escape '\\'"


@pytest.fixture
def account() -> Iterator[Standin]:
    with start_cloudflare() as standin:
        yield standin


@pytest.fixture
def pair(tmp_path: Path, account: Standin) -> tuple[Program, Program]:
    return computers(tmp_path, account)


def computers(tmp_path: Path, account: Standin) -> tuple[Program, Program]:
    """Return two computers that are connected to the account."""
    environ = {
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
        "XDG_RUNTIME_DIR": str(tmp_path),
        "NOTEBRAIN_CLOUDFLARE_API": account.base_url,
        "NOTEBRAIN_CF_TOKEN": account.token,
        "NOTEBRAIN_CF_ACCOUNT": account.account,
    }
    one, two = (ForkedProgram(tmp_path / name, environ) for name in ("one", "two"))
    for computer in (one, two):
        connected = computer.run("account", "connect", "--yes", "--json").json
        assert (connected["connected"], connected["database"]) == (True, "notebrain")
    return one, two


def sync(*computers: Program) -> None:
    for computer in computers:
        done = computer.run("sync")
        assert done.code == 0, done.err


def last_answer(computer: Program) -> datetime:
    """Return when the account last answered, as the vault has it; asking a command may make it answer again."""
    with closing(sqlite3.connect(computer.vault / "notebrain.db")) as db:
        ((ms,),) = db.execute("select last_reached from sync_account")
    return datetime.fromtimestamp(ms / 1000, UTC)


def body(computer: Program, note: str) -> str:
    return computer.run("show", note, "--raw").text


def texts(computer: Program, notes: Sequence[str]) -> list[str]:
    with notebrain.open(computer.vault) as brain:
        return [brain.show(note).body for note in notes]


def everything_in(account: Standin) -> str:
    """Return all that the account's database holds, as text."""
    database = account.d1.database("notebrain")
    (tables,) = database.run([Statement(_OURS)])
    held = database.run([Statement(f'select * from "{name}"') for (name,) in tables.rows])
    return "\n".join(str(row) for table in held for row in table.rows)


def test_what_two_computers_write_meets_in_both_and_leaves_no_trace_when_purged(
    pair: tuple[Program, Program], account: Standin
) -> None:
    one, two = pair
    note = one.capture(PLAN)
    secret = one.run("capture", "--local-only", "-", stdin=SECRET.encode()).text.strip()
    sync(one, two)
    assert body(two, note) == PLAN

    one.run("edit", note, "-", stdin=PLAN.replace("lime", "pear").encode())
    two.run("edit", note, "-", stdin=PLAN.replace("noon", "dusk").encode())
    sync(one, two, one)
    merged = PLAN.replace("lime", "pear").replace("noon", "dusk")
    assert [body(one, note), body(two, note)] == [merged, merged]
    assert one.run("review", "list", "--json").json == []

    for computer, word in ((one, "north"), (two, "south")):
        computer.run("edit", note, "-", stdin=merged.replace("in the middle", word).encode())
    sync(one, two, one)
    kept = {word: merged.replace("in the middle", word) for word in ("north", "south")}
    assert body(one, note) == body(two, note) == kept["south"]
    for computer in pair:
        (card,) = computer.run("review", "list", "--json").json
        assert card["kind"] == "conflict"
        shown = computer.run("review", "show", card["card_id"]).text
        assert "north" in shown

    held = everything_in(account)
    assert note in held
    assert secret not in held
    assert "plover" not in held
    assert "plover" not in "".join(one.request.body.decode() for one in account.requests)
    assert two.run("show", secret).code != 0

    for computer in pair:
        verified = computer.run("verify", "--json").json
        assert (verified["notes"], verified["differences"]) == (1, [])
        assert verified["vectors_missing"] + verified["vectors_unwanted"] == 0

    assert one.run("account", "disconnect", "--purge", "--yes", "--json").json["purged"]
    assert (account.d1.names(), account.vectorize.names()) == ([], [])
    assert [body(one, note), body(one, secret)] == [kept["south"], SECRET]


def test_a_change_of_one_note_takes_the_command_line_at_most_four_requests(
    pair: tuple[Program, Program], account: Standin
) -> None:
    one, two = pair
    note = one.capture(PLAN)
    one.run("index")
    sync(one, two)
    one.run("edit", note, "-", stdin=PLAN.replace("lime", "pear").encode())
    one.run("index")
    account.requests.clear()

    sync(one)

    asked = [request.operation for request in account.requests]
    assert sorted(asked) == ["ai.run", "d1.raw", "d1.raw", "vectorize.upsert"]
    assert len(asked) <= MOST_REQUESTS
    assert "pear" in everything_in(account)


def old_account(account: Standin) -> None:
    """Let the account have the vault of an older NoteBrain, with 1,100 notes that it wrote."""
    made = account.d1.create("notebrain")
    made.run([Statement(sql) for sql in OLD_LAYOUT])
    for start in (0, 550):
        rows = [
            {
                "n": n,
                "kind": "note",
                "id": f"old-{start + n:04}",
                "rev": f"r{start + n}",
                "device": "old",
            }
            | {"base": None, "gone": 0, "content": old_content(f"old-{start + n:04}")}
            for n in range(550)
        ]
        made.run([Statement(OLD_PUT, (json.dumps(rows),)), Statement(OLD_COUNT, ("550",))])


def old_content(note: str) -> str:
    at = 1_700_000_000_000
    fields: dict[str, object] = {
        "id": note,
        "workspace": "Notes",
        "title": note,
        "title_is_set": False,
    }
    fields |= {"body": f"{note}\n\n" + "words " * 200, "front_matter": "", "category": "general"}
    fields |= {"importance": 3, "pinned": False, "source": "typed", "tags": [], "deleted_at": None}
    return json.dumps(fields | {"created_at": at, "updated_at": at})


def test_an_account_of_an_older_program_is_rearranged_and_that_is_told(
    tmp_path: Path, account: Standin
) -> None:
    old_account(account)
    before = account.d1.database("notebrain").look("select * from item order by kind, id")
    one, two = computers(tmp_path, account)
    mine = one.capture(PLAN)

    # killed in the middle: one step is done
    hung = account.faults.add(
        faults.hanging(), on=lambda _operation, request: b"item_new" in request.body, skip=1
    )
    killed = one.start("sync", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until(lambda: hung.hits > 0, killed)
    killed.kill()
    killed.wait()
    told = one.run("sync")
    sync(two, one)

    assert told.code == 0, told.err
    assert "take up less space" in told.text
    assert "take up less space" not in one.run("sync").text
    assert body(two, mine) == PLAN
    assert body(two, "old-1099").startswith("old-1099\n")
    (layout,) = account.d1.database("notebrain").look(
        "select sql from sqlite_master where name = 'item'"
    )
    assert "without rowid" not in layout[0]
    after = account.d1.database("notebrain").look(
        "select * from item where id like 'old-%' order by kind, id"
    )
    assert after == before


def test_conflict_cards_name_the_computers_and_the_log_says_what_was_fetched(
    pair: tuple[Program, Program],
) -> None:
    for computer, name in zip(pair, ("Desk", "Laptop"), strict=True):
        with closing(open_services(computer.vault)) as services:
            services.settings.put(COMPUTER_NAME, name).result()
    one, two = pair
    note = one.capture(PLAN)
    sync(one, two)
    one.run("edit", note, "-", stdin=PLAN.replace("in the middle", "north").encode())
    two.run("edit", note, "-", stdin=PLAN.replace("in the middle", "south").encode())
    sync(one, two, one)

    for computer in pair:
        (card,) = computer.run("review", "list", "--json").json
        by = {card["older_computer"]: card["older"]["body"]}
        by |= {card["newer_computer"]: card["newer"]["body"]}
        assert {name: ("north" in text, "south" in text) for name, text in by.items()} == {
            "Desk": (True, False),
            "Laptop": (False, True),
        }
        assert "south" in card["newer"]["body"]
        assert "New, by Laptop:" in computer.run("review", "show", card["card_id"]).text
    with closing(open_services(two.vault)) as services:
        runs = services.cloud.overviews.read().runs
    lines = {line for run in runs for line in run_text(run).splitlines()}
    assert "From Desk: “Garden plan”" in lines
    assert any(line.startswith("Sent: “Garden plan”") for line in lines)


def test_what_one_computer_spends_counts_on_the_other_whose_clock_is_wrong(
    pair: tuple[Program, Program],
) -> None:
    one, two = pair
    two.clock_off_days = -40.0
    one.capture(PLAN)
    one.run("index")
    sync(one)  # spends
    sync(one, two)  # tells, and hears

    with closing(open_services(one.vault)) as services, services.store.read() as db:
        spent = usage.spent(db, day_of(services.clock.now()))
    with closing(open_services(two.vault)) as services, services.store.read() as db:
        heard = vaults_computers.elsewhere(
            db, day_of(services.clock.now() + timedelta(days=two.clock_off_days))
        )
    assert 0 < spent <= heard


def test_the_command_line_names_what_is_unsent_while_the_account_is_down(
    pair: tuple[Program, Program], account: Standin
) -> None:
    notes = [computer.capture(PLAN) for computer in pair]
    sync(*pair)
    before = [computer.run("account", "status", "--json").json for computer in pair]
    assert [one["waiting"] for one in before] == [0, 0]
    answered = [last_answer(computer) for computer in pair]
    account.tokens.revoke(account.token)

    for computer, note, at in zip(pair, notes, answered, strict=True):
        computer.run("edit", note, "-", stdin=b"Garden plan, on paper again")

        status, sync_said = computer.run("account", "status"), computer.run("sync")
        document = json.loads(computer.run("account", "status", "--json").text)

        assert "1 change waiting." in status.text
        assert "1 change waiting." in sync_said.err
        assert "The account last answered this computer at 20" in status.text
        assert "The account last answered this computer at 20" in sync_said.err
        assert (status.code, sync_said.code, document["waiting"]) == (1, 1, 1)
        assert last_answer(computer) == at
        assert datetime.fromisoformat(document["last_reached"]) == at


def test_rows_that_vanish_in_the_account_are_told_and_come_back_by_a_repair(
    pair: tuple[Program, Program], account: Standin
) -> None:
    one, two = pair
    with notebrain.open(one.vault) as brain:
        notes = [brain.capture(f"Note {number}\n\nof lime trees") for number in range(12)]
    sync(one, two)
    database = account.d1.database("notebrain")
    some = ", ".join(f"'{note}'" for note in notes[:10])
    database.run([Statement(f"delete from item where id in ({some})")])

    told = one.run("sync")

    assert told.code == 1
    assert "10 of 12 notes" in told.err
    assert "Note 3" in told.err
    assert "notebrain verify" in told.err
    assert json.loads(one.run("sync", "--json").out)["missing"]
    doctor = one.run("doctor")
    assert doctor.code == 1
    assert "10 of 12 notes" in doctor.text
    # nothing is removed on the other one, and what is new comes through
    one.run("forget", notes[11])
    new = one.capture("A new note")
    assert one.run("sync").code == 1
    two.run("sync")
    assert body(two, new) == "A new note"

    assert one.run("verify", "--repair").code == 0
    two.run("verify", "--repair")
    sync(one, two, one)
    assert texts(one, notes[:11]) == texts(two, notes[:11])
    assert one.run("doctor").code == 0
    assert [one.run("verify", "--json").json["differences"] for one in pair] == [[], []]


def imported(computer: Program, folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    done = computer.run("import", str(folder))
    assert done.code == 0, done.err


def bodies(computer: Program) -> dict[str, list[str]]:
    """Return what the notes say, by the file they came from."""
    found: dict[str, list[str]] = {}
    with notebrain.open(computer.vault) as brain:
        for row in brain.list():
            found.setdefault(row.source, []).append(brain.show(row.id).body)
    return found


def test_a_folder_imported_twice_is_there_once_with_a_card_for_differences(
    pair: tuple[Program, Program], tmp_path: Path
) -> None:
    one, two = pair
    same = {f"garden/{n}.md": f"# Bed {n}\n\nplant number {n}, and water it\n" for n in range(4)}
    imported(one, tmp_path / "here", same | {"plan.md": "# Plan\n\nlime trees in the north\n"})
    imported(two, tmp_path / "there", same | {"plan.md": "# Plan\n\npear trees, all of them\n"})

    sync(one, two, one, two)

    for computer in (one, two):
        found = bodies(computer)
        assert {source: len(texts) for source, texts in found.items()} == {
            f"import:{name}": 1 for name in (*same, "plan.md")
        }
        assert {f"import:{name}": [text] for name, text in same.items()}.items() <= found.items()
        (card,) = computer.run("review", "list", "--json").json
        assert card["kind"] == "conflict"
        shown = computer.run("review", "show", card["card_id"]).text
        assert "lime trees" in shown
        assert "pear trees" in shown
        assert computer.run("verify", "--json").json["differences"] == []
    assert bodies(one) == bodies(two)
    # the file is still known as the one the note came from
    again = two.run("import", str(tmp_path / "there"))
    assert again.code == 0
    assert len(two.run("list", "--json").json) == len(same) + 1


def test_a_folder_that_came_from_another_computer_and_is_imported_here_is_there_once(
    pair: tuple[Program, Program], tmp_path: Path
) -> None:
    one, two = pair
    files = {f"{n}.md": f"# Bed {n}\n\nplant number {n}, and water it\n" for n in range(5)}
    imported(one, tmp_path / "here", files)
    sync(one, two)

    imported(two, tmp_path / "there", files)
    sync(two, one)

    for computer in (one, two):
        assert bodies(computer) == {f"import:{name}": [text] for name, text in files.items()}


def until(holds: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    """Wait until something holds, while a process lives."""
    give_up_at = time.monotonic() + PATIENCE_S
    while not holds():
        assert process.poll() is None, "the window closed"
        assert time.monotonic() < give_up_at
        time.sleep(0.05)


@pytest.mark.timeout(500)
def test_a_change_of_one_note_takes_an_open_window_at_most_four_requests(
    pair: tuple[Program, Program], account: Standin
) -> None:
    one, _two = pair
    note = one.capture(PLAN)
    started_at = time.monotonic()
    window = one.start(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    with closing(open_services(one.vault)) as services:

        def all_is_kept(of: str) -> bool:
            """Tell whether a text was embedded, and nothing waits to be sent any more: no request follows."""
            if not any(of in text for text in account.ai.embedded):
                return False
            with services.store.read() as db:
                left = outgoing_counts.counts(db), remote_queue.counts(db)
            return left == (outgoing_counts.NOTHING, (0, 0))

        try:
            until(lambda: all_is_kept("lime"), window)
            account.requests.clear()
            one.run("edit", note, "-", stdin=PLAN.replace("lime", "pear").encode())
            until(lambda: all_is_kept("pear"), window)
        finally:
            window.terminate()
            assert window.wait(PATIENCE_S) == 0

    # a busy machine may take so long that the window asks for news meanwhile, as it does every minute
    polls = int((time.monotonic() - started_at) // POLL_S)
    asked = [request.operation for request in account.requests]
    assert "pear" in everything_in(account)
    assert "ai.run" in asked
    assert "vectorize.upsert" in asked
    assert len(asked) <= MOST_REQUESTS + polls, asked
