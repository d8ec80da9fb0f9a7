"""Taking the pictures of one screen: both themes, 100 % and 150 %."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QSplitter, QWidget

from notebrain.app.events import IndexProgress, IndexState
from notebrain.app.services import Services
from notebrain.gui.app.features import build_window
from notebrain.gui.core.threads import EventBridge
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.gui.widgets.floating_window import FloatingWindow
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


_REDRESS_S = 0.12
_LARGE = 1.5


def take(app: QApplication, services: Services, shot: Shot, folder: Path) -> list[Path]:
    """Take all pictures of a screen from one window: it changes its theme and size as it would for the user."""
    ways = Qt.LayoutDirection
    app.setLayoutDirection(ways.RightToLeft if shot.mirrored else ways.LeftToRight)
    theme = Theme(app, ThemeMode.LIGHT)
    main_window = build_window(services, theme, EventBridge())
    counted: list[object] = []
    main_window.browser.counted.connect(counted.append)
    main_window.start()
    main_window.window.resize(*shot.size)
    counts = services.library.counts()
    main_window.status.show_index(IndexProgress(IndexState.IDLE, counts.notes, counts.notes))
    wait(lambda: bool(counted))
    shot.act(main_window)
    settle()
    paths: list[Path] = []
    for zoom in (1.0, _LARGE) if shot.large else (1.0,):
        _enlarge(main_window, shot, zoom)
        for mode in (ThemeMode.LIGHT, ThemeMode.DARK):
            theme.set_mode(mode)
            settle(_REDRESS_S)
            size = "" if zoom == 1.0 else f"-{zoom:.0%}".rstrip("%")
            path = folder / f"{shot.name}{size}-{mode}.png"
            _picture(main_window.window).save(str(path))
            paths.append(path)
    for above in main_window.window.findChildren(QDialog) + main_window.window.findChildren(QMenu):
        above.close()
    main_window.window.hide()
    main_window.close()
    return paths


def _enlarge(main_window: "AppWindow", shot: Shot, zoom: float) -> None:
    """Show everything that much larger, the panes with it."""
    if zoom == main_window.theme.zoom:
        return
    panes = [(pane, pane.sizes()) for pane in main_window.window.findChildren(QSplitter)]
    main_window.theme.set_zoom(zoom)
    main_window.window.resize(round(shot.size[0] * zoom), round(shot.size[1] * zoom))
    settle(_REDRESS_S)
    for pane, sizes in panes:
        pane.setSizes([round(size * zoom) for size in sizes])


def _picture(window: QWidget) -> QPixmap:
    """Return the window, with what stands over it."""
    picture = window.grab()
    painter = QPainter(picture)
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            at = picture.rect().center() - dialog.rect().center()
            painter.drawPixmap(at, dialog.grab())
            painter.setPen(dialog.palette().mid().color())
            painter.drawRect(dialog.rect().translated(at))
    for menu in window.findChildren(QMenu):
        if menu.isVisible():
            painter.drawPixmap(window.mapFromGlobal(menu.pos()), menu.grab())
    for window_above in QApplication.topLevelWidgets():
        if isinstance(window_above, FloatingWindow) and window_above.isVisible():
            at = QPoint((picture.width() - window_above.width()) // 2, picture.height() // 6)
            painter.drawPixmap(at, window_above.grab())
    painter.end()
    return picture
