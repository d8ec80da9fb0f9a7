"""A line in the corner of the screen: the note is kept, and how to take it back or open it."""

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QFont
from PySide6.QtWidgets import QHBoxLayout

from notebrain.domain.i18n import _
from notebrain.gui.floating import FloatingWindow, room_under_pointer
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.toast import STAYS_MS
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel, Label

_HEIGHT, _MARGIN, _WIDEST = 40, 24, 440
_PAD = 10
_TROUBLE_STAYS_MS = 30_000


class SavedNotice(FloatingWindow):
    """Never takes the keyboard from the program the user is in; stays while the pointer is on it."""

    undo_asked = Signal()
    open_asked = Signal()
    gone = Signal()
    """It stood long enough, and nobody wanted anything of it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setWindowTitle("NoteBrain")
        self.title = ElidedLabel(theme, role=Role.BODY)
        self.undo = text_button(_("Undo"))
        self.open = text_button(_("Open"))
        for button in (self.undo, self.open):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._icon = IconLabel(theme, "circle-check", "success", size=16)
        self._said = Label(theme)
        self._said.setTextFormat(Qt.TextFormat.PlainText)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._icon)
        self._row.addWidget(self._said)
        self._row.addWidget(self.title, 1)
        self._row.addWidget(self.undo)
        self._row.addWidget(self.open)
        self._timer = QTimer(self, singleShot=True, interval=STAYS_MS)
        self._timer.timeout.connect(self._on_read)
        self.undo.clicked.connect(self._on_undo)
        self.open.clicked.connect(self._on_open)
        theme.changed.connect(self._dress)
        self._dress()

    def tell(self, title: str, *, compared: bool = True) -> None:
        """Say that the note of this title is kept.

        Args:
            compared: It is known that it repeats no other note.
        """
        self.title.setText(title)
        self._tell(_("Saved") if compared else _("Saved, repeats not checked:"), acts=True)

    def tell_undone(self) -> None:
        """Say that it is in the trash again."""
        self.title.setText("")
        self._tell(_("Moved to the trash"), acts=False)

    def tell_trouble(self, text: str) -> None:
        """Say what went wrong, long enough to be read, and offer to try again."""
        self.title.setText("")
        self._tell(text, acts=True, trouble=True)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start()

    def _tell(self, said: str, *, acts: bool, trouble: bool = False) -> None:
        self._icon.set_icon(
            *(("circle-alert", "danger") if trouble else ("circle-check", "success"))
        )
        self._said.setText(said)
        self._said.setWordWrap(trouble)
        self.title.setVisible(not trouble)
        self.setAccessibleName(f"{said} {self.title.text()}".strip())
        self.undo.setVisible(acts)
        self.open.setVisible(acts)
        self._timer.setInterval(_TROUBLE_STAYS_MS if trouble else STAYS_MS)
        self._place(wide=trouble)
        self.show()
        self.raise_()
        self._timer.start()

    def _place(self, *, wide: bool) -> None:
        """Stand in the corner, as wide as the text, or as high where that has several lines."""
        px, room = self._theme.px, room_under_pointer()
        widest = min(px(_WIDEST), room.width() - 2 * px(_MARGIN))
        self._row.activate()
        width = widest if wide else min(self._row.totalSizeHint().width(), widest)
        lines = self._row.totalHeightForWidth(width) + px(_PAD) if wide else 0
        self.setFixedSize(width, max(lines, px(_HEIGHT)))
        self.move(room.bottomRight() - QPoint(px(_MARGIN) + width, px(_MARGIN) + self.height()))

    def _on_read(self) -> None:
        self.hide()
        self.gone.emit()

    def _on_undo(self) -> None:
        self.hide()
        self.undo_asked.emit()

    def _on_open(self) -> None:
        self.hide()
        self.open_asked.emit()

    def _dress(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(14), 0, px(8), 0)
        self._row.setSpacing(px(8))
        font = QFont(self._theme.font(Role.BODY))
        font.setWeight(font.Weight.DemiBold)
        self.title.setFont(font)
