"""Hotkeys of a Wayland desktop: the real portal on a bus of its own, and behind it a desktop that a test speaks for."""

import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from notebrain.app.core.paths import APP_ID
from notebrain.domain.desktop.hotkeys import Declined, Outcome, Registered, Unsupported
from notebrain.domain.errors import NoHotkeys
from notebrain.system.hotkeys.portal import PortalHotkeys, portal_obstacle
from tests.fakes.display import wait_until
from tests.fakes.hotkeys import Heard, hotkey
from tests.fakes.portal import PortalBackend, SessionBus, session_bus
from tests.fakes.portal_front import portal_front

pytestmark = [pytest.mark.e2e, pytest.mark.slow, pytest.mark.desktop, pytest.mark.timeout(120)]


CAPTURE = hotkey("capture", "Ctrl+Alt+N")


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SessionBus]:
    with session_bus(tmp_path_factory.mktemp("bus")) as bus:
        yield bus


@pytest.fixture(scope="module")
def desktop(bus: SessionBus) -> Iterator[PortalBackend]:
    desktop = PortalBackend(bus.address)
    yield desktop
    desktop.close()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def hotkeys(bus: SessionBus, desktop: PortalBackend, heard: Heard) -> Iterator[PortalHotkeys]:
    hotkeys = PortalHotkeys(heard, APP_ID, bus.address)
    yield hotkeys
    hotkeys.close()
    wait_until(lambda: not desktop.sessions, what="the session to end with the program")


def test_a_press_brings_what_lets_a_window_come_to_the_front(
    desktop: PortalBackend, hotkeys: PortalHotkeys, heard: Heard
) -> None:
    hotkeys.hold([CAPTURE])

    desktop.press(CAPTURE.combination)

    heard.wait_for("capture")
    assert heard.presses[0].activation_token == "token of capture"


def test_a_user_who_says_no_to_the_desktop_is_heard(
    desktop: PortalBackend, hotkeys: PortalHotkeys
) -> None:
    desktop.declined = True
    try:
        assert hotkeys.hold([CAPTURE]) == {"capture": Declined()}
    finally:
        desktop.declined = False


def test_other_keys_chosen_in_the_settings_of_the_desktop_are_told(
    desktop: PortalBackend, hotkeys: PortalHotkeys, heard: Heard
) -> None:
    hotkeys.hold([CAPTURE])

    desktop.give_other_keys("capture", "Super+J")

    assert heard.wait_for_change() == {"capture": Registered(shown_as="Super+J")}


def test_keys_that_the_desktop_takes_back_are_told(
    desktop: PortalBackend, hotkeys: PortalHotkeys, heard: Heard
) -> None:
    hotkeys.hold([CAPTURE])

    desktop.end_sessions()

    assert isinstance(heard.wait_for_change()["capture"], Unsupported)


def test_a_portal_that_was_killed_is_asked_anew(
    bus: SessionBus, desktop: PortalBackend, hotkeys: PortalHotkeys, heard: Heard
) -> None:
    hotkeys.hold([CAPTURE])
    before = set(desktop.sessions)

    bus.kill_portal()
    wait_until(
        lambda: any(desktop.sessions[one] for one in set(desktop.sessions) - before),
        what="a new session with shortcuts",
    )
    for gone in before:
        del desktop.sessions[gone]
    desktop.press(CAPTURE.combination)

    heard.wait_for("capture")
    assert heard.changes == []


def test_the_end_does_not_wait_for_a_user_who_is_being_asked(
    bus: SessionBus, desktop: PortalBackend
) -> None:
    hotkeys = PortalHotkeys(Heard(), APP_ID, bus.address)
    answered: list[Mapping[str, Outcome]] = []
    desktop.asked.clear()
    desktop.answers.clear()
    waiting = threading.Thread(target=lambda: answered.append(hotkeys.hold([CAPTURE])))
    waiting.start()
    desktop.asked.wait(20)

    try:
        hotkeys.close()
        waiting.join()
    finally:
        desktop.answers.set()

    assert isinstance(answered[0]["capture"], Unsupported)


def test_a_portal_that_wants_to_know_who_asks_is_told_before_anything_else(tmp_path: Path) -> None:
    with portal_front(tmp_path) as (portal, address):
        hotkeys = PortalHotkeys(Heard(), APP_ID, address)

        assert hotkeys.hold([CAPTURE]) == {"capture": Registered(shown_as="keys")}

        hotkeys.close()
    assert portal.calls[0] == ("Register", (APP_ID, {}))
    assert [name for name, _body in portal.calls].count("Register") == 1


def test_a_desktop_whose_portal_has_no_hotkeys_says_so(tmp_path: Path) -> None:
    with session_bus(tmp_path, interfaces="org.freedesktop.impl.portal.Inhibit") as bus:
        with pytest.raises(NoHotkeys, match="cannot assign keys to programs"):
            PortalHotkeys(Heard(), APP_ID, bus.address)

        assert "cannot assign keys to programs" in (portal_obstacle(bus.address) or "")


def test_a_desktop_with_hotkeys_has_no_obstacle(bus: SessionBus, desktop: PortalBackend) -> None:
    assert portal_obstacle(bus.address) is None


@pytest.mark.parametrize("address", ["unix:path=/nowhere/bus", None])
def test_a_session_without_a_bus_says_so(
    address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)

    with pytest.raises(NoHotkeys, match="portal cannot be used"):
        PortalHotkeys(Heard(), APP_ID, address or "SESSION")
