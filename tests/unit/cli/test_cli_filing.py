from tests.fakes.command_line import InProcess


def test_a_forgotten_note_leaves_the_list_and_comes_back(notebrain: InProcess) -> None:
    one, two = notebrain.capture("one"), notebrain.capture("two")

    gone = notebrain.run("forget", one, two)
    back = notebrain.run("restore", one, "--json")

    assert gone.line == "2 notes are in the trash now."
    assert back.json == {"note_ids": [one]}
    assert [note["note_id"] for note in notebrain.run("list", "--json").json] == [one]
    assert [note["note_id"] for note in notebrain.run("list", "--trash", "--json").json] == [two]


def test_forgetting_is_all_or_nothing(notebrain: InProcess) -> None:
    one = notebrain.capture("one")

    done = notebrain.run("forget", one, "zzz")

    assert done.code == 1
    assert notebrain.run("list", "--trash", "--json").json == []


def test_forgetting_twice_changes_nothing(notebrain: InProcess) -> None:
    one = notebrain.capture("one")
    notebrain.run("forget", one)

    done = notebrain.run("forget", one)

    assert (done.code, done.line) == (0, "Nothing changed.")


def test_an_earlier_version_comes_back_and_the_present_one_is_kept(notebrain: InProcess) -> None:
    note_id = notebrain.capture("one\r\n")
    notebrain.run("edit", note_id, "two")

    done = notebrain.run("restore", note_id, "--version", "1")

    assert done.code == 0
    assert notebrain.run("show", note_id, "--raw").out == b"one\r\n"
    assert notebrain.run("history", note_id, "--version", "2").out == b"two"


def test_a_version_belongs_to_one_note(notebrain: InProcess) -> None:
    done = notebrain.run("restore", "a", "b", "--version", "1")

    assert (done.code, done.line) == (2, "notebrain: --version works with one note only.")


def test_notes_are_filed_without_changing_their_date(notebrain: InProcess) -> None:
    note_id = notebrain.capture("one", "--tag", "old", "--at", "2026-01-01T00:00Z")
    options = ["--pin", "--tag", "new", "--untag", "old", "--workspace", "Work"]
    options += ["--importance", "4", "--category", "fact"]

    done = notebrain.run("file", note_id, *options)

    (note,) = notebrain.run("list", "--json").json
    assert done.line == "1 note changed."
    assert (note["pinned"], note["tags"], note["workspace"]) == (True, ["new"], "Work")
    assert (note["importance"], note["category"]) == (4, "fact")
    assert note["updated_at"] == "2026-01-01T00:00:00.000+00:00"


def test_a_pin_can_be_taken_off(notebrain: InProcess) -> None:
    note_id = notebrain.capture("one", "--pin")

    notebrain.run("file", note_id, "--no-pin")

    assert notebrain.run("list", "--json").json[0]["pinned"] is False


def test_filing_without_a_wish_says_what_to_say(notebrain: InProcess) -> None:
    done = notebrain.run("file", "x")

    assert done.code == 2
    assert "--pin" in done.line
