import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from notebrain.app.api import Brain
from notebrain.domain.notes import draft
from tests.fakes.command_line import InProcess

SPECIAL = st.sampled_from(
    ["#ff0000", "\r\n", "\r", "\n", "\xa0", "\u2028", "\u2029", "\x85", "\t", "🧠", "👩‍💻", "\0"]
) | st.sampled_from(
    ["\ufeff", "```py\nx = 1\n```\n", "  \n\n\n", "é", "e\u0301", "-", "--title", "\x1b[31m"]
)
ANY = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
BODIES = st.lists(SPECIAL | ANY, min_size=1, max_size=12).map("".join).filter(bool)
one_vault = settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.slow
@one_vault
@given(body=BODIES)
def test_a_captured_text_comes_back_byte_for_byte(notebrain: InProcess, body: str) -> None:
    note_id = notebrain.capture(body)

    assert notebrain.run("show", note_id, "--raw").out == body.encode()


@pytest.mark.slow
@one_vault
@given(before=BODIES, after=BODIES)
def test_an_edited_text_comes_back_byte_for_byte_and_the_old_one_too(
    notebrain: InProcess, before: str, after: str
) -> None:
    note_id = notebrain.capture(before)

    notebrain.run("edit", note_id, "-", stdin=after.encode())

    assert notebrain.run("show", note_id, "--body").out == after.encode()
    if before != after:
        assert notebrain.run("history", note_id, "--version", "1").out == before.encode()


@pytest.mark.slow
@one_vault
@given(body=BODIES, more=BODIES.filter(lambda text: text.strip() != ""))
def test_an_append_leaves_every_byte_that_was_there(
    notebrain: InProcess, body: str, more: str
) -> None:
    note_id = notebrain.capture(body)

    notebrain.run("append", note_id, "-", stdin=more.encode())

    whole = notebrain.run("show", note_id, "--raw").out
    assert whole.startswith(body.encode())
    assert whole.endswith(more.encode())


def test_a_text_given_as_argument_is_saved(notebrain: InProcess) -> None:
    note_id = notebrain.run("capture", "The key is with Ana").text.strip()

    assert notebrain.run("show", note_id, "--raw").out == b"The key is with Ana"


def test_a_text_that_begins_with_a_dash_follows_two_dashes(notebrain: InProcess) -> None:
    note_id = notebrain.run("capture", "--pin", "--", "--title is an option").text.strip()

    assert notebrain.run("show", note_id, "--raw").out == b"--title is an option"


def test_every_option_of_a_capture_is_kept(notebrain: InProcess) -> None:
    options = ["--title", "Keys", "--tag", "home,keys", "--tag", "Ana", "--workspace", "Flat"]
    options += ["--importance", "5", "--category", "fact", "--pin", "--local-only"]
    options += ["--at", "2024-02-29T12:00:00+01:00", "--source", "script"]

    note_id = notebrain.run("capture", *options, "text").text.strip()

    note = notebrain.run("show", note_id, "--json").json
    assert note == {
        "note_id": note_id,
        "title": "Keys",
        "workspace": "Flat",
        "tags": ["Ana", "home", "keys"],
        "pinned": True,
        "importance": 5,
        "local_only": True,
        "category": "fact",
        "source": "script",
        "created_at": "2024-02-29T11:00:00.000+00:00",
        "updated_at": "2024-02-29T11:00:00.000+00:00",
        "deleted_at": None,
        "state": "waiting",
        "body": "text",
        "damaged": False,
    }
    with Brain.open(notebrain.vault) as brain:
        assert brain.show(note_id).local_only


def test_a_capture_answers_in_json(notebrain: InProcess) -> None:
    document = notebrain.run("capture", "x", "--json").json

    assert document == {"note_id": notebrain.run("list", "--json").json[0]["note_id"]}


def test_a_text_that_is_not_utf8_is_refused_and_nothing_is_stored(notebrain: InProcess) -> None:
    notebrain.vault.mkdir()

    done = notebrain.run("capture", "-", stdin=b"caf\xe9")

    assert (done.code, done.out) == (1, b"")
    assert "not UTF-8: byte 4 is 0xe9" in done.line
    assert notebrain.run("list", "--json").json == []


