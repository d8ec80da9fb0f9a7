"""A line in the corner of the screen, shown once: the window is closed, and the program is not."""

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout

from notebrain.domain.i18n import _
from notebrain.gui.floating import FloatingWindow, room_under_pointer
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import IconLabel, Label

_HEIGHT, _MARGIN = 40, 24
_STAYS_MS = 15_000


class StillHereNotice(FloatingWindow):
    """Never takes the keyboard from the program the user is in."""

    quit_asked = Signal()

    def __init__(self, theme: Theme, keys: str) -> None:
        super().__init__(theme, Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setWindowTitle("NoteBrain")
        text = still_here(keys)
        self.setAccessibleName(text)
        self.quit = text_button(_("Quit"))
        self.quit.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._row = QHBoxLayout(self)
        self._row.addWidget(IconLabel(theme, "info", "accent", size=16))
        self._row.addWidget(Label(theme, text, role=Role.BODY))
        self._row.addWidget(self.quit)
        self._timer = QTimer(self, singleShot=True, interval=_STAYS_MS)
        self._timer.timeout.connect(self.close)
        self.quit.clicked.connect(self.quit_asked)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def tell(self) -> None:
        """Stand in the corner for a while."""
        px, room = self._theme.px, room_under_pointer()
        self._row.setContentsMargins(px(14), 0, px(8), 0)
        self._row.setSpacing(px(8))
        self._row.activate()
        self.setFixedSize(min(self._row.totalSizeHint().width(), room.width()), px(_HEIGHT))
        corner = QPoint(self.width() + px(_MARGIN), self.height() + px(_MARGIN))
        self.move(room.bottomRight() - corner)
        self.show()
        self.raise_()
        self._timer.start()


def still_here(keys: str) -> str:
    """Return what the user is told, with the keys that quit the program, if there are any."""
    text = _("NoteBrain is still here, in the tray.")
    return f"{text} {_('{keys} quits it.').format(keys=keys)}" if keys else text
