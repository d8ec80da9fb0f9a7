"""The sections on this vault, other vaults, and backups."""

import os
import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QProcess, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from notebrain.app.account.vault_clock import VaultClock, asks_the_user, doubt_text
from notebrain.app.commands.command import CommandId
from notebrain.app.system.vaults import holds_vault, size_of
from notebrain.domain.i18n import _
from notebrain.domain.sync.vault_time import Reading
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.settings.section import Block, Place
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import ElidedLabel

if TYPE_CHECKING:
    from collections.abc import Callable


class VaultBlock(Block):
    """Shows the folder of the notes, and opens it."""

    place = Place.SIDE

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, _("This vault"), _("Vault location"))
        self._context = context
        self._folder = context.services.folder
        # a field, because a path may be longer than the window is wide, and people copy it
        self.path = QLineEdit(str(self._folder))
        self.path.setReadOnly(True)
        self.path.setCursorPosition(0)
        self.path.setAccessibleName(_("This vault’s folder"))
        self.column.addWidget(self.path)
        self.room = self.add_text("", role=Role.SMALL, ink="muted")
        self.offer((_("Open folder"), self._on_open))

    def refresh(self) -> None:
        """Show how much space the vault uses now."""
        self._context.reader.read("size", lambda: size_of(self._folder), self._show_size)

    def _show_size(self, size: int) -> None:
        text = _("{size} with backups and log")
        self.room.setText(text.format(size=QLocale().formattedDataSize(size)))

    def _on_open(self) -> None:
        if not open_folder(self._folder):
            self._context.messages.show_problem(
                _("{folder} cannot be opened.").format(folder=self._folder),
                _("Try again"),
                self._on_open,
            )


def open_folder(folder: Path) -> bool:
    """Show a folder in the file manager of the system; return whether there is one."""
    return folder.is_dir() and QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


class VaultsBlock(Block):
    """Lists the known vaults, opens them, and creates new ones."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, _("Other vaults"))
        self._context = context
        self.start: Callable[[Path], bool] = start_window
        self.add_text(
            _("A vault is a folder with its own notes, tags and settings. Each has its own window.")
        )
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.column.addLayout(self._list)
        self.rows: list[VaultRow] = []
        self.another, self.new = self.offer(
            (_("Open another…"), self._on_another), (_("New vault…"), self._on_new)
        )

    def refresh(self) -> None:
        """List the existing vaults."""
        for row in self.rows:
            self._list.removeWidget(row)
            row.deleteLater()
        known = [
            f for f in self._context.services.vaults.all() if f != self._context.services.folder
        ]
        self.rows = [VaultRow(self._theme, folder) for folder in known]
        for row in self.rows:
            self._list.addWidget(row)
            row.button.clicked.connect(lambda _on=False, folder=row.folder: self.open(folder))

    def open(self, folder: Path) -> None:
        """Open a vault in its own window, and create it if there is none yet."""
        if not _is_writable(folder):
            self._context.messages.show_problem(
                _("{folder} is not writable, so it cannot hold notes.").format(folder=folder),
                _("Choose another"),
                self._on_new,
            )
            return
        if not self.start(folder):
            self._context.messages.show_problem(
                _("A second window could not be started."),
                _("Try again"),
                lambda: self.open(folder),
            )
            return
        try:
            self._context.services.vaults.add(folder, self._context.services.folder)
        except OSError as error:
            text = _("The vault opens, but could not be added to the list: {reason}")
            self._context.messages.show_problem(text.format(reason=error.strerror or error))
        self._context.messages.show_info(
            _("{name} opens in its own window").format(name=folder.name)
        )
        self.refresh()

    def _on_another(self) -> None:
        self._context.tasks.start(self._ask(new=False))

    def _on_new(self) -> None:
        self._context.tasks.start(self._ask(new=True))

    async def _ask(self, *, new: bool) -> None:
        title = _("Choose an empty folder for the new vault") if new else _("Choose a vault")
        folder = await dialogs.choose_folder(self._context.tasks, self._context.window, title=title)
        if folder is None:
            return
        if new or holds_vault(folder):
            self.open(folder)
            return
        self._context.messages.show_problem(
            _("There is no vault in {folder}.").format(folder=folder),
            _("Create one there"),
            lambda: self.open(folder),
        )


class VaultRow(QWidget):
    """A vault: its name, its folder, and the button that opens it."""

    def __init__(self, theme: Theme, folder: Path) -> None:
        super().__init__()
        self._theme = theme
        self.folder = folder
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(ElidedLabel(theme, folder.name, role=Role.TITLE))
        words.addWidget(ElidedLabel(theme, str(folder), role=Role.SMALL, ink="muted"))
        self.button = QPushButton(_("Open"))
        self.button.setAutoDefault(True)  # so that Return presses it too, not only Space
        self.button.setAccessibleName(_("Open {vault}").format(vault=folder.name))
        self._line = QHBoxLayout(self)
        self._line.addLayout(words, 1)
        self._line.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        self._line.setContentsMargins(0, self._theme.px(6), 0, self._theme.px(6))
        self._line.setSpacing(self._theme.px(12))


def _is_writable(folder: Path) -> bool:
    return os.access(folder if folder.exists() else folder.parent, os.W_OK)


def command(folder: Path) -> list[str]:
    """Return the command that starts the window of this vault."""
    program = [sys.executable] if getattr(sys, "frozen", False) else _of_python()
    return [*program, "--data-dir", str(folder)]


def start_window(folder: Path) -> bool:
    """Start the window of a vault, which outlives this one; return whether it started."""
    program, *arguments = command(folder)
    started, _process_id = QProcess.startDetached(program, arguments)
    return started


def _of_python() -> list[str]:
    return [sys.executable, "-m", "notebrain"]


class BackupsBlock(Block):
    """Shows the newest backup, and opens the page with all of them."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, _("Backups"), _("Restore all or single notes, back up now"))
        self._context = context
        self._clock = VaultClock(context.services.store, context.services.clock)
        self.newest = self.add_text("")
        self.clock = self.add_text("", ink="warning")
        self.open_button, self.date_button = self.offer(
            (_("Backups…"), context.actions[CommandId.BACKUPS].trigger),
            (_("The date is correct"), self._on_date),
        )
        self._show_clock(None)

    def refresh(self) -> None:
        """Show when the newest backup was made, and why the date of this computer may be wrong."""
        self._context.reader.read(
            "newest backup", self._context.services.backups.newest_at, self._show_newest
        )
        self._context.reader.read("date", self._clock.reading, self._show_clock)

    def _on_date(self) -> None:
        self._context.reader.read("date", self._clock.confirm, lambda _going: self.refresh())

    def _show_clock(self, reading: Reading | None) -> None:
        now = self._context.services.clock.now()
        text = "" if reading is None else doubt_text(reading, now)
        self.clock.setText(text)
        self.clock.setVisible(bool(text))
        self.date_button.setVisible(reading is not None and asks_the_user(reading))

    def _show_newest(self, moment: datetime | None) -> None:
        when = date_format.full(moment) if moment else ""
        text = _("The newest backup is from {when}") if moment else _("There is no backup yet.")
        self.newest.setText(text.format(when=when))
