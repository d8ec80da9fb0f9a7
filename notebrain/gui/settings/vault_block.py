"""Where this vault is and how much room it takes."""

from pathlib import Path

from PySide6.QtCore import QLocale, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLineEdit

from notebrain.app.system.vaults import size_of
from notebrain.domain.i18n import _
from notebrain.gui.desk import Desk
from notebrain.gui.settings.block import Block
from notebrain.gui.theme.fonts import Role


class VaultBlock(Block):
    """Names the folder of the notes, and opens it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, _("This vault"), _("Vault location"))
        self._desk = desk
        self._folder = desk.services.folder
        # a field, since a path may be longer than the window is wide, and people copy it
        self.path = QLineEdit(str(self._folder))
        self.path.setReadOnly(True)
        self.path.setCursorPosition(0)
        self.path.setAccessibleName(_("Folder of this vault"))
        self.column.addWidget(self.path)
        self.room = self.say("", role=Role.SMALL, ink="muted")
        (self.open_button,) = self.offer((_("Open folder"), self._on_open))

    def refresh(self) -> None:
        """Show how much room the vault takes now."""
        self._desk.reader.read("size", lambda: size_of(self._folder), self._tell_size)

    def _tell_size(self, size: int) -> None:
        text = _("{size} with its backups and its log")
        self.room.setText(text.format(size=QLocale().formattedDataSize(size)))

    def _on_open(self) -> None:
        if not open_folder(self._folder):
            self._desk.status.tell_problem(
                _("{folder} cannot be opened.").format(folder=self._folder),
                _("Try again"),
                self._on_open,
            )


def open_folder(folder: Path) -> bool:
    """Show a folder in the system's own file manager; tell whether there is one."""
    return folder.is_dir() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))
