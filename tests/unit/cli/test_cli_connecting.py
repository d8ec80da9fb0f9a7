"""account: connect, status, disconnect."""

from collections.abc import Callable, Iterator
from pathlib import Path

import keyring
import pytest

from notebrain.app.services import INDEXER_LOCK
from notebrain.cloud.workers_ai import SMALL, index_name
from notebrain.storage.file_lock import Lease
from tests.fakes.cloudflare import Permission as Granted, Standin, faults, start_cloudflare
from tests.fakes.command_line import InProcess
from tests.fakes.passwords import Missing, Passwords

INDEX = index_name(SMALL.space)


@pytest.fixture
def account(notebrain: InProcess, monkeypatch: pytest.MonkeyPatch) -> Iterator[Standin]:
    with start_cloudflare() as standin:
        monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
        yield standin


@pytest.fixture(autouse=True)
def passwords() -> Iterator[Passwords]:
    yield from kept_in(Passwords())


def kept_in(place: Passwords) -> Iterator[Passwords]:
    before = keyring.get_keyring()
    keyring.set_keyring(place)
    yield place
    keyring.set_keyring(before)


def answering(*answers: str) -> Callable[[str], str]:
    coming = iter(answers)

    def answer(_prompt: str) -> str:
        return next(coming)

    return answer


def connect(notebrain: InProcess, account: Standin) -> None:
    done = notebrain.run(
        "account",
        "connect",
        "--account",
        account.account,
        "--yes",
        stdin=f"{account.token}\n".encode(),
    )
    assert done.code == 0, done.err


def test_connect_says_what_it_makes_and_status_what_there_is(
    notebrain: InProcess, account: Standin
) -> None:
    token = f" {account.token}\r\n".encode()

    done = notebrain.run("account", "connect", "--account", account.account, "--yes", stdin=token)

    assert done.code == 0, done.err
    assert "NoteBrain will create a D1 database named notebrain" in done.text
    assert INDEX in done.text
    assert account.token not in done.text + done.err
    status = notebrain.run("account", "status", "--json").json
    assert status.pop("last_reached")
    assert status.pop("files")["waiting"] == 0
    assert status == {
        "connected": True,
        "waiting": 0,
        "failed": 0,
        "account": account.account,
        "database": "notebrain",
        "index": INDEX,
        "notes": 0,
        "vectors": 0,
        "token": "system",
        "expires_on": None,
        "takes_files": "open",
        "problem": None,
        "suggested_model": None,
    }


