"""What models that are not used have left, one a line, with the way out for it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.app.account.removal_texts import model_line, progress_text, receipt_lines
from notebrain.app.account.texts import short_name
from notebrain.app.model.removal_state import Part, Removal
from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label

if TYPE_CHECKING:
    from collections.abc import Sequence

    from notebrain.app.account.unused_models import OtherModel


class OtherModelsView(QWidget):
    """Lists models; shows how far the removal of one is, and what was removed."""

    remove_asked = Signal(object)
    """The vectors of this `OtherModel` are to go."""
    cancel_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title = Label(theme, _("Vectors of models that are not used"), role=Role.SECTION)
        self.rows: list[OtherModelRow] = []
        self.step = Label(theme, ink="muted")
        self.step.setWordWrap(True)
        self.cancel = QPushButton(_("Cancel"))
        self.cancel.setAutoDefault(True)  # Return presses it too, not only Space
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
        self.cancel.clicked.connect(self.cancel_asked)
        theme.changed.connect(self._dress)
        self._dress()
        self.tell_removal(None)

    @property
    def has_something(self) -> bool:
        """Whether there is anything to show."""
        return bool(self.rows or self.step.text() or self.receipt.text())

    def tell(self, models: "Sequence[OtherModel]") -> None:
        """Show these."""
        for row in self.rows:
            self._list.removeWidget(row)
            row.deleteLater()
        self.rows = [OtherModelRow(self._theme, one) for one in models]
        for row in self.rows:
            self._list.addWidget(row)
            row.remove.clicked.connect(lambda _=False, row=row: self.remove_asked.emit(row.model))
        self._allow()

    def tell_removal(self, removal: Removal | None, reason: str | None = None) -> None:
        """Show how far a removal is, and why it stands still; None where nothing is being removed."""
        goes_on = removal is not None and removal.part is not Part.DONE
        text = ""
        if removal is not None and goes_on:
            lines = [short_name(removal.model), progress_text(removal), reason or ""]
            text = "\n".join(line for line in lines if line)
        self.step.setText(text)
        self.step.setVisible(goes_on)
        self.cancel.setVisible(goes_on)
        if removal is not None and not goes_on:
            self.tell_receipt(removal)
        self._allow()

    def tell_receipt(self, removal: Removal | None) -> None:
        """Show what was removed; nothing for None."""
        self.receipt.setText("" if removal is None else "\n".join(receipt_lines(removal)))
        self.receipt.setVisible(removal is not None)

    def _allow(self) -> None:
        for row in self.rows:
            row.remove.setEnabled(not self.step.text())

    def _dress(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(20), 0, px(4))
        self._column.setSpacing(px(6))
        self._list.setSpacing(px(6))
        self._work.setSpacing(px(8))


class OtherModelRow(QWidget):
    """One model."""

    def __init__(self, theme: Theme, model: "OtherModel") -> None:
        super().__init__()
        self.model = model
        self.text = Label(theme, model_line(model), ink="text2")
        self.remove = QPushButton(_("Remove…"))
        self.remove.setAutoDefault(True)  # Return presses it too, not only Space
        self.remove.setAccessibleName(
            _("Remove the vectors by {model}…").format(model=short_name(model.model.name))
        )
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.text, 1)
        line.addWidget(self.remove)
