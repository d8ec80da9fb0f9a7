import re
from pathlib import Path

import pytest

from notebrain.cli.main import main
from notebrain.cli.table import COMMANDS
from notebrain.version import __version__
from tests.fakes.command_line import InProcess

SURFACE = {"capture", "search", "list", "show", "append", "edit", "forget", "restore", "history"}
SURFACE |= {"import", "export", "index", "doctor"}


def test_every_command_of_the_surface_is_there() -> None:
    assert set(COMMANDS) >= SURFACE


def test_the_table_and_the_modules_behind_it_name_the_same_commands() -> None:
    for command in COMMANDS.values():
        rows = {one.name for one in COMMANDS.values() if one.family is command.family}
        assert {name.partition(" ")[0] for name in command.family()} == rows


ACTIONS = [(one.name, action) for one in COMMANDS.values() for action in one.actions]


@pytest.mark.parametrize(("name", "action"), ACTIONS)
def test_every_action_explains_itself(notebrain: InProcess, name: str, action: str) -> None:
    done = notebrain.run(name, action, "--help")

    assert done.code == 0
    assert done.text.startswith(f"usage: notebrain {name} {action} ")
    assert COMMANDS[name].handler(action).summary() in done.text
    assert done.out == notebrain.run("help", name, action).out
    assert re.search(rf"^  {action} ", notebrain.run("help", name).text, re.MULTILINE)


def test_a_command_without_its_action_lists_them(notebrain: InProcess) -> None:
    bare, wrong = notebrain.run("review"), notebrain.run("review", "shw")

    assert (bare.code, bare.out) == (2, b"")
    assert "resolve" in bare.err
    assert wrong.code == 2
    assert "There is no action shw; review has list, show" in wrong.err
    assert "Did you mean show?" in wrong.err


@pytest.mark.parametrize("words", [["--json", "list"], ["list", "--json"]])
def test_json_may_stand_before_the_command(notebrain: InProcess, words: list[str]) -> None:
    note_id = notebrain.capture("one")

    assert [note["note_id"] for note in notebrain.run(*words).json] == [note_id]


@pytest.mark.parametrize("words", [["--json", "review", "list"], ["review", "--json", "list"]])
def test_json_may_stand_before_the_action(notebrain: InProcess, words: list[str]) -> None:
    notebrain.capture("one")

    assert notebrain.run(*words).json == []


@pytest.mark.parametrize("words", [["help"], ["--help"], ["-h"], []])
def test_the_help_page_names_every_command(notebrain: InProcess, words: list[str]) -> None:
    done = notebrain.run(*words)

    assert done.code == 0
    for name, command in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(command.summary())}$", done.text, re.MULTILINE)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself_and_its_options(notebrain: InProcess, name: str) -> None:
    done = notebrain.run("help", name)

    assert done.code == 0
    assert done.out == notebrain.run(name, "--help").out
    assert COMMANDS[name].summary() in done.text
    for option in re.findall(r"^  (--[a-z-]+)(.*)$", done.text, re.MULTILINE):
        assert option
    assert "==SUPPRESS==" not in done.text
    assert max(map(len, done.text.splitlines())) <= 100


def test_the_version_is_told(notebrain: InProcess) -> None:
    done = notebrain.run("--version")

    assert (done.code, done.text) == (0, f"NoteBrain {__version__}\n")


def test_an_unknown_command_is_misuse_and_gets_a_guess(notebrain: InProcess) -> None:
    for words in (["serach"], ["help", "serach"]):
        done = notebrain.run(*words)
        usage, line = done.err.splitlines()
        assert (done.code, done.out) == (2, b"")
        assert usage.startswith("usage: notebrain")
        assert line == "notebrain: There is no command serach. Did you mean search?"


def test_an_unknown_option_is_misuse_in_one_line(notebrain: InProcess) -> None:
    done = notebrain.run("list", "--nonsense")

    assert done.code == 2
    assert done.line == (
        "notebrain list: unrecognized arguments: --nonsense (see notebrain help list)"
    )


def test_a_missing_id_is_misuse_in_one_line(notebrain: InProcess) -> None:
    done = notebrain.run("show")

    assert done.code == 2
    assert "required: ID" in done.line


def test_the_vault_is_named_before_or_after_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "a", tmp_path / "b"

    codes = [
        main(["--data-dir", str(first), "capture", "x"]),
        main([f"--data-dir={second}", "capture", "x"]),
        main(["capture", "x", "--data-dir", str(second)]),
        main(["--data-dir", str(second), "capture", "x", "--data-dir", str(first)]),
    ]

    assert codes == [0, 0, 0, 0]
    for vault in (first, second):
        capsys.readouterr()
        main(["list", "--data-dir", str(vault)])
        assert len(capsys.readouterr().out.splitlines()) == 2


@pytest.mark.parametrize(
    "words",
    [["--data-dir"], ["--data-dir", "", "list"], ["--data-dir=", "list"], ["list", "--data-dir="]],
)
def test_an_empty_folder_name_never_leads_to_the_users_own_notes(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(words)

    assert code == 2
    assert "--data-dir needs a folder." in capsys.readouterr().err


def test_options_may_stand_between_the_words(notebrain: InProcess) -> None:
    note_id = notebrain.capture("x")

    done = notebrain.run("append", note_id, "--json", "more")

    assert done.json == {"note_id": note_id, "changed": True}


def test_a_fault_of_ours_is_one_line_and_can_be_looked_into(
    notebrain: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    (notebrain.vault / "notebrain.db").mkdir(parents=True)
    monkeypatch.setattr("notebrain.app.services.open_services", lambda _folder: 1 / 0)

    done = notebrain.run("list")

    assert done.code == 1
    assert "Unexpected error (ZeroDivisionError" in done.line
    monkeypatch.setenv("NOTEBRAIN_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        notebrain.run("list")


def test_a_folder_that_is_a_file_is_told(notebrain: InProcess) -> None:
    notebrain.vault.write_text("no folder")

    done = notebrain.run("list")

    assert done.code == 1
    assert str(notebrain.vault) in done.line


@pytest.mark.parametrize(
    "words", [("list",), ("search", "x"), ("show", "x"), ("history", "x"), ("export", "out")]
)
def test_reading_in_a_folder_that_is_not_there_makes_none(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    missing = tmp_path / "typo" / "vault"

    done = InProcess(missing).run(*words)

    assert (done.code, done.line) == (
        1,
        f"notebrain: There is no folder {missing}, so there are no notes in it.",
    )
    assert not missing.parent.exists()


def test_a_first_note_makes_the_folder_that_is_not_there(tmp_path: Path) -> None:
    done = InProcess(tmp_path / "new" / "vault").run("capture", "x")

    assert done.code == 0
