"""Who listens to hotkeys in tests, and desktops of which a test knows what they do."""

import threading
from collections.abc import Mapping, Sequence

import pytest

from notebrain.domain.desktop.hotkeys import (
    Hotkey,
    HotkeyListener,
    Outcome,
    Pressed,
    Registered,
    combination,
)
from notebrain.domain.errors import NoHotkeys

_PATIENCE_S = 20.0


def hotkey(name: str, keys: str) -> Hotkey:
    """Return a hotkey as a person would write it."""
    return Hotkey(name, combination(keys), purpose=f"test {name}")


class Heard:
    """A `HotkeyListener` that remembers, and on which a test can wait."""

    def __init__(self) -> None:
        self.presses: list[Pressed] = []
        self.changes: list[Mapping[str, Outcome]] = []
        self._told = threading.Condition()

    def pressed(self, press: Pressed) -> None:
        with self._told:
            self.presses.append(press)
            self._told.notify_all()

    def changed(self, outcomes: Mapping[str, Outcome]) -> None:
        with self._told:
            self.changes.append(outcomes)
            self._told.notify_all()

    @property
    def names(self) -> Sequence[str]:
        return [press.name for press in self.presses]

    def wait_for(self, *names: str) -> None:
        """Wait until as many presses were heard as there are names, which must be these, in this order."""
        with self._told:
            if not self._told.wait_for(lambda: len(self.presses) >= len(names), _PATIENCE_S):
                pytest.fail(f"heard {self.names} after {_PATIENCE_S:g} s, not {list(names)}")
        assert self.names == list(names)

    def wait_for_change(self) -> Mapping[str, Outcome]:
        """Wait until an outcome changed; return the last change."""
        with self._told:
            if not self._told.wait_for(lambda: bool(self.changes), _PATIENCE_S):
                pytest.fail(f"no outcome changed within {_PATIENCE_S:g} s")
            return self.changes[-1]


class FakeDesktop:
    """Gives keys as a test says."""

    def __init__(self) -> None:
        self.outcomes: dict[str, Outcome] = {}
        self.asked: list[Sequence[Hotkey]] = []
        self.reason: str | None = None
        self.listener: HotkeyListener | None = None
        self.closed = threading.Event()
        self.connecting = threading.Event()
        self.may_connect = threading.Event()
        self.may_connect.set()
        self.answers = threading.Event()
        self.answers.set()
        self.asks_user = False

    def connect(self, listener: HotkeyListener) -> "FakeDesktop":
        self.connecting.set()
        self.may_connect.wait(_PATIENCE_S)
        if self.reason is not None:
            raise NoHotkeys(self.reason)
        self.listener = listener
        return self

    def look(self) -> str | None:
        return self.reason

    def hold(self, wanted: Sequence[Hotkey]) -> Mapping[str, Outcome]:
        self.asked.append(wanted)
        while not (self.answers.wait(0.01) or self.closed.is_set()):
            pass
        return {one.name: self.outcomes.get(one.name, Registered()) for one in wanted}

    def close(self) -> None:
        self.closed.set()

    def press(self, name: str) -> None:
        assert self.listener is not None
        self.listener.pressed(Pressed(name, "token", 7))
