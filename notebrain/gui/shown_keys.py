"""The shortcuts that are shown outside of menus, kept true while the user chooses others."""

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.gui.desk import Desk


class ShownKeys(QObject):
    """Tells sidebar and welcome the keys of what they offer."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        desk.actions.rekeyed.connect(self._tell)
        self._tell()

    def _tell(self) -> None:
        keys = self._desk.actions.keys
        new, search = keys.first(CommandId.NEW_NOTE), keys.first(CommandId.SEARCH)
        self._desk.sidebar.tell_keys(new=new, search=search)
        self._desk.welcome.new_button.set_key(new)
