"""The pane beside the text, which shows one of several parts about the note."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.core.context import SidePanel
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton
from notebrain.gui.widgets.labels import ElidedLabel
from notebrain.gui.widgets.layouts import hairline

WIDTHS = (216, 300, 480)
"""The minimum, initial and maximum width in design pixels."""


@dataclass(frozen=True, slots=True)
class _Part:
    title: str
    widget: QWidget
    focus: Callable[[], object]


class NoteSidePanel(SidePanel):
    """Has a header with a title and a close button, and below it the part that was opened."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side_panel")
        self._theme = theme
        self._parts: dict[str, _Part] = {}
        self._shown = self._awaited = ""
        self.title = ElidedLabel(theme, role=Role.SECTION)
        self.close_button = IconButton(theme, "x", _("Close"))
        self.close_button.clicked.connect(self._leave)
        self._stack = QStackedWidget()
        self._fill()
        theme.follow(self._apply_theme)
        self.hide()

    @property
    def current(self) -> str:
        """The name of the part that is shown, or an empty string."""
        return self._shown

    def add(
        self, name: str, title: str, widget: QWidget, *, focus: Callable[[], object] | None = None
    ) -> None:
        """Add a part to the pane, hidden for now.

        Args:
            focus: Gives the part the focus; if None, its widget takes the focus itself.
        """
        self._parts[name] = _Part(title, widget, focus or widget.setFocus)
        self._stack.addWidget(widget)
        if name == self._awaited:
            self.open(name, focus=False)

    def open(self, name: str, *, focus: bool = True) -> None:
        """Show a part, as soon as a part with this name was added."""
        part = self._parts.get(name)
        self._awaited = name if part is None else ""
        if part is None:
            return
        self._stack.setCurrentWidget(part.widget)
        self.title.setText(part.title)
        self.setAccessibleName(part.title)
        self.show()
        if self._shown != name:
            self._shown = name
            self.changed.emit(name)
        if focus:
            part.focus()

    def toggle(self, name: str) -> None:
        """Show a part, or close the pane if the part is shown already."""
        if self._shown == name:
            self._leave()
        else:
            self.open(name)

    def shut(self) -> None:
        """Close the pane."""
        self.hide()
        if self._shown:
            self._shown = ""
            self.changed.emit("")

    def enter(self) -> None:
        """Move the focus to the part that is shown."""
        if self._shown:
            self._parts[self._shown].focus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            self.left.emit()
            return
        super().keyPressEvent(event)

    def _leave(self) -> None:
        self.shut()
        self.left.emit()

    def _fill(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        self._head.addWidget(self.close_button)
        self._bar = QWidget()
        self._bar.setLayout(self._head)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._bar)
        column.addWidget(hairline())
        column.addWidget(self._stack, 1)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._bar.setFixedHeight(self._theme.metrics.header)
        self._head.setContentsMargins(px(16), 0, px(8), 0)
