"""The context menu of a hit."""

from collections.abc import Callable

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.links import link_text
from notebrain.gui.search.rows import Row


def hit_menu(
    row: Row, parent: QWidget, *, open_: Callable[[], object], pin: Callable[[], object]
) -> QMenu:
    """Return the menu of a row: open, pin, and what can be taken elsewhere."""
    menu = QMenu(parent)
    menu.addAction(_("Open")).triggered.connect(open_)
    menu.addAction(_("Unpin") if row.pinned else _("Pin")).triggered.connect(pin)
    menu.addSeparator()
    link = menu.addAction(_("Copy link"))
    link.setEnabled(bool(row.title))
    link.triggered.connect(lambda: _copy(link_text(row.title)))
    quote = menu.addAction(_("Copy quote"))
    quote.setEnabled(bool(row.quote.strip()))
    quote.triggered.connect(lambda: _copy(row.quote.strip(" …\n")))
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
