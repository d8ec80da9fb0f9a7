"""One damaged byte: it is found, named, shown as far as it can be read, and taken from a backup."""

from pathlib import Path

import pytest

from tests.fakes.command_line import Program
from tests.fakes.forked_program import ForkedProgram

pytestmark = pytest.mark.e2e

BODY = "Plan\n\nThe secret recipe: K\u00e4se, salt and a little flour."
WRITTEN = "K\u00e4se, salt".encode()
FLIPS = {"no text": b"K\xff\xa4se, salt", "another text": "K\u00e4se, silt".encode()}


@pytest.fixture
def notebrain(tmp_path: Path) -> Program:
    return ForkedProgram(tmp_path / "vault", {"XDG_RUNTIME_DIR": str(tmp_path)})


def damage(notebrain: Program, to: bytes) -> None:
    file = notebrain.vault / "notebrain.db"
    data = file.read_bytes()
    assert WRITTEN in data
    file.write_bytes(data.replace(WRITTEN, to))


@pytest.fixture(params=FLIPS)
def damaged(notebrain: Program, request: pytest.FixtureRequest) -> tuple[Program, str, str]:
    """A vault with a backup, then a damaged byte; the id of the damaged note and of another one."""
    other = notebrain.capture("Another note")
    note = notebrain.capture(BODY)
    notebrain.run("doctor", "--backup")
    damage(notebrain, FLIPS[request.param])
    return notebrain, note, other


def test_the_doctor_names_the_note_before_it_says_that_any_are_safe(damaged) -> None:
    notebrain, note, _other = damaged

    done = notebrain.run("doctor")

    assert done.code == 1
    assert note in done.text
    assert "The notes are safe" not in done.text
    assert "has it as it was written" in done.text
    assert "--restore-texts" in done.text


@pytest.mark.parametrize("words", [["show"], ["history", "--version", "1"], ["edit"], ["append"]])
def test_no_command_fails_with_the_text_in_the_error(damaged, words: list[str]) -> None:
    notebrain, note, _other = damaged
    notebrain.run("edit", note, "-", stdin=b"replaced")
    words = [words[0], note, *words[1:]]

    done = notebrain.run(*words, stdin=b"more")

    assert "recipe" not in done.err
    assert "Traceback" not in done.err
    assert "Unexpected" not in done.err
    assert "unexpected error" not in done.err


def test_show_gives_what_can_be_read_and_says_that_it_is_damaged(damaged) -> None:
    notebrain, note, other = damaged

    done = notebrain.run("show", note, "--json")
    sound = notebrain.run("show", other, "--json")

    assert done.code == 1
    assert "is damaged" in done.line
    assert b"The secret recipe" in done.out
    assert (sound.code, sound.err) == (0, "")


def test_export_writes_every_note_and_names_the_damaged_one(damaged, tmp_path: Path) -> None:
    notebrain, note, _other = damaged

    done = notebrain.run("export", str(tmp_path / "out"), "--json")

    assert done.code == 1
    assert note in done.err or "Plan" in done.err
    assert "damaged" in done.err
    assert {path.name for path in (tmp_path / "out").glob("*.md")} == {"Plan.md", "Another note.md"}


def test_the_text_comes_back_from_the_backup_to_the_byte(damaged) -> None:
    notebrain, note, _other = damaged

    done = notebrain.run("doctor", "--restore-texts", "--json")

    assert [one["note_id"] for one in done.json["restored"]] == [note]
    assert done.json["restored"][0]["exact"]
    assert notebrain.run("show", note, "--raw").out.decode() == BODY
    assert notebrain.run("history", note, "--json").json == []
    after = notebrain.run("doctor")
    assert "as they were written" in after.text
    assert "!!" not in after.text


def test_what_is_written_over_a_damaged_text_keeps_it_in_the_history(damaged) -> None:
    notebrain, note, _other = damaged

    notebrain.run("edit", note, "-", stdin=b"new text")

    assert notebrain.run("show", note, "--raw").out == b"new text"
    assert "recipe" in notebrain.run("history", note, "--version", "1").text
    assert "An earlier version of" in notebrain.run("doctor").text
    assert notebrain.run("doctor", "--restore-texts").code == 0
    assert notebrain.run("history", note, "--version", "1").text == BODY


def test_without_a_backup_the_rest_can_be_read(notebrain: Program) -> None:
    note = notebrain.capture(BODY)
    damage(notebrain, FLIPS["no text"])

    done = notebrain.run("show", note, "--raw")
    told = notebrain.run("doctor")
    tried = notebrain.run("doctor", "--restore-texts")

    assert done.out.decode() == BODY.replace("K\u00e4", "K\ufffd\ufffd")
    assert "2 bytes of it are not text" in told.text
    assert "No backup has it" in told.text
    assert tried.code == 1


def test_the_index_of_words_is_made_anew_only_with_a_copy_of_the_old_file(damaged) -> None:
    notebrain, _note, _other = damaged
    before = (notebrain.vault / "notebrain.db").read_bytes()

    done = notebrain.run("doctor", "--rebuild-words")

    assert done.code == 0
    kept = notebrain.vault / "notebrain-before-rebuild.db"
    assert [
        part for part in (b"K\xff\xa4se", b"silt") if part in before and part in kept.read_bytes()
    ]


def test_damage_rotates_no_good_backup_away(notebrain: Program) -> None:
    note = notebrain.capture(BODY)
    good = Path(notebrain.run("doctor", "--backup").text.strip())
    old = good.with_name("notebrain-20200101-000000-by-hand.db")
    good.rename(old)
    damage(notebrain, FLIPS["another text"])

    for number in range(12):
        made = Path(notebrain.run("doctor", "--backup").text.strip())
        made.rename(made.with_name(f"notebrain-202101{number + 1:02}-000000-by-hand.db"))

    assert old.exists()
    assert notebrain.run("doctor", "--restore-texts").code == 0
    assert notebrain.run("show", note, "--raw").out.decode() == BODY
    notebrain.run("doctor", "--backup")
    assert not old.exists()
