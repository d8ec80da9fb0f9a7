"""Keeps what is shown of the account's vectors in step while it is seen."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from notebrain.app.account.texts import estimate_lines, short_name
from notebrain.app.events import VectorsProgress
from notebrain.app.settings.table import ACCOUNT_MODEL, EMBEDDING_PAUSED, NEURON_BUDGET
from notebrain.domain.embedding.usage import Estimate, RemoteNumbers
from notebrain.gui.account.vectors import VectorsView
from notebrain.gui.desk import Desk

_TELLING = (ACCOUNT_MODEL, NEURON_BUDGET, EMBEDDING_PAUSED)


class VectorsWatch(QObject):
    """Reads beside the window how far the account is, and what is still to be spent.

    Args:
        wanted: Tells whether the view has its place now.
    """

    def __init__(self, desk: Desk, view: VectorsView, wanted: Callable[[], bool]) -> None:
        super().__init__(view)
        self._desk = desk
        self._view = view
        self._wanted = wanted
        desk.bridge.happened.connect(self._on_event)
        desk.preferences.changed.connect(self._on_setting)

    def refresh(self) -> None:
        """Show how things are now; nothing where the view has no place."""
        self._refresh_numbers()
        if self._wanted():
            self._desk.reader.read(
                "left", self._estimated, lambda found: self._view.tell_left(*found)
            )

    def estimate(self, then: Callable[[list[str]], object]) -> None:
        """Say what the vectors that are missing would take."""

        def said(found: tuple[Estimate, str, int]) -> None:
            estimate, model, budget = found
            then([*estimate_lines(estimate, short_name(model), budget)])

        self._desk.reader.read("estimate", self._estimated, said)

    def _estimated(self) -> tuple[Estimate, str, int]:
        """Return what is missing, by which model, within which budget; not for the thread of the window."""
        vectors = self._desk.services.cloud.vectors
        return vectors.estimate(), vectors.model.name, vectors.wishes().budget

    def _refresh_numbers(self) -> None:
        if self._wanted():
            self._desk.reader.read(
                "neurons of the account", self._desk.services.cloud.vectors.numbers, self._show
            )

    def _show(self, numbers: RemoteNumbers) -> None:
        if self._wanted():
            self._view.tell(numbers)
            self._view.show()

    def _on_event(self, event: object) -> None:
        if isinstance(event, VectorsProgress) and self._view.isVisible():
            self._refresh_numbers()

    def _on_setting(self, setting: object) -> None:
        if setting in _TELLING and self._view.isVisible():
            self.refresh()
