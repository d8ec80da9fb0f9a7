"""Menus and shortcuts, made from the rows of the command table."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from notebrain.app.commands import Command, CommandId, Menu, Scope, commands, menu_titles


class Actions(QObject):
    """One `QAction` per command.

    Args:
        window: The widget in which window-wide shortcuts work.
        note_list: The widget in which those of the list work.
    """

    def __init__(self, window: QWidget, note_list: QWidget) -> None:
        super().__init__(window)
        self._rows: Sequence[Command] = commands()
        self._actions = {row.id: self._make(row, window, note_list) for row in self._rows}
        self._themes = QActionGroup(self)
        for row in self._rows:
            if row.menu is Menu.THEME:
                self._themes.addAction(self._actions[row.id])

    def __getitem__(self, command: CommandId) -> QAction:
        return self._actions[command]

    def bind(self, command: CommandId, act: Callable[[], object]) -> None:
        """Run `act` when the user gives this command."""

        def run(_checked: bool = False) -> None:
            act()

        self._actions[command].triggered.connect(run)

    def menus(self, parent: QWidget) -> Sequence[QMenu]:
        """Return menus with every command in its place."""
        kinds = (Menu.FILE, Menu.NOTE, Menu.VIEW)
        made = [(QMenu(menu_titles()[kind], parent), kind) for kind in kinds]
        for menu, kind in made:
            self._fill(menu, kind)
        return [menu for menu, _kind in made]

    def _fill(self, menu: QMenu, kind: Menu) -> None:
        group = 0
        for row in self._rows:
            if row.menu is kind:
                if row.group != group:
                    menu.addSeparator()
                    group = row.group
                menu.addAction(self._actions[row.id])
        if kind is Menu.VIEW:
            menu.addSeparator()
            self._fill(menu.addMenu(menu_titles()[Menu.THEME]), Menu.THEME)

    def _make(self, row: Command, window: QWidget, note_list: QWidget) -> QAction:
        action = QAction(row.text, self)
        action.setShortcuts([QKeySequence(key) for key in row.keys])
        action.setCheckable(row.checkable)
        if row.scope is Scope.LIST:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            note_list.addAction(action)
        else:
            window.addAction(action)
        return action
