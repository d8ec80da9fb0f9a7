"""The tags that stand in the text but under which the note is not filed."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.inspector.tag_box import TypedTag
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.flow import FlowLayout
from notebrain.gui.widgets.labels import Label

# a page full of hashes is no list of tags
_MOST = 12


class TypedBox(QWidget):
    """Offers to file the note under a tag that is written in its text."""

    chosen = Signal(tuple)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tags: tuple[str, ...] = ()
        self.chips: list[TypedTag] = []
        self._label = Label(theme, _("Written in the text"), role=Role.SMALL, ink="muted")
        self._box = QWidget()
        self._flow = FlowLayout(self._box)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._label)
        self._column.addWidget(self._box)
        theme.changed.connect(self._dress)
        self._dress()
        self.hide()

    def show_tags(self, tags: Sequence[str]) -> None:
        """Offer these tags; nothing is shown when there is none."""
        shown = tuple(tags[:_MOST])
        if shown == self._tags:
            return
        self._tags = shown
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = [TypedTag(self._theme, tag, self._box) for tag in shown]
        for chip in self.chips:
            chip.clicked.connect(self._on_clicked)
            self._flow.addWidget(chip)
            chip.show()
        self._box.updateGeometry()
        self.setVisible(bool(shown))

    def _on_clicked(self) -> None:
        chip = self.sender()
        if isinstance(chip, TypedTag):
            self.chosen.emit((chip.text(),))

    def _dress(self) -> None:
        self._flow.setSpacing(self._theme.px(6))
        self._column.setSpacing(self._theme.px(6))
