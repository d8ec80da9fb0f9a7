from tests.fakes.command_line import InProcess

KEYS = {
    "note_id": str,
    "title": str,
    "workspace": str,
    "tags": list,
    "pinned": bool,
    "importance": int,
    "local_only": bool,
    "category": str,
    "source": str,
    "created_at": str,
    "updated_at": str,
    "deleted_at": str | None,
    "state": str,
}


def titles(notebrain: InProcess, *options: str) -> list[str]:
    return [note["title"] for note in notebrain.run("list", "--json", *options).json]


def test_a_list_has_exactly_the_fields_others_rely_on(notebrain: InProcess) -> None:
    notebrain.capture("one")
    forgotten = notebrain.capture("two")
    notebrain.run("forget", forgotten)

    for options in ([], ["--trash"]):
        (note,) = notebrain.run("list", "--json", *options).json
        assert list(note) == list(KEYS)
        assert all(isinstance(note[key], kind) for key, kind in KEYS.items())


def test_a_list_can_be_narrowed(notebrain: InProcess) -> None:
    notebrain.capture("pinned", "--pin", "--at", "2026-01-01T00:00Z")
    notebrain.capture("tagged", "--tag", "garden/winter", "--at", "2026-01-02T00:00Z")
    notebrain.capture("at work", "--workspace", "Work", "--at", "2026-01-03T00:00Z")
    notebrain.capture("decided", "--category", "decision", "--at", "2026-01-04T00:00Z")

    assert titles(notebrain) == ["decided", "at work", "tagged", "pinned"]
    assert titles(notebrain, "--pinned") == ["pinned"]
    assert titles(notebrain, "--tag", "garden") == ["tagged"]
    assert titles(notebrain, "--workspace", "Work") == ["at work"]
    assert titles(notebrain, "--category", "decision") == ["decided"]
    assert titles(notebrain, "--sort", "title") == ["at work", "decided", "pinned", "tagged"]
    assert titles(notebrain, "--limit", "1") == ["decided"]
    assert titles(notebrain, "--after", "2026-01-03T00:00Z") == ["decided", "at work"]
    assert titles(notebrain, "--before", "2026-01-02T00:00Z") == ["pinned"]
    assert titles(notebrain, "--after", "2026", "--before", "2026-02", "--pinned") == ["pinned"]
    assert titles(notebrain, "--before", "2025") == []


def test_a_day_that_does_not_exist_is_refused(notebrain: InProcess) -> None:
    done = notebrain.run("list", "--after", "2026-13")

    assert done.code == 2
    assert "not an ISO 8601 date" in done.err


def test_a_list_for_people_has_a_line_for_each_note(notebrain: InProcess) -> None:
    note_id = notebrain.capture("red\x1b[31m", "--tag", "home", "--pin")

    done = notebrain.run("list")

    (line,) = done.text.splitlines()
    assert line.startswith(f"{note_id[-6:]}  ")
    assert line.endswith("red [31m  *  #home")


def test_an_empty_list_says_so_apart_from_the_answer(notebrain: InProcess) -> None:
    notebrain.vault.mkdir()

    done = notebrain.run("list")

    assert (done.code, done.out, done.line) == (0, b"", "No notes.")


def test_a_note_is_shown_with_its_facts(notebrain: InProcess) -> None:
    note_id = notebrain.capture("Title\n\ntext", "--tag", "a,b", "--pin", "--local-only")
    notebrain.run("forget", note_id)

    done = notebrain.run("show", note_id)

    head, _blank, body = done.text.partition("\n\n")
    assert body == "Title\n\ntext"
    assert "Title: Title\n" in head
    assert "Tags: #a #b\n" in head
    assert "Pinned: yes\n" in head
    assert "In the trash since: " in head
    assert "Only on this computer: yes\n" in head


def test_a_history_numbers_versions_from_the_first(notebrain: InProcess) -> None:
    note_id = notebrain.capture("one")
    notebrain.run("edit", note_id, "two")
    notebrain.run("append", note_id, "more")

    versions = notebrain.run("history", note_id, "--json").json

    assert [list(version) for version in versions] == [
        ["version", "made_at", "reason", "title", "body"]
    ] * 2
    assert [(one["version"], one["reason"], one["body"]) for one in versions] == [
        (1, "edit", "one"),
        (2, "append", "two"),
    ]


def test_a_history_for_people_says_what_happened_next(notebrain: InProcess) -> None:
    note_id = notebrain.capture("one")
    notebrain.run("edit", note_id, "two")

    done = notebrain.run("history", note_id)

    assert done.text.startswith("   1  ")
    assert done.text.endswith("one  (3 characters, before it was edited)\n")


def test_a_history_says_what_changed_since_a_version(notebrain: InProcess) -> None:
    note_id = notebrain.capture("It is 5 °C now")
    notebrain.run("edit", note_id, "It is 6 °C now")

    done = notebrain.run("history", note_id, "--version", "1", "--diff")

    assert done.text == "It is [-5-]{+6+} °C now"


def test_a_note_without_history_says_so(notebrain: InProcess) -> None:
    note_id = notebrain.capture("one")

    done = notebrain.run("history", note_id)

    assert (done.code, done.line) == (0, "This note has no earlier versions.")


def test_a_version_that_never_was_is_told(notebrain: InProcess) -> None:
    note_id = notebrain.capture("one")

    for command in (["history", note_id], ["restore", note_id]):
        done = notebrain.run(*command, "--version", "3")
        assert (done.code, done.line) == (1, "notebrain: The note has no version 3.")
