"""What the user lets other programs do, sees of it and takes back, on the command line."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from notebrain.app.door.door import Door
from notebrain.app.services import open_services
from notebrain.app.settings.programs import PROGRAMS_MCP
from notebrain.domain.programs.program import Scope
from tests.fakes.command_line import InProcess


@contextmanager
def door_to(notebrain: InProcess) -> Iterator[Door]:
    door = Door(open_services(notebrain.vault), PROGRAMS_MCP)
    yield door
    door.close()


def test_everything_is_off_until_the_user_switches_it_on(notebrain: InProcess) -> None:
    notebrain.run("capture", "Milk")

    assert "may do nothing" in notebrain.run("programs", "list").text
    assert "reading, capture" in notebrain.run("programs", "on", "reading", "capture").text
    assert notebrain.run("programs", "list", "--json").json["may"] == ["reading", "capture"]
    assert "may do nothing" in notebrain.run("programs", "off", "reading").text
    assert notebrain.run("programs", "on", "everything").code == 2
    assert notebrain.run("programs", "on").code == 2


def test_what_programs_wrote_is_listed_and_taken_back(notebrain: InProcess) -> None:
    notebrain.run("programs", "on", "reading", "capture", "update")
    note = notebrain.run("capture", "Milk").text.strip()
    with door_to(notebrain) as door:
        door.call("mcp:one", "capture", {"text": "Bread"})
        door.call("mcp:two", "update", {"note": note, "version": 1, "text": "Butter"})

    acts = notebrain.run("programs", "acts", "--json").json
    assert [(act["program"], act["act"]) for act in acts] == [
        ("mcp:two", "update"),
        ("mcp:one", "capture"),
    ]
    lines = notebrain.run("programs", "acts", "--program", "mcp:one").text.splitlines()
    assert [line.split("  ")[-1] for line in lines] == ["Bread"]

    assert notebrain.run("programs", "undo", str(acts[0]["number"])).code == 0
    assert notebrain.run("show", note, "--body").text.rstrip() == "Milk"
    assert notebrain.run("programs", "undo", "--program", "mcp:one").text.startswith("1 write")
    assert [row["title"] for row in notebrain.run("list", "--json").json] == ["Milk"]
    assert "(undone)" in notebrain.run("programs", "acts").text
    assert notebrain.run("programs", "undo").code == 2
    assert notebrain.run("programs", "undo", "99").code == 1


def test_what_the_user_changed_since_stays_and_is_named(notebrain: InProcess) -> None:
    notebrain.run("programs", "on", "reading", "update")
    note = notebrain.run("capture", "Milk").text.strip()
    with door_to(notebrain) as door:
        door.call("mcp:one", "update", {"note": note, "version": 1, "text": "Butter"})
    notebrain.run("edit", note, "Cream")

    done = notebrain.run("programs", "undo", "--program", "mcp:one")

    assert (done.code, note in done.err) == (1, True)
    assert notebrain.run("show", note, "--body").text.rstrip() == "Cream"


def test_one_program_is_limited_blocked_and_let_in_again(notebrain: InProcess) -> None:
    notebrain.run("programs", "on", "reading")
    notebrain.run("capture", "Milk")
    notebrain.run("capture", "Plan", "--workspace", "Work", "--tag", "big")

    def seen() -> list[str]:
        with door_to(notebrain) as door:
            found = door.call("mcp:one", "list", {}).document
        return [note["title"] for note in found.get("notes", [])]

    assert seen() == ["Plan", "Milk"]
    assert notebrain.run("programs", "limit", "mcp:one", "--workspace", "Work").code == 0
    assert seen() == ["Plan"]
    assert "only Work" in notebrain.run("programs", "list").text
    notebrain.run("programs", "block", "mcp:one")
    assert seen() == []
    assert "blocked" in notebrain.run("programs", "list").text
    notebrain.run("programs", "unblock", "mcp:one")
    notebrain.run("programs", "limit", "mcp:one")
    assert seen() == ["Plan", "Milk"]
    assert notebrain.run("programs", "unblock", "mcp:nobody").code == 1
    assert notebrain.run("programs", "limit", "mcp:one", "--workspace", "Nowhere").code == 1


def test_what_one_program_may_write_is_listed_and_outlives_other_limits(
    notebrain: InProcess,
) -> None:
    notebrain.run("programs", "on", "reading")
    with door_to(notebrain) as door:
        door.call("mcp:one", "list", {})
    with closing(open_services(notebrain.vault)) as services:
        services.memory.programs.set_scope("mcp:one", Scope(may=frozenset())).result()

    assert "may write: nothing" in notebrain.run("programs", "list").text
    notebrain.run("programs", "block", "mcp:one")
    notebrain.run("programs", "unblock", "mcp:one")

    assert notebrain.run("programs", "list", "--json").json["programs"][0]["may"] == []


def test_a_note_that_stays_here_is_let_out_by_name_only(notebrain: InProcess) -> None:
    notebrain.run("programs", "on", "reading")
    note = notebrain.run("capture", "Secret", "--local-only").text.strip()

    def is_seen() -> bool:
        with door_to(notebrain) as door:
            return not door.call("mcp:one", "show", {"note": note}).is_error

    assert not is_seen()
    notebrain.run("programs", "allow", "Secret")
    assert is_seen()
    notebrain.run("programs", "allow", note, "--not")
    assert not is_seen()


def test_more_lets_programs_write_on(notebrain: InProcess) -> None:
    notebrain.run("programs", "on", "reading", "capture")
    with door_to(notebrain) as door:
        told = [door.call("mcp:one", "capture", {"text": f"note {at}"}) for at in range(61)]
        assert told[-1].document["error"] == "limit"

    notebrain.run("programs", "more")

    with door_to(notebrain) as door:
        assert not door.call("mcp:one", "capture", {"text": "more"}).is_error


def test_a_person_at_the_keyboard_is_told_who_starts_it(notebrain: InProcess) -> None:
    done = notebrain.run("mcp")

    assert (done.code, "help mcp" in done.line) == (2, True)
