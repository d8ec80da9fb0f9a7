"""The palette of commands and the quick way to a note, made when one of them is first asked for."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.gui.desk import Desk

if TYPE_CHECKING:
    from notebrain.gui.palette.leading import Palette


class Commanding(QObject):
    """Opens the palette over a desk."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._palette: Palette | None = None
        desk.actions.bind(CommandId.PALETTE, lambda: self.open(only_notes=False))
        desk.actions.bind(CommandId.SWITCHER, lambda: self.open(only_notes=True))

    def open(self, *, only_notes: bool) -> None:
        """Show the palette, with commands and notes or with notes only."""
        if self._palette is None:
            from notebrain.gui.palette.leading import Palette

            self._palette = Palette(self._desk)
        self._palette.open(only_notes=only_notes)
