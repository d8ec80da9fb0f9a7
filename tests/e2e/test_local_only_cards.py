"""A note that stays on this computer beside one that syncs: no answer to their card takes its text along."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.cloudflare import Standin, start_cloudflare
from tests.fakes.cloudflare.sql_text import Statement
from tests.fakes.command_line import Program
from tests.fakes.forked_program import ForkedProgram

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.timeout(300)]

OURS = "select name from sqlite_schema where type = 'table' and name not like '\\_cf%' escape '\\'"
RENT, RAISED = "The rent of the flat is 900 euros", "The rent of the flat is 1150 euros"
THEN, NOW = "2026-03-03T09:00:00+00:00", "2026-11-19T14:00:00+00:00"


@pytest.fixture
def account() -> Iterator[Standin]:
    with start_cloudflare() as standin:
        yield standin


@pytest.fixture
def program(tmp_path: Path, account: Standin) -> Program:
    program = ForkedProgram(
        tmp_path / "vault",
        {
            "XDG_CONFIG_HOME": str(tmp_path / "config"),
            "XDG_RUNTIME_DIR": str(tmp_path),
            "NOTEBRAIN_CLOUDFLARE_API": account.base_url,
            "NOTEBRAIN_CF_TOKEN": account.token,
            "NOTEBRAIN_CF_ACCOUNT": account.account,
        },
    )
    assert program.run("account", "connect", "--yes").code == 0
    return program


def everything_in(account: Standin) -> str:
    database = account.d1.database("notebrain")
    (tables,) = database.run([Statement(OURS)])
    held = database.run([Statement(f'select * from "{name}"') for (name,) in tables.rows])
    return repr([result.rows for result in held])


def test_append_and_replace_take_no_text_of_a_local_only_note_to_the_account(
    program: Program, account: Standin
) -> None:
    program.run("capture", "--at", THEN, RENT)
    program.run("capture", "--at", NOW, "--local-only", RAISED)
    program.run("index")
    (card,) = program.run("review", "list", "--json").json

    for answer in ("append", "replace"):
        done = program.run("review", "resolve", card["card_id"], answer)
        assert (done.code, "stays on this computer" in done.err) == (1, True), done
    program.run("sync")

    held = everything_in(account)
    assert "900 euros" in held
    assert "1150 euros" not in held
    assert set(card["answers"]).isdisjoint({"append", "replace"})
    assert (card["older"]["local_only"], card["newer"]["local_only"]) == (False, True)
    shown = program.run("review", "show", card["card_id"]).text
    assert "New (only on this computer):" in shown
    assert f"“{RAISED}” stays on this computer." in shown


def test_a_merge_with_a_local_only_note_stays_on_this_computer(
    program: Program, account: Standin
) -> None:
    program.run("capture", "--at", THEN, "--local-only", RENT)
    program.run("capture", "--at", NOW, RAISED)
    program.run("index")
    (card,) = program.run("review", "list", "--json").json

    merged = "Rent 1150, was 900 (secret)"
    assert program.run("review", "resolve", card["card_id"], "merge", "--text", merged).code == 0
    program.run("sync")

    held = everything_in(account)
    assert "was 900" not in held
    assert "secret" not in held
    (left,) = program.run("list", "--json").json
    assert (left["title"], left["local_only"]) == (merged, True)
    assert program.run("show", left["note_id"], "--json").json["local_only"] is True
