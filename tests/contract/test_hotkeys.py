"""What the hotkeys of every desktop promise."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from notebrain.domain.desktop.hotkeys import (
    Combination,
    GlobalHotkeys,
    Modifier,
    Registered,
    Taken,
    Unsupported,
    combination,
)
from tests.fakes.hotkey_desktops import (
    Desktop,
    mac_desktop,
    portal_desktop,
    windows_desktop,
    x11_desktop,
)
from tests.fakes.hotkeys import Heard, hotkey

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

REAL = [pytest.mark.desktop, pytest.mark.slow]
N, F = combination("Ctrl+Alt+N"), combination("Ctrl+Alt+F")


DESKTOPS = [
    pytest.param(x11_desktop, id="x11", marks=REAL),
    pytest.param(portal_desktop, id="portal", marks=REAL),
    pytest.param(windows_desktop, id="windows"),
    pytest.param(mac_desktop, id="macos"),
]


@pytest.fixture(scope="module", params=DESKTOPS)
def desktop(request: pytest.FixtureRequest) -> Iterator[Desktop]:
    made: Callable[[], AbstractContextManager[Desktop]] = request.param
    with made() as desktop:
        yield desktop


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def hotkeys(desktop: Desktop, heard: Heard) -> Iterator[GlobalHotkeys]:
    hotkeys = desktop.connect(heard)
    yield hotkeys
    hotkeys.close()


def test_a_press_is_heard_by_its_name(
    desktop: Desktop, hotkeys: GlobalHotkeys, heard: Heard
) -> None:
    outcomes = hotkeys.hold([hotkey("capture", "Ctrl+Alt+N"), hotkey("search", "Ctrl+Alt+F")])

    desktop.press(F)
    desktop.press(N)

    assert {name: type(outcome) for name, outcome in outcomes.items()} == {
        "capture": Registered,
        "search": Registered,
    }
    heard.wait_for("search", "capture")


def test_what_is_held_anew_replaces_what_was_held(
    desktop: Desktop, hotkeys: GlobalHotkeys, heard: Heard
) -> None:
    hotkeys.hold([hotkey("capture", "Ctrl+Alt+N")])
    hotkeys.hold([hotkey("search", "Ctrl+Alt+F")])

    desktop.press(N)
    desktop.press(F)

    heard.wait_for("search")


def test_two_hotkeys_can_exchange_their_keys(
    desktop: Desktop, hotkeys: GlobalHotkeys, heard: Heard
) -> None:
    hotkeys.hold([hotkey("capture", "Ctrl+Alt+N"), hotkey("search", "Ctrl+Alt+F")])
    hotkeys.hold([hotkey("capture", "Ctrl+Alt+F"), hotkey("search", "Ctrl+Alt+N")])

    desktop.press(N)
    desktop.press(F)

    heard.wait_for("search", "capture")


def test_what_is_not_wanted_any_more_is_let_go_of(
    desktop: Desktop, hotkeys: GlobalHotkeys, heard: Heard
) -> None:
    hotkeys.hold([hotkey("capture", "Ctrl+Alt+N"), hotkey("search", "Ctrl+Alt+F")])

    assert hotkeys.hold([]) == {}

    desktop.press(N)
    hotkeys.hold([hotkey("search", "Ctrl+Alt+F")])
    desktop.press(F)
    heard.wait_for("search")


def test_keys_another_program_has_are_taken_and_the_others_are_not(
    desktop: Desktop, hotkeys: GlobalHotkeys, heard: Heard
) -> None:
    with desktop.taken("Ctrl+Alt+N"):
        outcomes = hotkeys.hold([hotkey("capture", "Ctrl+Alt+N"), hotkey("search", "Ctrl+Alt+F")])
        desktop.press(N)
        desktop.press(F)

    assert outcomes["capture"] == Taken()
    assert isinstance(outcomes["search"], Registered)
    heard.wait_for("search")


def test_keys_that_became_free_can_be_had(
    desktop: Desktop, hotkeys: GlobalHotkeys, heard: Heard
) -> None:
    with desktop.taken("Ctrl+Alt+N"):
        hotkeys.hold([hotkey("capture", "Ctrl+Alt+N")])
    outcomes = hotkeys.hold([hotkey("capture", "Ctrl+Alt+N")])

    desktop.press(N)

    assert isinstance(outcomes["capture"], Registered)
    heard.wait_for("capture")


def test_a_key_no_keyboard_has_is_said_to_be_impossible(hotkeys: GlobalHotkeys) -> None:
    nowhere = Combination(frozenset({Modifier.CTRL, Modifier.ALT}), "Media Nonsense")

    outcome = hotkeys.hold([hotkey("capture", str(nowhere))])["capture"]

    assert isinstance(outcome, Unsupported)
    assert outcome.reason.endswith(".")


def test_after_the_end_everything_is_free_for_others(
    desktop: Desktop, hotkeys: GlobalHotkeys
) -> None:
    hotkeys.hold([hotkey("capture", "Ctrl+Alt+N")])
    hotkeys.close()
    hotkeys.close()
    heard = Heard()
    other = desktop.connect(heard)

    outcomes = other.hold([hotkey("capture", "Ctrl+Alt+N")])
    desktop.press(N)

    assert isinstance(outcomes["capture"], Registered)
    heard.wait_for("capture")
    other.close()
