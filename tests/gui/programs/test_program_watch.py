"""What the window tells of other programs: the first write of each, and a limit that stopped one."""

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.events import Health, ProgramStopped, ProgramWrote
from notebrain.app.settings.programs import PROGRAMS_MCP, PROGRAMS_MORE, PROGRAMS_STOPPED
from notebrain.domain.notes.draft import Draft
from notebrain.domain.programs.program import Limits, program_name
from notebrain.gui.programs import texts
from notebrain.gui.programs.watch import ProgramWatch, allow_more, stopped_program
from tests.fakes.clock import FakeClock
from tests.fakes.context import FakeContext

pytestmark = pytest.mark.gui
US = "mcp:Cursor"


@pytest.fixture
def told(context: FakeContext) -> list[Health]:
    """What was told since, with the switch of MCP on."""
    context.services.settings.put(PROGRAMS_MCP, True).result()
    told: list[Health] = []
    context.events.health.connect(told.append)
    return told


def write(context: FakeContext, program: str = US) -> None:
    writes = context.services.memory.programs
    writes.capture(program, Draft("Milk", source=program), Limits()).future.result()


def stop(context: FakeContext, at: str, program: str = US) -> None:
    context.services.settings.put(PROGRAMS_STOPPED, f"{at} {program}").result()


def test_the_first_write_of_each_program_is_told_once(
    context: FakeContext, told: list[Health], qtbot: QtBot
) -> None:
    ProgramWatch(context)
    write(context)
    context.events.changed_elsewhere.emit()
    qtbot.waitUntil(lambda: told == [ProgramWrote(US)])

    write(context)
    context.events.changed_elsewhere.emit()
    write(context, "http:script")
    context.events.changed_elsewhere.emit()

    qtbot.waitUntil(lambda: len(told) == 2)
    assert told[1] == ProgramWrote("http:script")
    qtbot.waitUntil(lambda: context.services.memory.programs.untold_writers() == [])


def test_what_was_written_while_the_window_was_closed_is_told_when_it_opens(
    context: FakeContext, told: list[Health], qtbot: QtBot
) -> None:
    write(context)

    ProgramWatch(context)

    qtbot.waitUntil(lambda: told == [ProgramWrote(US)])


def test_nothing_is_read_while_all_switches_are_off(
    context: FakeContext, told: list[Health], monkeypatch: pytest.MonkeyPatch
) -> None:
    context.services.settings.put(PROGRAMS_MCP, False).result()
    write(context)
    reads: list[str] = []

    def read(what: str, *_acts: object, **_more: object) -> None:
        reads.append(what)

    monkeypatch.setattr(context.reader, "read", read)

    ProgramWatch(context)
    context.events.changed_elsewhere.emit()

    assert reads == []
    assert told == []


def test_a_limit_that_stopped_a_program_is_told_once(
    context: FakeContext, told: list[Health], clock: FakeClock
) -> None:
    ProgramWatch(context)
    stop(context, clock.now().isoformat())

    context.events.changed_elsewhere.emit()
    context.events.changed_elsewhere.emit()

    assert told == [ProgramStopped(US)]


@pytest.mark.parametrize("stopped", ["", "yesterday", "2026-13-01T00:00:00 mcp:x", "2026-11-26"])
def test_a_stop_that_cannot_be_read_asks_nothing(context: FakeContext, stopped: str) -> None:
    context.services.settings.put(PROGRAMS_STOPPED, stopped).result()

    assert stopped_program(context.services.settings, context.services.clock.now()) == ""


def test_an_old_stop_asks_nothing_and_more_that_was_allowed_ends_it(
    context: FakeContext, clock: FakeClock, qtbot: QtBot
) -> None:
    settings = context.services.settings
    stop(context, clock.now().isoformat())
    assert stopped_program(settings, clock.now()) == US

    allow_more(context)
    qtbot.waitUntil(lambda: bool(settings.get(PROGRAMS_MORE)))

    assert stopped_program(settings, clock.now()) == ""
    settings.put(PROGRAMS_MORE, None).result()
    clock.forward(hours=2)
    assert stopped_program(settings, clock.now()) == ""


def test_a_name_neither_turns_nor_fills_a_sentence() -> None:
    hostile = program_name("mcp", "\u202e<b>שלום</b>\n" + "x" * 500)

    text = texts.wrote_text(hostile)

    assert "\u202e" not in text
    assert text.index("\u2068") < text.index("שלום") < text.index("\u2069")
    assert len(text) < 110