def test_half_a_character_is_refused_and_nothing_is_stored(notebrain: InProcess) -> None:
    done = notebrain.run("capture", "bad \udcff")

    assert done.code == 1
    assert "incomplete character" in done.line
    assert notebrain.run("list", "--json").json == []


@pytest.mark.parametrize("command", [["capture"], ["append", "x"], ["edit", "x"]])
def test_a_person_who_gives_no_text_is_told_how(notebrain: InProcess, command: list[str]) -> None:
    done = notebrain.run(*command)

    assert done.code == 2
    assert "pipe it in" in done.line


def test_an_empty_text_is_not_a_note(notebrain: InProcess) -> None:
    done = notebrain.run("capture", "-", stdin=b"")

    assert done.code == 1
    assert "nothing was saved" in done.line


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--importance", "9", "from 1 to 5, not 9"),
        ("--at", "yesterday", "not an ISO 8601 date"),
        ("--category", "secret", "invalid choice"),
    ],
)
def test_a_bad_value_is_named_and_nothing_is_stored(
    notebrain: InProcess, option: str, value: str, told: str
) -> None:
    done = notebrain.run("capture", "x", option, value)

    assert done.code == 2
    assert option in done.line
    assert told in done.line
    assert not notebrain.vault.exists()


def test_a_workspace_without_a_name_is_refused(notebrain: InProcess) -> None:
    done = notebrain.run("capture", "x", "--workspace", " ")

    assert (done.code, done.line) == (1, "notebrain: A workspace needs a name.")


def test_a_date_at_the_edge_of_time_is_kept_or_refused_but_never_a_fault(
    notebrain: InProcess,
) -> None:
    notebrain.vault.mkdir()

    for moment in ("0001-01-01", "1969-07-20T20:17Z", "9999-12-31T23:59:59-12:00"):
        done = notebrain.run("capture", "x", "--at", moment)
        assert done.code in {0, 2}
        assert notebrain.run("list").code == 0


def test_an_append_of_nothing_is_refused(notebrain: InProcess) -> None:
    note_id = notebrain.capture("x")

    done = notebrain.run("append", note_id, " ")

    assert (done.code, done.line) == (1, "notebrain: There is nothing to append.")


def test_the_same_text_changes_nothing(notebrain: InProcess) -> None:
    note_id = notebrain.capture("x")

    done = notebrain.run("edit", note_id, "x")

    assert (done.code, done.line) == (0, "Nothing changed.")
    assert notebrain.run("history", note_id, "--json").json == []


def test_an_edit_can_give_and_take_a_title(notebrain: InProcess) -> None:
    note_id = notebrain.capture("First line")

    notebrain.run("edit", note_id, "--title", "Keys")
    titled = notebrain.run("show", note_id, "--json").json["title"]
    notebrain.run("edit", note_id, "--title", "")

    assert titled == "Keys"
    assert notebrain.run("show", note_id, "--json").json["title"] == "First line"