def test_a_person_types_the_token_unseen_and_agrees(
    notebrain: InProcess, account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", answering(account.account, "y"))
    monkeypatch.setattr("getpass.getpass", answering(account.token))

    done = notebrain.run("account", "connect")

    assert done.code == 0, done.err
    assert account.d1.names() == ["notebrain"]


def test_a_person_who_does_not_agree_makes_nothing(
    notebrain: InProcess, account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", account.token)
    monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", account.account)
    monkeypatch.setattr("builtins.input", answering(""))

    done = notebrain.run("account", "connect")

    assert (done.code, done.line) == (1, "notebrain: Nothing was done.")
    assert account.d1.names() == []


def test_connect_without_a_person_wants_to_be_told_to(
    notebrain: InProcess, account: Standin
) -> None:
    done = notebrain.run(
        "account", "connect", "--account", account.account, stdin=account.token.encode()
    )

    assert done.code == 2
    assert "--yes" in done.line
    assert account.d1.names() == []


def test_the_token_is_no_argument(notebrain: InProcess, account: Standin) -> None:
    done = notebrain.run("account", "connect", "--token", account.token)

    assert done.code == 2


def test_connect_names_a_missing_permission(notebrain: InProcess, account: Standin) -> None:
    token = account.tokens.issue(without=[Granted.D1_EDIT]).value

    done = notebrain.run(
        "account", "connect", "--account", account.account, "--yes", stdin=token.encode()
    )

    assert done.code == 1
    assert "D1: Edit" in done.line


@pytest.mark.parametrize(
    ("token", "account_id", "said"),
    [
        ("x", None, "not a token"),
        ("a-token-nobody-knows", None, "does not accept the token"),
        (None, "12", "not an account ID"),
        (None, "0" * 32, "another account"),
    ],
)
def test_connect_says_what_is_wrong_in_one_line(
    notebrain: InProcess, account: Standin, token: str | None, account_id: str | None, said: str
) -> None:
    given = (token or account.token).encode()

    done = notebrain.run(
        "account", "connect", "--account", account_id or account.account, "--yes", stdin=given
    )

    assert done.code == 1
    assert said in done.line


def test_without_a_place_for_passwords_nothing_is_called_connected(
    notebrain: InProcess, account: Standin
) -> None:
    keyring.set_keyring(Missing())
    words = ("account", "connect", "--account", account.account, "--yes", "--json")

    done = notebrain.run(*words, stdin=account.token.encode())

    assert done.code == 1
    assert done.line.startswith("notebrain: Not connected")
    assert "NOTEBRAIN_CF_TOKEN" in done.line
    assert not notebrain.run("account", "status", "--json").json["connected"]


def test_with_the_token_in_the_environment_the_next_command_works(
    notebrain: InProcess, account: Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring.set_keyring(Missing())
    monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", account.token)
    monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", account.account)

    done = notebrain.run("account", "connect", "--yes", "--json")

    assert done.json["token"] == "environment"
    assert notebrain.run("account", "status", "--json").json["notes"] == 0


def test_the_status_tells_what_is_wrong(
    notebrain: InProcess, account: Standin, quick_tries: None
) -> None:
    connect(notebrain, account)
    account.faults.add(faults.captive_portal(), times=None)

    done = notebrain.run("account", "status")

    assert done.code == 1
    assert "notebrain" in done.text
    assert "sign in" in done.line


def test_a_vault_without_an_account_says_so(notebrain: InProcess) -> None:
    done = notebrain.run("account", "status")

    assert (done.code, done.text) == (
        0,
        "These notes are not connected to an account. They are on this computer only.\n",
    )
    assert notebrain.run("account", "disconnect", "--yes").code == 1


def test_disconnect_leaves_the_copy_and_purge_removes_it(
    notebrain: InProcess, account: Standin, passwords: Passwords
) -> None:
    connect(notebrain, account)

    assert notebrain.run("account", "disconnect", "--yes").code == 0

    assert account.d1.names() == ["notebrain"]
    assert passwords.kept == {}
    connect(notebrain, account)
    receipt = notebrain.run("account", "disconnect", "--purge", "--yes", "--json").json
    assert receipt["removed"] == [
        {"thing": "index", "name": INDEX, "count": 0, "bytes": 0},
        {"thing": "database", "name": "notebrain", "count": 0, "bytes": 0},
        {"thing": "token", "name": "", "count": 0, "bytes": 0},
    ]
    assert account.d1.names() == account.vectorize.names() == []


def test_the_help_explains_how_to_come_by_a_token(notebrain: InProcess) -> None:
    done = notebrain.run("help", "account", "connect")

    assert "D1: Edit" in done.text
    assert "Create Token" in done.text


def test_the_doctor_tries_the_account_and_says_what_it_cost(
    notebrain: InProcess, account: Standin
) -> None:
    connect(notebrain, account)

    done = notebrain.run("doctor", "--cloudflare")

    assert done.code == 0, done.text
    assert "neurons" in done.text.splitlines()[-1]
    assert account.vectorize.names() == [INDEX]


def test_purge_waits_for_nobody_who_works_on_the_notes(
    notebrain: InProcess, account: Standin
) -> None:
    connect(notebrain, account)
    lease = Lease(notebrain.vault / INDEXER_LOCK)
    assert lease.acquire()

    done = notebrain.run("account", "disconnect", "--purge", "--yes")

    lease.release()
    assert done.code == 1
    assert "window is open" in done.line
    assert account.d1.names() == ["notebrain"]


def withdrawn(notebrain: InProcess, account: Standin) -> str:
    """Return a note that the account has and that is to stay on this computer from now on."""
    connect(notebrain, account)
    note = notebrain.capture("the safe opens with plover", "--at", "2026-01-02")
    assert notebrain.run("sync").code == 0
    assert "plover" in texts_in(account)
    notebrain.run("file", note, "--local-only")
    return note


def texts_in(account: Standin) -> str:
    return str(account.d1.database("notebrain").look("select content from item"))


def test_what_was_withdrawn_leaves_the_account_before_it_is_left(
    notebrain: InProcess, account: Standin
) -> None:
    withdrawn(notebrain, account)
    late = notebrain.capture("not sent yet", "--at", "2026-01-02")

    receipt = notebrain.run("account", "disconnect", "--yes", "--json").json

    assert (receipt["texts_still_there"], receipt["vectors_still_there"]) == (0, 0)
    assert "plover" not in texts_in(account)
    assert late not in texts_in(account)


def test_without_a_network_it_says_what_stays_in_the_account(
    notebrain: InProcess, account: Standin, quick_tries: None
) -> None:
    withdrawn(notebrain, account)
    account.faults.add(faults.captive_portal(), on="d1.*", times=None)

    asked = notebrain.run("account", "disconnect")
    assert asked.code != 0
    assert "still has 1 text that you removed or marked to stay" in asked.err
    assert notebrain.run("account", "status").text.startswith("Connected")
    done = notebrain.run("account", "disconnect", "--yes")

    assert done.code == 0
    assert "still has 1 text that you removed or marked to stay" in done.text
    account.faults.clear()
    assert "plover" in texts_in(account)


def test_a_purge_leaves_nothing_that_was_withdrawn(notebrain: InProcess, account: Standin) -> None:
    withdrawn(notebrain, account)

    receipt = notebrain.run("account", "disconnect", "--purge", "--yes", "--json").json

    assert receipt["texts_still_there"] == 0
    assert account.d1.names() == account.vectorize.names() == []


def only_there(notebrain: InProcess, account: Standin, tmp_path: Path) -> Path:
    """Lose the copy on this computer of a file that was sent; return where it was."""
    connect(notebrain, account)
    picture = tmp_path / "roof.png"
    picture.write_bytes(b"\x89PNG the roof")
    notebrain.capture("The roof", "--attach", str(picture), "--at", "2026-01-02")
    assert notebrain.run("sync").code == 0
    (file,) = notebrain.run("files", "list", "--json").json
    path: Path = notebrain.vault / "files" / file["file_id"][:2] / file["file_id"]
    path.unlink()
    return path


def test_a_purge_loses_no_file_by_yes_alone(
    notebrain: InProcess, account: Standin, tmp_path: Path
) -> None:
    path = only_there(notebrain, account, tmp_path)

    done = notebrain.run("account", "disconnect", "--purge", "--yes")

    assert done.code == 1
    assert "1 file in these notes (13 B) is only in your account" in done.err
    assert "notebrain files fetch --all" in done.err
    assert account.r2.buckets
    assert notebrain.run("files", "fetch", "--all").code == 0
    assert notebrain.run("sync").code == 0
    assert path.read_bytes() == b"\x89PNG the roof"
    assert notebrain.run("account", "disconnect", "--purge", "--yes").code == 0
    assert account.r2.buckets == []


def test_a_purge_loses_files_by_a_word_of_its_own(
    notebrain: InProcess, account: Standin, tmp_path: Path
) -> None:
    only_there(notebrain, account, tmp_path)

    done = notebrain.run("account", "disconnect", "--purge", "--lose-files", "--yes")

    assert done.code == 0
    assert account.r2.buckets == account.d1.names() == []


@pytest.mark.parametrize(("answers", "code"), [(["y", "n"], 1), (["y", "y"], 0)])
def test_a_person_is_asked_about_the_files_apart(
    notebrain: InProcess,
    account: Standin,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answers: list[str],
    code: int,
) -> None:
    only_there(notebrain, account, tmp_path)
    monkeypatch.setattr("notebrain.cli.commands.account.is_terminal", lambda _: True)
    monkeypatch.setattr("builtins.input", answering(*answers))

    done = notebrain.run("account", "disconnect", "--purge")

    assert done.code == code
    assert "only in your account" in done.err
    assert bool(account.r2.buckets) is bool(code)


def test_fetching_needs_to_know_what(notebrain: InProcess) -> None:
    done = notebrain.run("files", "fetch")

    assert done.code == 2
    assert "--all" in done.err
