"""Who listens to hotkeys in tests, and desktops of which a test knows what they do."""

import threading
from collections.abc import Mapping, Sequence

import pytest

from notebrain.domain.hotkeys import Hotkey, Outcome, Pressed, combination

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
