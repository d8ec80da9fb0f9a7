"""The menu under the workspace's name: workspaces, and everything the menu bar has."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from notebrain.domain.i18n import _
from notebrain.gui import dates
from notebrain.gui.menus import Actions


class WorkspaceMenu(QMenu):
    """Lets the user choose what the sidebar shows."""

    chosen = Signal(str)
    """The workspace; an empty name for all of them."""
    new_asked = Signal()

    def __init__(self, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._menus = actions.menus(self)
        self._group: QActionGroup | None = None

    def tell(self, workspaces: Sequence[tuple[str, int]], current: str | None) -> None:
        """Offer these workspaces, each with its number of notes."""
        self.clear()
        self._group = QActionGroup(self)
        self._group.triggered.connect(self._on_chosen)
        self._offer(_("All workspaces"), "", current is None)
        self.addSeparator()
        for name, count in workspaces:
            self._offer(f"{name.replace('&', '&&')}\t{dates.number(count)}", name, name == current)
        self.addSeparator()
        self.addAction(_("New workspace…")).triggered.connect(self.new_asked)
        self.addSeparator()
        for menu in self._menus:
            self.addMenu(menu)

    def _offer(self, text: str, name: str, on: bool) -> None:
        action = self.addAction(text)
        action.setCheckable(True)
        action.setChecked(on)
        action.setData(name)
        if self._group is not None:
            self._group.addAction(action)

    def _on_chosen(self, action: QAction) -> None:
        self.chosen.emit(action.data())
