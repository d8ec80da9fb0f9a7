"""Brings the vault of an older program up to date, with a small window that says so if this takes a while."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from notebrain.app.services import open_services
from notebrain.domain.i18n import _
from notebrain.gui.core.threads import BackgroundReader, EventBridge, Lane
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label, WrappedLabel

_SAID_AFTER_MS = 500
_WIDTH = 420


class UpgradeWindow(QWidget):
    """Says that the notes are being prepared; it cannot be closed, because the work goes on."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(None, Qt.WindowType.CustomizeWindowHint | Qt.WindowType.WindowTitleHint)
        px = theme.px
        self.setWindowTitle("NoteBrain")
        self.setFixedWidth(px(_WIDTH))
        column = QVBoxLayout(self)
        column.setContentsMargins(px(24), px(20), px(24), px(24))
        column.setSpacing(px(8))
        text = _("Preparing your notes for this version")
        column.addWidget(Label(theme, text, role=Role.SECTION))
        more = _("A backup is made first. This is done once and may take a minute or two.")
        column.addWidget(WrappedLabel(theme, more, ink="text2"))
        column.addSpacing(px(4))
        bar = QProgressBar()
        bar.setRange(0, 0)  # nobody knows how long it takes
        bar.setTextVisible(False)
        bar.setAccessibleName(text)
        column.addWidget(bar)


def _open_and_close(folder: Path) -> None:
    open_services(folder, apart=True).close()


def bring_up_to_date(
    theme: Theme,
    folder: Path,
    *,
    work: Callable[[Path], None] = _open_and_close,
    said_after_ms: int = _SAID_AFTER_MS,
) -> None:
    """Return when the vault is up to date, or when that failed: who opens it then meets the same error.

    Args:
        work: What brings it up to date; runs on another thread.
    """
    QGuiApplication.setQuitOnLastWindowClosed(False)  # the next window follows this one
    bridge, loop, window = EventBridge(), QEventLoop(), UpgradeWindow(theme)
    reader = BackgroundReader(bridge)
    soon = QTimer(singleShot=True, interval=said_after_ms)
    soon.timeout.connect(window.show)
    soon.start()
    done = reader.lane(Lane.LONG).submit(work, folder)
    bridge.when_done(done, lambda _none: loop.quit(), failed=lambda _error: loop.quit())
    loop.exec()
    soon.stop()
    window.close()
    reader.close()
    bridge.close()
