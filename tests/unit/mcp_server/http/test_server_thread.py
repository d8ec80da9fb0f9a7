"""The server on a thread of its own: started, stopped at any moment, and what it says if it cannot serve."""

import socket
import sys
from concurrent.futures import Future

import pytest

from notebrain.app.core.threads import run_in_daemon_thread
from notebrain.app.door.door import Door
from notebrain.app.services import Services
from notebrain.app.settings.programs import PROGRAMS_HTTP, PROGRAMS_PORT
from notebrain.domain.errors import UserError
from notebrain.domain.programs.program import PortTaken
from notebrain.mcp_server.http.server_thread import ServerThread, make_server

PATIENCE_S = 60


@pytest.fixture
def switched_on(services: Services) -> Services:
    services.settings.put(PROGRAMS_HTTP, True).result()
    return services


def answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=10):
            return True
    except OSError:
        return False


def ended(serving: ServerThread) -> BaseException | None:
    return serving.done.exception(PATIENCE_S)


def test_it_serves_on_the_port_it_tells_until_it_is_stopped(switched_on: Services) -> None:
    pytest.importorskip("uvicorn")
    serving = ServerThread(switched_on)
    port = serving.ready.result(PATIENCE_S)
    assert answers(port)
    assert switched_on.settings.get(PROGRAMS_PORT) == port

    serving.stop()

    assert ended(serving) is None
    assert not answers(port)


def test_one_that_is_stopped_before_it_began_ends_at_once(switched_on: Services) -> None:
    pytest.importorskip("uvicorn")
    serving = ServerThread(switched_on)
    serving.stop()

    assert ended(serving) is None


def test_a_port_that_another_program_has_is_told_and_no_other_taken(switched_on: Services) -> None:
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        switched_on.settings.put(PROGRAMS_PORT, port).result()

        error = ended(ServerThread(switched_on))

    assert isinstance(error, PortTaken)
    assert str(port) in str(error)
    assert switched_on.settings.get(PROGRAMS_PORT) == port


def test_a_server_that_may_move_leaves_the_port_of_bookmarks_remembered(
    switched_on: Services,
) -> None:
    pytest.importorskip("uvicorn")
    ready: Future[int] = Future()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        switched_on.settings.put(PROGRAMS_PORT, port).result()
        server = make_server(switched_on, ready.set_result)
        done = run_in_daemon_thread(server.run)

        assert ready.result(PATIENCE_S) != port
        server.stop()
        done.result(PATIENCE_S)

    assert switched_on.settings.get(PROGRAMS_PORT) == port


def test_without_its_packages_it_says_how_to_install_them(
    switched_on: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    for name in ("server", "application"):
        monkeypatch.delitem(sys.modules, f"notebrain.mcp_server.http.{name}", raising=False)

    error = ended(ServerThread(switched_on))

    assert isinstance(error, UserError)
    assert 'pip install "notebrain[server]"' in str(error)


def test_while_it_is_switched_off_nothing_listens(services: Services) -> None:
    pytest.importorskip("uvicorn")

    assert isinstance(ended(ServerThread(services)), UserError)
    assert services.settings.get(PROGRAMS_PORT) == 0


def test_what_was_counted_is_written_down_when_it_ends(
    switched_on: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("uvicorn")
    flushed: list[Door] = []

    def flush(door: Door) -> None:
        flushed.append(door)

    monkeypatch.setattr(Door, "flush", flush)
    serving = ServerThread(switched_on)
    serving.ready.result(PATIENCE_S)
    serving.stop()

    assert ended(serving) is None
    assert len(flushed) == 1


def test_it_is_back_on_its_port_at_once_after_connections_that_it_ended(
    switched_on: Services,
) -> None:
    pytest.importorskip("uvicorn")
    ports: list[int] = []
    for _time in range(2):
        serving = ServerThread(switched_on)
        ports.append(serving.ready.result(PATIENCE_S))
        with socket.create_connection(("127.0.0.1", ports[-1]), timeout=PATIENCE_S) as asking:
            asking.sendall(b"GET /list HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            while asking.recv(4096):
                pass
        serving.stop()
        assert ended(serving) is None

    assert ports[0] == ports[1]
