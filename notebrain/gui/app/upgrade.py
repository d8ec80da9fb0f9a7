"""Brings the vault of an older program up to date, with a small window that says so if this takes a while."""

from collections.abc import Callable
from concurrent.futures import wait
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QProgressBar, QVBoxLayout

from notebrain.app.services import open_services
from notebrain.domain.i18n import _
from notebrain.gui.core import dialogs
from notebrain.gui.core.threads import BackgroundReader, EventBridge, Lane
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label, WrappedLabel

_SAID_AFTER_S = 0.5
_WIDTH = 420


class UpgradeWindow(QDialog):
    """Says that the notes are being prepared; it cannot be closed, because the work would continue."""

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

    def reject(self) -> None:
        """Stay: this is Escape, or a way of the desktop to close windows."""


def _open_and_close(folder: Path) -> None:
    open_services(folder, apart=True).close()


def bring_up_to_date(
    theme: Theme,
    folder: Path,
    *,
    work: Callable[[Path], None] = _open_and_close,
    said_after_s: float = _SAID_AFTER_S,
) -> None:
    """Return when the vault is up to date, or when that failed: who opens it then meets the same error.

    Args:
        work: What brings it up to date; runs on another thread.
        said_after_s: How long it may take before a window says so; until then there is none that would stand still.
    """
    QGuiApplication.setQuitOnLastWindowClosed(False)  # the next window follows this one
    bridge = EventBridge()
    reader = BackgroundReader(bridge)
    done = reader.lane(Lane.LONG).submit(work, folder)
    if wait([done], said_after_s).not_done:
        window = UpgradeWindow(theme)
        bridge.when_done(done, lambda _none: window.accept(), failed=lambda _error: window.accept())
        dialogs.show_alone(window)
    reader.close()
    bridge.close()
