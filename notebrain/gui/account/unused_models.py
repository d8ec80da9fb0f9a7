"""Vectors of models that are no longer used."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.account.removal_texts import (
    model_line,
    progress_text,
    question_lines,
    receipt_lines,
)
from notebrain.app.account.texts import short_name
from notebrain.app.events import RemovalProgress, VectorsProgress
from notebrain.app.model.removal_state import Part, Removal
from notebrain.app.settings.table import ACCOUNT_MODEL
from notebrain.domain.embedding.usage import Estimate, RemoteState
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.labels import Label

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from notebrain.app.account.unused_models import OtherModel


class OtherModelsView(QWidget):
    """Lists unused models, shows the progress of a removal, and shows what was removed."""

    remove_requested = Signal(object)
    """The user wants to remove the vectors of this `OtherModel`."""
    cancel_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title = Label(theme, _("Vectors of unused models"), role=Role.SECTION)
        self.rows: list[OtherModelRow] = []
        self.step = Label(theme, ink="muted")
        self.step.setWordWrap(True)
        self.cancel = push_button(_("Cancel"))
        self.receipt = Label(theme, ink="text2")
        self.receipt.setWordWrap(True)
        self._list = QVBoxLayout()
        self._work = QHBoxLayout()
        self._work.addWidget(self.step, 1)
        self._work.addWidget(self.cancel, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._title)
        self._column.addLayout(self._list)
        self._column.addLayout(self._work)
        self._column.addWidget(self.receipt)
        self.cancel.clicked.connect(self.cancel_requested)
        theme.follow(self._apply_theme)
        self.show_removal(None)

    @property
    def has_something(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.rows or self.step.text() or self.receipt.text())

    def show_models(self, models: "Sequence[OtherModel]") -> None:
        """Show these models."""
        for row in self.rows:
            self._list.removeWidget(row)
            row.deleteLater()
        self.rows = [OtherModelRow(self._theme, model) for model in models]
        for row in self.rows:
            self._list.addWidget(row)
            row.remove.clicked.connect(
                lambda _=False, row=row: self.remove_requested.emit(row.model)
            )
        self._allow()

    def show_removal(self, removal: Removal | None, reason: str | None = None) -> None:
        """Show the progress of a removal and the reason if it is stalled; None if nothing is being removed."""
        goes_on = removal is not None and removal.part is not Part.DONE
        text = ""
        if removal is not None and goes_on:
            lines = [short_name(removal.model), progress_text(removal), reason or ""]
            text = "\n".join(line for line in lines if line)
        self.step.setText(text)
        self.step.setVisible(goes_on)
        self.cancel.setVisible(goes_on)
        if removal is not None and not goes_on:
            self.show_receipt(removal)
        self._allow()

    def show_receipt(self, removal: Removal | None) -> None:
        """Show what was removed; show nothing for None."""
        self.receipt.setText("" if removal is None else "\n".join(receipt_lines(removal)))
        self.receipt.setVisible(removal is not None)

    def _allow(self) -> None:
        for row in self.rows:
            row.remove.setEnabled(not self.step.text())

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(20), 0, px(4))
        self._column.setSpacing(px(6))
        self._list.setSpacing(px(6))
        self._work.setSpacing(px(8))


class OtherModelRow(QWidget):
    """A row for one model."""

    def __init__(self, theme: Theme, model: "OtherModel") -> None:
        super().__init__()
        self.model = model
        self.text = Label(theme, model_line(model), ink="text2")
        self.remove = push_button(_("Remove…"))
        self.remove.setAccessibleName(
            _("Remove the vectors by {model}…").format(model=short_name(model.model.name))
        )
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.text, 1)
        line.addWidget(self.remove)


class OtherModelsWatch(QObject):
    """Reads in the background what is left of unused models, and lets the background remove it.

    Args:
        wanted: Returns whether the view is shown now.
    """

    def __init__(
        self, context: Context, view: OtherModelsView, wanted: "Callable[[], bool]"
    ) -> None:
        super().__init__(view)
        self._context = context
        self._view = view
        self._wanted = wanted
        self._models = context.services.cloud.other_models
        self._state: RemoteState | None = None
        view.remove_requested.connect(self._on_remove)
        view.cancel_requested.connect(self._on_cancel)
        context.events.vectors_progress.connect(self._on_vectors)
        context.events.removal_progress.connect(self._on_removal)
        context.settings.changed.connect(self._on_setting)

    def refresh(self) -> None:
        """Show the current state; do nothing unless the view is shown."""
        if not self._wanted():
            return
        self._show_removal(self._models.removal)
        self._context.reader.read("models that are not used", self._models.known, self.show_models)

    def show_models(self, models: "Sequence[OtherModel]") -> None:
        """Show these models."""
        if self._wanted():
            self._view.show_models(models)
            self._view.setVisible(self._view.has_something)

    def forget_receipt(self) -> None:
        """Clear the message about an earlier removal."""
        self._view.show_receipt(None)

    def _show_removal(self, removal: Removal | None, reason: str | None = None) -> None:
        self._view.show_removal(removal, reason)
        if removal is not None and removal.part is Part.DONE:
            self._models.end()  # the user has seen it
        self._view.setVisible(self._wanted() and self._view.has_something)

    def _on_remove(self, model: "OtherModel") -> None:
        vectors = self._context.services.cloud.vectors
        self._context.reader.read(
            "cost of a model",
            lambda: vectors.estimate(model.model.name, anew=True),
            lambda again: self._context.tasks.start(self._ask(model, again)),
        )

    async def _ask(self, model: "OtherModel", again: Estimate) -> None:
        remove = _("Remove for good")
        answer = await dialogs.choose_answer(
            self._context.tasks,
            self._context.window,
            title=_("Remove a model’s vectors"),
            text="\n".join(question_lines(model, again)),
            answers=(remove,),
            danger=remove,
        )
        if answer != remove:
            return
        self.forget_receipt()
        try:
            self._models.begin(model.model.name)  # the process that leads the embedding is notified
        except NoteBrainError as error:
            self._context.messages.show_info(str(error))
            return
        self._show_removal(Removal(model.model.name))
        self._view.cancel.setFocus()

    def _on_cancel(self) -> None:
        removal = self._models.removal
        self._models.end()
        self._view.show_removal(None)
        self._view.show_receipt(removal)
        self.refresh_models()

    def refresh_models(self) -> None:
        """Count again what is left."""
        self._context.reader.read("models that are not used", self._models.known, self.show_models)

    def _on_vectors(self, progress: VectorsProgress) -> None:
        self._on_progress(progress.state)

    def _on_removal(self, event: RemovalProgress) -> None:
        if not self._view.isVisible():
            return
        removal = event.removal
        if removal is not None and self._models.removal is None:
            return  # canceled while this event was on its way
        self._show_removal(removal, event.reason)
        if removal is None or removal.part is Part.DONE:
            self.refresh_models()

    def _on_progress(self, state: RemoteState) -> None:
        """Count again when the embedding starts, rests or stalls, since the model may have changed."""
        if state is not self._state and self._wanted():
            self._state = state
            self.refresh_models()

    def _on_setting(self, setting: object) -> None:
        if setting is ACCOUNT_MODEL:
            self.refresh()
