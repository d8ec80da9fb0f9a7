"""The capture window: a text, a footer, and a line for errors."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from notebrain.domain.i18n import _
from notebrain.gui.core.raise_window import bring_forward
from notebrain.gui.quick_capture.footer import CaptureFoot
from notebrain.gui.quick_capture.text_field import CaptureText
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.floating_window import FloatingWindow, room_under_pointer, upper_third
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.widgets.layouts import hairline

_WIDTH = 640


class CaptureWindow(FloatingWindow):
    """Takes text; emits signals for what the user wants done with it."""

    keep_requested = Signal(bool)
    """Save the text as a note; True if the user confirmed it although such a note exists."""
    left = Signal()
    """Close the window and keep the draft."""
    written = Signal()
    workspace_chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.setWindowTitle(_("New note - NoteBrain"))
        self.setAccessibleName(_("New note"))
        self.text = CaptureText(theme)
        self.foot = CaptureFoot(theme)
        self.trouble = _Trouble(theme)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(1, 1, 1, 1)
        self._column.setSpacing(0)
        self._around = QVBoxLayout()
        self._around.addWidget(self.text)
        self._column.addLayout(self._around, 1)
        self._column.addWidget(self.trouble)
        self._column.addWidget(hairline())
        self._column.addWidget(self.foot)
        self.setFocusProxy(self.text)
        self.text.keep_requested.connect(self.keep_requested)
        self.text.left.connect(self.left)
        self.text.written.connect(self.written)
        self.text.told.connect(self.foot.tell_note)
        self.text.grew.connect(self._fit)
        self.foot.save.clicked.connect(lambda: self.keep_requested.emit(True))
        self.foot.workspace.chosen.connect(self.workspace_chosen)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def begin(self, text: str, added: str) -> None:
        """Show a draft and the text added to it."""
        self.trouble.tell("")
        self.set_busy(busy=False)
        self.text.begin(text, added)
        self._fit()

    def offer(self, workspaces: Sequence[str], current: str) -> None:
        """Offer these workspaces."""
        self.foot.workspace.tell(workspaces, current)

    def come(self, token: str) -> None:
        """Show the window above all others, ready for typing."""
        if not self.isVisible():
            self._fit()
            self.move(upper_third(self.width(), room_under_pointer()).toPoint())
        bring_forward(self, token)
        self.text.setFocus()

    def set_busy(self, *, busy: bool) -> None:
        """Make the text read-only while the note is being written to disk."""
        self.text.setReadOnly(busy)
        self.foot.save.setEnabled(not busy)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Esc from any part of the window."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()
        self.left.emit()

    def _fit(self) -> None:
        px = self._theme.px
        width = min(px(_WIDTH), room_under_pointer().width())
        self.text.setFixedHeight(self.text.sizeHint().height())
        self.setFixedWidth(width)
        self._column.activate()
        self.resize(width, self._column.totalSizeHint().height())

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._around.setContentsMargins(px(8), px(6), px(8), px(2))
        self._fit()


class _Trouble(QFrame):
    """The last error in red, hidden while there is none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("problem")
        self.text = Label(theme, role=Role.SMALL, ink="danger")
        self.text.setWordWrap(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(16), theme.px(6), theme.px(16), theme.px(6))
        row.setSpacing(theme.px(8))
        row.addWidget(IconLabel(theme, "circle-alert", "danger"))
        row.addWidget(self.text, 1)
        self.hide()

    def tell(self, text: str) -> None:
        """Show this error; hide the line if it is empty."""
        self.text.setText(text)
        self.setAccessibleName(text)
        self.setVisible(bool(text))
