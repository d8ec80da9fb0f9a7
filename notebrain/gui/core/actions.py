"""Menus and shortcuts, built from the command table."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from notebrain.app.commands.command import Command, CommandId, Menu, Scope
from notebrain.app.commands.keymap import KeyMap
from notebrain.app.commands.table import CHOICES, SUBMENUS, commands, menu_titles, name_of
from notebrain.domain.i18n import _


class Actions(QObject):
    """Holds one `QAction` per command.

    Args:
        keys: The shortcuts of the commands.
        window: The widget in which window-wide shortcuts work.
        note_list: The widget in which shortcuts of the list work.
        text: The widget in which shortcuts of the note text work.
    """

    unbound = Signal()
    """A command was triggered that has no handler yet."""
    rekeyed = Signal()
    """The shortcuts changed."""
    menu_opening = Signal(object)
    """This menu (`Menu`) is about to be shown."""
    menu_closed = Signal(object)

    def __init__(self, keys: KeyMap, *, window: QWidget, note_list: QWidget, text: QWidget) -> None:
        super().__init__(window)
        self._rows: Sequence[Command] = commands()
        self._keys = keys
        places = {Scope.WINDOW: window, Scope.LIST: note_list, Scope.TEXT: text}
        self._actions = {row.id: self._make(row, places[row.scope]) for row in self._rows}
        self._groups = {menu: QActionGroup(self) for menu in CHOICES}
        for row in self._rows:
            if row.menu in CHOICES and row.checkable:
                self._groups[row.menu].addAction(self._actions[row.id])
        self._lacking: dict[CommandId, str] = {}
        self._bound: set[CommandId] = set()
        self._names: dict[CommandId, str] = {}

    @property
    def keys(self) -> KeyMap:
        """The current shortcuts."""
        return self._keys

    @property
    def rows(self) -> Sequence[Command]:
        """The commands, in the order of the menus."""
        return self._rows

    def use(self, keys: KeyMap) -> None:
        """Assign these shortcuts to the commands, in menus and everywhere else."""
        self._keys = keys
        for row in self._rows:
            self._actions[row.id].setShortcuts([QKeySequence(key) for key in keys.keys(row.id)])
        self.rekeyed.emit()

    def rename(self, command: CommandId, name: str) -> None:
        """Name a command after what it does now, where the table names all that it can do."""
        self._names[command] = name
        self._actions[command].setText(name)

    def name(self, row: Command) -> str:
        """Return what a command does now, for use outside its menu."""
        return self._names.get(row.id) or name_of(row)

    def offer(self, command: CommandId, offered: bool, lacking: str = "") -> None:
        """Enable or disable a command; `lacking` says why it is disabled if the table cannot know the reason."""
        self._lacking[command] = lacking
        self._actions[command].setEnabled(offered)

    def lacking(self, command: CommandId) -> str:
        """Return why a command is not available now, or an empty string if it is."""
        if self._actions[command].isEnabled():
            return ""
        row = next(row for row in self._rows if row.id is command)
        return self._lacking.get(command) or row.lacking or _("Not possible here")

    def __getitem__(self, command: CommandId) -> QAction:
        return self._actions[command]

    def work_in(self, scope: Scope, widget: QWidget) -> None:
        """Let the shortcuts of this scope work in one more widget."""
        for row in self._rows:
            if row.scope is scope:
                widget.addAction(self._actions[row.id])

    def bind(self, command: CommandId, act: Callable[[], object]) -> None:
        """Run `act` when the user triggers this command."""

        def run(_checked: bool = False) -> None:
            act()

        self._bound.add(command)
        self._actions[command].triggered.connect(run)

    def menus(self, parent: QWidget) -> Sequence[QMenu]:
        """Return the menus with all commands."""
        kinds = (Menu.FILE, Menu.EDIT, Menu.FORMAT, Menu.NOTE, Menu.VIEW)
        return [self.menu(kind, parent) for kind in kinds]

    def menu(self, kind: Menu, parent: QWidget) -> QMenu:
        """Return a new menu with the commands of this kind."""
        made = QMenu(menu_titles()[kind], parent)
        made.aboutToShow.connect(lambda: self.menu_opening.emit(kind))
        made.aboutToHide.connect(lambda: self.menu_closed.emit(kind))
        self._fill(made, kind)
        return made

    def _fill(self, menu: QMenu, kind: Menu) -> None:
        group = 0
        for row in self._rows:
            if row.menu is kind:
                if row.group != group:
                    menu.addSeparator()
                    group = row.group
                menu.addAction(self._actions[row.id])
                if row.id in SUBMENUS:
                    menu.addMenu(self.menu(SUBMENUS[row.id], menu))
        if kind is Menu.VIEW:
            menu.addSeparator()
            for choice in CHOICES:
                menu.addMenu(self.menu(choice, menu))

    def _make(self, row: Command, place: QWidget) -> QAction:
        action = QAction(row.text, self)
        action.setShortcuts([QKeySequence(key) for key in self._keys.keys(row.id)])
        action.setCheckable(row.checkable)
        if row.scope is not Scope.WINDOW:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        place.addAction(action)
        if not row.checkable:
            action.triggered.connect(lambda: self._on_triggered(row.id))
        return action

    def _on_triggered(self, command: CommandId) -> None:
        if command in self._bound:
            return
        self.unbound.emit()
        if command in self._bound:  # its handler was bound too late to receive this signal
            self._actions[command].trigger()
