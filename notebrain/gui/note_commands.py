"""What is done with the note on the screen is offered only while one can see it."""

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.gui.desk import Desk

_COMMANDS = (
    CommandId.INSPECTOR,
    CommandId.TAG,
    CommandId.LINKS,
    CommandId.PREVIEW,
    CommandId.HISTORY,
)


class NoteCommands(QObject):
    """Takes the panes beside the text away while a page covers the notes.

    Else the keyboard would go into a pane that nobody sees, and change a note that nobody sees.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        desk.window.page_changed.connect(self._offer)
        self._offer()

    def _offer(self) -> None:
        for command in _COMMANDS:
            self._desk.actions.offer(command, self._desk.window.shows_notes)
