"""The section of the settings that makes NoteBrain known to assistants and editors."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from notebrain.app.settings.programs import PROGRAMS_MCP
from notebrain.app.system.program_clients import ClientChange, ClientSettings, server_command
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _, ngettext, shown
from notebrain.domain.programs.clients import CLIENTS, Client
from notebrain.domain.text.diff import compare
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.settings.section import Block
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import paint_kind
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.diff_view import DiffText, shown as shown_change
from notebrain.gui.widgets.labels import Label, WrappedLabel
from notebrain.mcp_server.trial import Seen, try_server

_LINES = 13
_WIDTH, _HEIGHT = 620, 420


class ClientsBlock(Block):
    """Shows the lines for one client, copies them, writes them, and tries what they start.

    Args:
        files: Where the clients of this computer are configured.
    """

    def __init__(self, context: Context, files: ClientSettings | None = None) -> None:
        super().__init__(
            context.theme,
            _("Set up an assistant or editor"),
            *(client.title for client in CLIENTS),
        )
        self._context = context
        self._files = files or ClientSettings()
        self._client = CLIENTS[0]
        self._is_trying = False
        self.add_text(
            _("It starts NoteBrain by itself when it needs your notes; the window may be closed.")
        )
        self.choice = Choice(context.theme, _("The assistant or editor"))
        self.choice.offer([(client.title, client.title) for client in CLIENTS])
        self.column.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignLeft)
        self.where = Label(context.theme, role=Role.SMALL, ink="muted")
        self.path = QLineEdit()
        self.path.setReadOnly(True)
        self.path.setAccessibleName(_("The file with its settings"))
        self.lines = QPlainTextEdit()
        self.lines.setObjectName("report")
        self.lines.setFrameShape(QFrame.Shape.StyledPanel)
        self.lines.setReadOnly(True)
        self.lines.setTabChangesFocus(True)
        self.lines.setAccessibleName(_("The lines to paste"))
        for part in (self.where, self.path, self.lines):
            self.column.addWidget(part)
        self.copy, self.write, self.attempt = self.offer(
            (_("Copy"), self._on_copy),
            (_("Write it for me…"), self._on_write),
            (_("Try it"), self._on_try),
        )
        self.hint = self.add_text("", role=Role.SMALL, ink="muted")
        self.result = WrappedLabel(context.theme, ink="text2")
        self.column.addWidget(self.result)
        self.result.hide()
        self.choice.chosen.connect(self._on_chosen)
        context.settings.changed.connect(self._on_setting)
        context.theme.follow(self._fit)
        self.refresh()

    def refresh(self) -> None:
        """Show the lines of the chosen client, and what can be done."""
        command = self._command()
        path = self._files.path(self._client)
        self.lines.setPlainText(self._client.lines(command, windows=sys.platform == "win32"))
        self.where.setText(
            _("Run this in a terminal:") if path is None else _("Paste this into the file:")
        )
        self.path.setVisible(path is not None)
        self.path.setText("" if path is None else str(path))
        self.path.setCursorPosition(0)
        is_on = self._context.settings.get(PROGRAMS_MCP)
        self.write.setVisible(path is not None)
        for button in (self.write, self.attempt):
            button.setEnabled(is_on)
        hint = _("Switch on “{setting}” above first; no file is touched before that.")
        self.hint.setText("" if is_on else hint.format(setting=shown(PROGRAMS_MCP.title)))
        self.hint.setVisible(not is_on)
        self._fit()

    def choose(self, client: Client) -> None:
        """Show the lines of a client."""
        self._client = client
        self.choice.show_value(client.title)
        self.result.hide()
        self.refresh()

    def _on_chosen(self, title: object) -> None:
        self.choose(next(client for client in CLIENTS if client.title == title))

    def _on_setting(self, setting: object) -> None:
        if setting is PROGRAMS_MCP:
            self.refresh()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.lines.toPlainText())
        self._context.messages.show_info(_("Copied"))

    def _on_write(self) -> None:
        client, command = self._client, self._command()

        def load() -> ClientChange | UserError:
            try:
                return self._files.change(client, command)
            except UserError as error:
                return error

        self._context.reader.read(
            "settings of a client", load, lambda found: self._on_change(client, found)
        )

    def _on_change(self, client: Client, found: ClientChange | UserError) -> None:
        if isinstance(found, UserError):
            self._show_result(str(found), "warning")
        elif found.is_done:
            text = _("{program} knows NoteBrain already.")
            self._show_result(text.format(program=client.title), "success")
        else:
            self._context.tasks.start(self._ask(client, found))

    async def _ask(self, client: Client, change: ClientChange) -> None:
        dialog = ChangeDialog(self._theme, client.title, change, self._context.window)
        if await dialogs.accepted(self._context.tasks, dialog):
            now = self._context.services.clock.now()
            done = self._context.reader.lane(Lane.LONG).submit(self._files.write, change, now)
            self._context.events.when_done(
                done, partial(self._on_written, client), failed=self._on_failed
            )

    def _on_written(self, client: Client, backup: Path | None) -> None:
        text = _("Written. Start {program} again, then ask it about your notes.")
        said = text.format(program=client.title)
        if backup is not None:
            kept = _("Its settings from before are kept as {name}.")
            said = f"{said} {kept.format(name=backup.name)}"
        self._show_result(said, "success")

    def _on_try(self) -> None:
        if (
            self._is_trying
        ):  # a button that is switched off would give the keyboard to another field
            return
        self._is_trying = True
        self._show_result(_("Starting the server as a client does…"), "muted")
        done = self._context.reader.lane(Lane.LONG).submit(try_server, self._command())
        self._context.events.when_done(done, self._on_seen, failed=self._on_failed)

    def _on_seen(self, seen: Seen) -> None:
        self._is_trying = False
        self._show_result("\n".join(seen_lines(seen)), "text2")

    def _on_failed(self, error: Exception) -> None:
        self._is_trying = False
        self.refresh()
        if isinstance(error, UserError):
            self._show_result(str(error), "danger")
        else:
            self._context.on_error(error)

    def _show_result(self, text: str, ink: str) -> None:
        self.result.set_ink(ink)
        self.result.setText(text)
        self.result.show()

    def _command(self) -> list[str]:
        return server_command(self._context.services.folder, self._client.title)

    def _fit(self) -> None:
        """Make the field as high as its lines, within reason."""
        self.lines.setFont(self._theme.font(Role.MONO))
        lines = min(_LINES, max(4, self.lines.document().blockCount() + 1))
        self.lines.setFixedHeight((lines + 1) * self.lines.fontMetrics().lineSpacing())


def seen_lines(seen: Seen) -> Sequence[str]:
    """Return what a client sees, in words."""
    number = date_format.number
    reads = ngettext("{n} function reads: {names}", "{n} functions read: {names}", len(seen.reads))
    writes = ngettext(
        "{n} function writes: {names}", "{n} functions write: {names}", len(seen.writes)
    )
    resources = ngettext("{n} resource", "{n} resources", seen.resources)
    prompts = ngettext("{n} prompt", "{n} prompts", seen.prompts)
    return [
        _("{server} answered. A client sees:").format(server=seen.server),
        reads.format(n=number(len(seen.reads)), names=", ".join(seen.reads)),
        writes.format(n=number(len(seen.writes)), names=", ".join(seen.writes))
        if seen.writes
        else _("No function writes"),
        f"{resources.format(n=number(seen.resources))}, {prompts.format(n=number(seen.prompts))}",
    ]


class ChangeDialog(QDialog):
    """Shows what would change in the settings of another program, before anything is written."""

    def __init__(self, theme: Theme, program: str, change: ClientChange, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Add NoteBrain to {program}").format(program=program))
        self.head = WrappedLabel(theme)
        text = _("This is added to {path}:") if change.old is None else _("This changes in {path}:")
        self.head.setText(text.format(path=change.path))
        self.change = DiffText(theme)
        self.change.setAccessibleName(_("What changes"))
        self.change.show_shown(shown_change(compare(change.old or "", change.new)))
        note = _("The file as it is now is kept beside it.") if change.old is not None else ""
        self.note = Label(theme, note, role=Role.SMALL, ink="muted")
        self.note.setVisible(bool(note))
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Cancel)
        self.write = self.buttons.addButton(_("Write"), QDialogButtonBox.ButtonRole.AcceptRole)
        paint_kind(self.write, "go")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.change.back_requested.connect(self.reject)
        frame = QFrame()
        frame.setObjectName("report")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(self.change)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(20), theme.px(16), theme.px(20), theme.px(16))
        column.setSpacing(theme.px(8))
        column.addWidget(self.head)
        column.addWidget(frame, 1)
        column.addWidget(self.note)
        column.addWidget(self.buttons)
        self.resize(theme.px(_WIDTH), theme.px(_HEIGHT))
        self._theme = theme
        theme.follow(self._apply_theme)  # after the view, which has the typeface of notes

    def _apply_theme(self) -> None:
        self.change.setFont(self._theme.font(Role.MONO))
        self.change.document().setDefaultFont(self._theme.font(Role.MONO))
