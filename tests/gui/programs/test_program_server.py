"""The server in the window: there while a switch is on, gone when both are off, and at the end of the window."""

import sys
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.settings.programs import PROGRAMS_CLIPPER, PROGRAMS_HTTP, PROGRAMS_PORT
from notebrain.app.settings.setting import Setting
from notebrain.domain.errors import UserError
from notebrain.domain.programs.program import PortTaken
from notebrain.gui.programs.server import ProgramServer
from tests.fakes.context import FakeContext
from tests.fakes.server_thread import FakeServerThread

pytestmark = pytest.mark.gui


class Started:
    """What a server of the window started, one after the other."""

    def __init__(self) -> None:
        self.all: list[FakeServerThread] = []

    def make(self) -> FakeServerThread:
        self.all.append(FakeServerThread())
        return self.all[-1]

    @property
    def last(self) -> FakeServerThread:
        return self.all[-1]


@pytest.fixture
def started() -> Started:
    return Started()


@pytest.fixture
def server(context: FakeContext, started: Started) -> ProgramServer:
    return ProgramServer(context, started.make)


def switch(context: FakeContext, *, on: bool) -> None:
    context.settings.put(PROGRAMS_HTTP, on)


def test_nothing_starts_while_both_switches_are_off(
    server: ProgramServer, started: Started
) -> None:
    server.update()

    assert started.all == []
    assert (server.port, server.problem) == (0, None)


@pytest.mark.parametrize("setting", [PROGRAMS_HTTP, PROGRAMS_CLIPPER])
def test_each_switch_starts_it_and_the_window_says_where(
    context: FakeContext,
    server: ProgramServer,
    started: Started,
    setting: Setting[bool],
    qtbot: QtBot,
) -> None:
    context.settings.put(setting, True)
    qtbot.waitUntil(lambda: len(started.all) == 1)

    with qtbot.waitSignal(server.changed):
        started.last.ready.set_result(4321)

    assert server.port == 4321
    server.update()
    assert len(started.all) == 1


def test_switching_off_stops_it_and_on_again_starts_another(
    context: FakeContext, server: ProgramServer, started: Started, qtbot: QtBot
) -> None:
    switch(context, on=True)
    qtbot.waitUntil(lambda: len(started.all) == 1)
    started.last.ready.set_result(4321)
    qtbot.waitUntil(lambda: server.port == 4321)
    started.last.ends_late = True

    switch(context, on=False)
    qtbot.waitUntil(lambda: started.last.stopped)
    switch(context, on=True)
    started.last.done.set_result(None)

    qtbot.waitUntil(lambda: len(started.all) == 2)
    assert server.port == 0


def test_a_switch_of_the_command_line_counts_too(
    context: FakeContext, server: ProgramServer, started: Started, qtbot: QtBot
) -> None:
    context.services.settings.put(PROGRAMS_HTTP, True).result()

    context.events.changed_elsewhere.emit()

    assert len(started.all) == 1


def test_one_that_cannot_start_is_not_tried_again_by_itself(
    context: FakeContext, server: ProgramServer, started: Started, qtbot: QtBot
) -> None:
    switch(context, on=True)
    qtbot.waitUntil(lambda: len(started.all) == 1)
    started.last.done.set_exception(PortTaken("taken"))
    qtbot.waitUntil(lambda: server.problem is not None)
    context.events.settings_changed.emit()
    assert len(started.all) == 1

    server.try_again()

    assert len(started.all) == 2
    assert server.problem is None


def test_another_port_is_taken_only_when_the_user_says_so(
    context: FakeContext, server: ProgramServer, started: Started, qtbot: QtBot
) -> None:
    context.services.settings.put(PROGRAMS_PORT, 4321).result()
    switch(context, on=True)
    qtbot.waitUntil(lambda: len(started.all) == 1)
    started.last.done.set_exception(PortTaken("taken"))
    qtbot.waitUntil(lambda: server.problem is not None)

    server.move()

    qtbot.waitUntil(lambda: len(started.all) == 2)
    assert context.services.settings.get(PROGRAMS_PORT) == 0


def test_a_problem_is_forgotten_once_it_is_switched_off(
    context: FakeContext, server: ProgramServer, started: Started, qtbot: QtBot
) -> None:
    switch(context, on=True)
    qtbot.waitUntil(lambda: len(started.all) == 1)
    started.last.done.set_exception(UserError("no packages"))
    qtbot.waitUntil(lambda: server.problem is not None)

    switch(context, on=False)

    qtbot.waitUntil(lambda: server.problem is None)
    assert len(started.all) == 1


def status(port: int) -> int:
    """Return the status of an answer, or 0 if nobody listens."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        try:
            connection.request("GET", "/status")
        except ConnectionRefusedError:
            return 0
        return connection.getresponse().status


def test_the_real_server_answers_and_ends_with_the_window(
    context: FakeContext, qtbot: QtBot
) -> None:
    pytest.importorskip("uvicorn")
    server = ProgramServer(context)
    switch(context, on=True)
    qtbot.waitUntil(lambda: server.port > 0, timeout=60_000)
    port = server.port
    assert status(port) == HTTPStatus.UNAUTHORIZED

    context.window.closing.emit()

    assert status(port) == 0


def test_off_means_that_nothing_of_it_is_loaded(context: FakeContext) -> None:
    before = set(sys.modules)

    ProgramServer(context).update()

    new = set(sys.modules) - before
    assert not [name for name in new if name.partition(".")[0] in ("uvicorn", "starlette")]
    assert "notebrain.mcp_server.http.server" not in new
