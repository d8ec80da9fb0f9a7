"""Keeps the list of models that are not used in step, and asks before one of them is removed."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.account.removal_texts import question_lines
from notebrain.app.events import RemovalProgress, VectorsProgress
from notebrain.app.model.removal_state import Part, Removal
from notebrain.app.settings.table import ACCOUNT_MODEL
from notebrain.domain.embedding.usage import Estimate, RemoteState
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.gui import dialogs
from notebrain.gui.account.other_models import OtherModelsView
from notebrain.gui.desk import Desk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from notebrain.app.account.unused_models import OtherModel


class OtherModelsWatch(QObject):
    """Reads beside the window what is left of other models, and lets the background remove it.

    Args:
        wanted: Tells whether the view has its place now.
    """

    def __init__(self, desk: Desk, view: OtherModelsView, wanted: "Callable[[], bool]") -> None:
        super().__init__(view)
        self._desk = desk
        self._view = view
        self._wanted = wanted
        self._models = desk.services.cloud.other_models
        self._state: RemoteState | None = None
        view.remove_asked.connect(self._on_remove)
        view.cancel_asked.connect(self._on_cancel)
        desk.bridge.happened.connect(self._on_event)
        desk.preferences.changed.connect(self._on_setting)

    def refresh(self) -> None:
        """Show how things are now; nothing where the view has no place."""
        if not self._wanted():
            return
        self._show_removal(self._models.removal)
        self._desk.reader.read("models that are not used", self._models.known, self.show_models)

    def show_models(self, models: "Sequence[OtherModel]") -> None:
        """Show these models."""
        if self._wanted():
            self._view.tell(models)
            self._view.setVisible(self._view.has_something)

    def forget_receipt(self) -> None:
        """Let go of what was said of an earlier removal."""
        self._view.tell_receipt(None)

    def _show_removal(self, removal: Removal | None, reason: str | None = None) -> None:
        self._view.tell_removal(removal, reason)
        if removal is not None and removal.part is Part.DONE:
            self._models.end()  # it was seen
        self._view.setVisible(self._wanted() and self._view.has_something)

    def _on_remove(self, one: "OtherModel") -> None:
        vectors = self._desk.services.cloud.vectors
        self._desk.reader.read(
            "cost of a model",
            lambda: vectors.estimate(one.model.name, anew=True),
            lambda again: self._desk.tasks.start(self._ask(one, again)),
        )

    async def _ask(self, one: "OtherModel", again: Estimate) -> None:
        desk, remove = self._desk, _("Remove for good")
        answer = await dialogs.choose_answer(
            desk.tasks,
            desk.window,
            title=_("Remove a model’s vectors"),
            text="\n".join(question_lines(one, again)),
            answers=(remove,),
            danger=remove,
        )
        if answer != remove:
            return
        self.forget_receipt()
        try:
            self._models.begin(one.model.name)  # whoever leads hears of it
        except NoteBrainError as error:
            desk.status.tell_plain(str(error))
            return
        self._show_removal(Removal(one.model.name))
        self._view.cancel.setFocus()

    def _on_cancel(self) -> None:
        removal = self._models.removal
        self._models.end()
        self._view.tell_removal(None)
        self._view.tell_receipt(removal)
        self.refresh_models()

    def refresh_models(self) -> None:
        """Count anew what is left."""
        self._desk.reader.read("models that are not used", self._models.known, self.show_models)

    def _on_event(self, event: object) -> None:
        if isinstance(event, VectorsProgress):
            self._on_progress(event.state)
            return
        if not isinstance(event, RemovalProgress) or not self._view.isVisible():
            return
        removal = event.removal
        if removal is not None and self._models.removal is None:
            return  # it was given up while this was on its way
        self._show_removal(removal, event.reason)
        if removal is None or removal.part is Part.DONE:
            self.refresh_models()

    def _on_progress(self, state: RemoteState) -> None:
        """Count anew when the embedding begins, rests or stands still: the model may be another one by now."""
        if state is not self._state and self._wanted():
            self._state = state
            self.refresh_models()

    def _on_setting(self, setting: object) -> None:
        if setting is ACCOUNT_MODEL:
            self.refresh()
