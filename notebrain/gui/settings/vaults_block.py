"""The other vaults of this user: each opens in a window of its own."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.app.system.vaults import holds_vault
from notebrain.domain.i18n import _
from notebrain.gui import dialogs
from notebrain.gui.desk import Desk
from notebrain.gui.settings.block import Block
from notebrain.gui.settings.second_window import start_window
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Callable


class VaultsBlock(Block):
    """Lists the vaults that are known, opens them, and makes new ones."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, _("Other vaults"))
        self._desk = desk
        self.start: Callable[[Path], bool] = start_window
        self.say(
            _("A vault is a folder of its own notes, tags and settings. Each has its own window.")
        )
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.column.addLayout(self._list)
        self.rows: list[VaultRow] = []
        self.another, self.new = self.offer(
            (_("Open another…"), self._on_another), (_("New vault…"), self._on_new)
        )

    def refresh(self) -> None:
        """List the vaults there are."""
        for row in self.rows:
            self._list.removeWidget(row)
            row.deleteLater()
        known = [f for f in self._desk.services.vaults.all() if f != self._desk.services.folder]
        self.rows = [VaultRow(self._theme, folder) for folder in known]
        for row in self.rows:
            self._list.addWidget(row)
            row.button.clicked.connect(lambda _on=False, folder=row.folder: self.open(folder))

    def open(self, folder: Path) -> None:
        """Open a vault in a window of its own, made there if there is none yet."""
        if not _is_writable(folder):
            self._desk.status.tell_problem(
                _("{folder} cannot be written, so it cannot hold notes.").format(folder=folder),
                _("Choose another"),
                self._on_new,
            )
            return
        if not self.start(folder):
            self._desk.status.tell_problem(
                _("A second window could not be started."),
                _("Try again"),
                lambda: self.open(folder),
            )
            return
        try:
            self._desk.services.vaults.add(folder, self._desk.services.folder)
        except OSError as error:
            text = _("The vault opens, but could not be remembered: {reason}")
            self._desk.status.tell_problem(text.format(reason=error.strerror or error))
        self._desk.status.tell_plain(
            _("{name} opens in a window of its own").format(name=folder.name)
        )
        self.refresh()

    def _on_another(self) -> None:
        self._desk.tasks.start(self._ask(new=False))

    def _on_new(self) -> None:
        self._desk.tasks.start(self._ask(new=True))

    async def _ask(self, *, new: bool) -> None:
        title = _("Choose an empty folder for the new vault") if new else _("Choose a vault")
        folder = await dialogs.choose_folder(self._desk.tasks, self._desk.window, title=title)
        if folder is None:
            return
        if new or holds_vault(folder):
            self.open(folder)
            return
        self._desk.status.tell_problem(
            _("There is no vault in {folder}.").format(folder=folder),
            _("Create one there"),
            lambda: self.open(folder),
        )


class VaultRow(QWidget):
    """A vault: its name, its place, and the button that opens it."""

    def __init__(self, theme: Theme, folder: Path) -> None:
        super().__init__()
        self._theme = theme
        self.folder = folder
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(ElidedLabel(theme, folder.name, role=Role.TITLE))
        words.addWidget(ElidedLabel(theme, str(folder), role=Role.SMALL, ink="muted"))
        self.button = QPushButton(_("Open"))
        self.button.setAutoDefault(True)  # Return presses it too, not only Space
        self.button.setAccessibleName(_("Open {vault}").format(vault=folder.name))
        self._line = QHBoxLayout(self)
        self._line.addLayout(words, 1)
        self._line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        self._line.setContentsMargins(0, self._theme.px(6), 0, self._theme.px(6))
        self._line.setSpacing(self._theme.px(12))


def _is_writable(folder: Path) -> bool:
    return os.access(folder if folder.exists() else folder.parent, os.W_OK)
