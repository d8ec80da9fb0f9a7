"""The whole background beside an account of the stand-in: worker, lease, socket, engine, network."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from notebrain.app.events import Event, SyncProgress, SyncState
from notebrain.app.jobs.background import make_worker
from notebrain.app.services import Services, open_services
from notebrain.domain.notes.draft import Draft
from notebrain.storage.sync import outgoing_counts
from tests.engine.either import EITHER_ACCOUNT
from tests.fakes.cloudflare import Standin, faults
from tests.fakes.command_line import InProcess
from tests.fakes.embedder import FakeEmbedder
from tests.fakes.listeners import Listeners

if TYPE_CHECKING:
    from notebrain.app.background.worker import Worker

pytestmark = pytest.mark.slow


@pytest.fixture(params=EITHER_ACCOUNT)
def account(request, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick_tries: None) -> Standin:
    standin: Standin = request.getfixturevalue(request.param)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("NOTEBRAIN_CLOUDFLARE_API", standin.base_url)
    monkeypatch.setenv("NOTEBRAIN_CF_TOKEN", standin.token)
    monkeypatch.setenv("NOTEBRAIN_CF_ACCOUNT", standin.account)
    return standin


class Heard:
    """What the background told last, and a way to wait for it; a network that fails is tried for some seconds."""

    def __init__(self) -> None:
        self.states: list[SyncState] = []
        self._arrived = threading.Condition()

    def __call__(self, event: Event) -> None:
        with self._arrived:
            if isinstance(event, SyncProgress):
                self.states.append(event.state)
            self._arrived.notify_all()

    def wait_for(self, what: Callable[[], bool]) -> None:
        with self._arrived:
            assert self._arrived.wait_for(what, 40), self.states


class Open:
    """A vault with its background, as the window has it."""

    def __init__(self, folder: Path) -> None:
        self.heard = Heard()
        self.bridge = Listeners()
        self.bridge.add(self.heard)
        self.services: Services = open_services(folder, embedder=FakeEmbedder())
        self.worker: Worker = make_worker(self.services, self.bridge, listen=True)

    def start(self) -> None:
        self.worker.start()

    def end(self) -> None:
        self.worker.stop()
        self.services.close()

    def wait_for(self, state: SyncState) -> None:
        self.heard.wait_for(lambda: self.heard.states[-1:] == [state])

    def waiting(self) -> int:
        with self.services.store.read() as db:
            return outgoing_counts.counts(db).waiting


@pytest.fixture
def window(tmp_path: Path, account: Standin) -> Iterator[Open]:
    command_line = InProcess(tmp_path / "one")
    assert command_line.run("account", "connect", "--yes").code == 0
    window = Open(tmp_path / "one")
    yield window
    window.end()


def connected(folder: Path) -> InProcess:
    other = InProcess(folder)
    assert other.run("account", "connect", "--yes").code == 0
    return other


def test_what_is_written_in_the_window_is_on_the_other_computer(
    tmp_path: Path, window: Open
) -> None:
    two = connected(tmp_path / "two")
    window.start()
    window.wait_for(SyncState.IDLE)
    note = window.services.notes.capture(Draft("lime in autumn")).result().note
    window.heard.wait_for(lambda: window.waiting() == 0)

    assert two.run("sync").code == 0
    assert two.run("show", note, "--json").json["body"] == "lime in autumn"

    two.run("edit", note, "-", stdin=b"lime in spring")
    two.run("sync")
    assert window.services.cloud.syncing is not None
    window.services.cloud.syncing.sync_now()
    window.heard.wait_for(lambda: window.services.library.note(note).body == "lime in spring")


def test_the_command_line_lets_the_window_sync(tmp_path: Path, window: Open) -> None:
    two = connected(tmp_path / "two")
    two.capture("from two", "--at", "2026-01-02")
    two.run("sync")
    window.start()
    window.wait_for(SyncState.IDLE)
    two.capture("also from two", "--at", "2026-01-02")
    two.run("sync")

    done = InProcess(tmp_path / "one").run("sync", "--json")

    assert done.json["fetched"] == 1
    assert done.json["problem"] is None


def test_a_captive_network_is_waited_out(window: Open, account: Standin) -> None:
    account.faults.add(faults.captive_portal(), on="d1.*", times=None)
    window.services.notes.capture(Draft("lime")).result()
    window.start()
    window.wait_for(SyncState.WAITING)

    account.faults.clear()
    assert window.services.cloud.syncing is not None
    window.services.cloud.syncing.sync_now()
    window.wait_for(SyncState.IDLE)