def test_an_editor_gets_the_text_and_gives_it_back(
    notebrain: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "my editor"
    editor.write_text("#!/bin/sh\nprintf 'and more' >> \"$1\"\n")
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", f"'{editor}'")
    note_id = notebrain.capture("a\r\n\0b ")

    done = notebrain.run("edit", note_id, "--editor", "--json")

    assert done.json == {"note_id": note_id, "changed": True}
    assert notebrain.run("show", note_id, "--raw").out == b"a\r\n\0b and more"


@pytest.mark.parametrize(
    ("editor", "code", "told"),
    [
        ("", 2, "Set VISUAL or EDITOR"),
        ("no-such-editor", 1, "cannot be started"),
        ("false", 1, "exited with code 1"),
    ],
)
def test_an_editor_that_fails_changes_nothing(
    notebrain: InProcess, monkeypatch: pytest.MonkeyPatch, editor: str, code: int, told: str
) -> None:
    monkeypatch.setenv("EDITOR", editor)
    note_id = notebrain.capture("x")

    done = notebrain.run("edit", note_id, "--editor")

    assert done.code == code
    assert told in done.line
    assert notebrain.run("show", note_id, "--raw").out == b"x"


def test_what_was_written_in_an_editor_is_kept_where_the_note_does_not_take_it(
    notebrain: InProcess, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    places = tmp_path / "places"
    places.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(places))
    monkeypatch.setattr(draft, "MOST_BYTES", 100)
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\nprintf %0200d 7 >> "$1"\nexit ${CODE:-0}\n')
    editor.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(editor))
    note_id = notebrain.capture("short ")

    refused = notebrain.run("edit", note_id, "--editor")
    monkeypatch.setenv("CODE", "3")
    failed = notebrain.run("edit", note_id, "--editor")

    for done, told in ((refused, "would be more"), (failed, "code 3")):
        assert done.code == 1
        kept = Path(done.err.splitlines()[0].removeprefix("Your text is saved in ")[:-1])
        assert kept.read_text() == "short " + "7".zfill(200)
        assert kept.parent.stat().st_mode & 0o077 == 0
        assert told in done.err.splitlines()[1]
    assert notebrain.run("show", note_id, "--raw").text == "short "

    monkeypatch.setattr(draft, "MOST_BYTES", 20_000)
    monkeypatch.delenv("CODE")
    assert notebrain.run("edit", note_id, "--editor").code == 0
    assert len(list(places.iterdir())) == 2


def test_a_text_and_an_editor_do_not_go_together(notebrain: InProcess) -> None:
    done = notebrain.run("edit", "x", "text", "--editor")

    assert done.code == 2


def test_a_beginning_of_an_id_is_enough(notebrain: InProcess) -> None:
    note_id = notebrain.capture("x")

    assert notebrain.run("show", note_id[:20], "--raw").out == b"x"


def test_an_unknown_id_is_told(notebrain: InProcess) -> None:
    notebrain.vault.mkdir()

    for command in (
        ["show", "zzz"],
        ["append", "zzz", "x"],
        ["edit", "zzz", "x"],
        ["history", "z"],
    ):
        done = notebrain.run(*command)
        assert done.code == 1
        assert done.line.startswith("notebrain: There is no note z")


def test_a_beginning_of_several_ids_is_told(notebrain: InProcess) -> None:
    notebrain.capture("x")
    notebrain.capture("y")

    done = notebrain.run("show", "0")

    assert done.code == 1
    assert "Several notes match 0" in done.line


def test_words_without_quotes_are_one_text(notebrain: InProcess) -> None:
    note_id = notebrain.run("capture", "two", "words", "--tag", "home").text.strip()
    notebrain.run("append", note_id, "and", "three", "more")

    body = notebrain.run("show", note_id, "--body").text
    assert body.startswith("two words")
    assert body.rstrip().endswith("and three more")


@pytest.mark.parametrize("named", ["Bread", "bread", None])
def test_a_note_is_named_by_its_title_or_the_end_of_its_id(
    notebrain: InProcess, named: str | None
) -> None:
    note_id = notebrain.capture("Bread")
    notebrain.capture("Butter")

    done = notebrain.run("show", named or note_id[-6:], "--body")

    assert done.code == (1 if named == "bread" else 0)
    assert done.text.strip() == ("" if named == "bread" else "Bread")


def test_a_title_of_several_notes_leads_to_none(notebrain: InProcess) -> None:
    notebrain.capture("Bread")
    notebrain.capture("Bread")

    done = notebrain.run("forget", "Bread")

    assert done.code == 1
    assert "Several notes have the title “Bread”" in done.line


def test_a_title_leads_to_a_note_in_the_trash_where_there_is_no_other(notebrain: InProcess) -> None:
    notebrain.capture("Bread")
    notebrain.run("forget", "Bread")

    assert notebrain.run("restore", "Bread").code == 0
    assert "Bread" in notebrain.run("list").text


def test_json_is_one_document_whatever_is_in_the_note(notebrain: InProcess) -> None:
    note_id = notebrain.capture("# a\u2028b\x85 \ud7ff\n🧠")

    done = notebrain.run("show", note_id, "--json")

    assert len(done.text.splitlines()) == 1
    assert json.loads(done.text)["body"] == "# a\u2028b\x85 \ud7ff\n🧠"
