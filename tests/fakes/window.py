"""Hands for the window: which notes its list shows, and what is in its menus."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from notebrain.gui.app.features import AppWindow


def titles(app: AppWindow) -> list[str]:
    """Return the titles of the list, from the top."""
    model = app.notes.model
    return [model.index(row).data() for row in range(model.rowCount())]


def submenu(action: QAction) -> QMenu | None:
    """Return the menu that an entry opens."""
    menu = action.menu()
    return menu if isinstance(menu, QMenu) else None


def choose(menu: QMenu, *path: str) -> None:
    """Choose an entry of a menu by its texts."""
    *before, last = path
    for name in before:
        menu = submenu(entry(menu, name)) or menu
    entry(menu, last).trigger()


def entry(menu: QMenu, text: str) -> QAction:
    """Return the entry with this text of a menu that is about to be shown."""
    menu.aboutToShow.emit()
    return next(a for a in menu.actions() if a.text().replace("&", "") == text)
