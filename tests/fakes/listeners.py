"""An `EventPublisher` for tests: calls functions on the publisher's thread."""

from collections.abc import Callable

from notebrain.app.events import Event


class Listeners:
    def __init__(self) -> None:
        self._listeners: list[Callable[[Event], None]] = []

    def add(self, listener: Callable[[Event], None]) -> None:
        """Call `listener` with every event from now on."""
        self._listeners.append(listener)

    def publish(self, event: Event) -> None:
        """Pass the event to every listener."""
        for listener in self._listeners:
            listener(event)
