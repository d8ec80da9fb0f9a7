"""The icon in the tray and its menu."""

from PySide6.QtCore import QByteArray, QObject, QRectF, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from notebrain.app.core.resources import resource
from notebrain.domain.i18n import _
from notebrain.gui.theme.theme import Theme

_DRAWN_COLOUR = "#0f627a"
_SIDES = (16, 22, 24, 32, 44, 48, 64)


class TrayIcon(QObject):
    """Shows the icon; tells what the user wants of it."""

    clicked = Signal()
    capture_asked = Signal()
    search_asked = Signal()
    review_asked = Signal()
    pause_asked = Signal(bool)
    """Pause syncing, or go on."""
    open_asked = Signal()
    quit_asked = Signal()

    def __init__(self, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._theme = theme
        self._paused = False
        self.menu = QMenu()
        self.capture = self._offer(_("New note…"), self.capture_asked)
        self.search = self._offer(_("Search"), self.search_asked)
        self.review = self._offer(_("Review"), self.review_asked)
        self.menu.addSeparator()
        self.pause = self.menu.addAction("")
        self.pause.triggered.connect(lambda: self.pause_asked.emit(not self._paused))
        self.menu.addSeparator()
        self.open = self._offer(_("Open NoteBrain"), self.open_asked)
        self.quit = self._offer(_("Quit"), self.quit_asked)
        self.tell_sync(connected=False, paused=False)
        self._icon = QSystemTrayIcon(self)
        self._icon.setToolTip("NoteBrain")
        self._icon.setContextMenu(self.menu)  # no other way to a menu works on every desktop
        self._icon.activated.connect(self._on_activated)
        theme.changed.connect(self._dress)
        self._dress()
        self._icon.show()

    def tell_review(self, waiting: int) -> None:
        """Say how many cards wait."""
        self.review.setText(_("Review ({n})").format(n=waiting) if waiting else _("Review"))

    def tell_sync(self, *, connected: bool, paused: bool) -> None:
        """Offer to pause syncing, or to go on; nothing without an account."""
        self._paused = paused
        self.pause.setVisible(connected)
        self.pause.setText(_("Resume syncing") if paused else _("Pause syncing"))

    def tell(self, title: str, text: str) -> None:
        """Say something beside the icon, where the desktop shows no notifications of programs."""
        self._icon.showMessage(title, text, self._icon.icon())

    def end(self) -> None:
        """Take the icon away."""
        self._icon.hide()
        self.menu.deleteLater()

    def _offer(self, text: str, asked: SignalInstance) -> QAction:
        action = self.menu.addAction(text)
        action.triggered.connect(asked)
        return action

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Trigger:
            self.clicked.emit()

    def _dress(self) -> None:
        self._icon.setIcon(tray_picture(self._theme.tokens.color("accent_fill").name()))


def tray_picture(colour: str) -> QIcon:
    """Return the program's sign for small sizes, in this colour."""
    drawn = resource("icons", "app", "notebrain-small.svg").read_text(encoding="utf-8")
    renderer = QSvgRenderer(QByteArray(drawn.replace(_DRAWN_COLOUR, colour).encode()))
    icon = QIcon()
    for side in _SIDES:
        picture = QPixmap(side, side)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        renderer.render(painter, QRectF(0, 0, side, side))
        painter.end()
        icon.addPixmap(picture)
    return icon
