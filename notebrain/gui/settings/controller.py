"""Opens the settings page in the window, and leads back from it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId
from notebrain.app.commands.keymap import Keys
from notebrain.app.settings.setting import Group
from notebrain.gui.core.context import Context
from notebrain.gui.programs.server import ProgramServer

if TYPE_CHECKING:
    from notebrain.gui.settings.page import SettingsPage

SETTINGS = "settings"


class _Frame(QWidget):
    """A placeholder for the page until it is created."""

    def __init__(self) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def hold(self, page: QWidget) -> None:
        """Show the page."""
        self._column.addWidget(page)


class SettingsController(QObject):
    """Opens the settings, created when first needed, and leads back to where the user was.

    Args:
        open_address: Opens an address as a link in a note does.
        server: Answers other programs over HTTP.
    """

    def __init__(
        self,
        context: Context,
        keys: Keys,
        open_address: Callable[[str], object],
        server: ProgramServer,
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._keys = keys
        self._open_address = open_address
        self._server = server
        self._from = ""
        self._focus: QWidget | None = None
        self.page: SettingsPage | None = None
        self._first = Group.APPEARANCE
        self._frame = _Frame()
        context.pages.add(SETTINGS, self._frame, self._enter)
        context.pages.leaving_notes.connect(self._on_leaving)
        context.pages.shown.connect(self._on_shown)
        context.window.page_changed.connect(self._on_page)
        context.actions.bind(CommandId.SETTINGS, lambda: context.pages.show(SETTINGS))
        context.actions.bind(CommandId.PROGRAMS, lambda: self.open(Group.PROGRAMS))

    def open(self, group: Group) -> None:
        """Show a group of settings."""
        self._first = group
        self._context.pages.show(SETTINGS)
        if self.page is not None:
            self.page.show_group(group)
            self.page.focus_nav()

    def _on_leaving(self) -> None:
        """Remember where the user is, in case they are going to the settings."""
        if self._context.pages.current != SETTINGS:
            self._from = self._context.pages.current
            self._focus = self._context.window.focusWidget()

    def _on_shown(self, name: str) -> None:
        if name != SETTINGS:
            return
        if self.page is None:
            self.page = self._make()
            self._frame.hold(self.page)
        self.page.refresh(self._context.services.library.workspaces())

    def _on_page(self) -> None:
        shown = self._context.window.page is self._frame
        self._context.window.cover_sidebar(shown)

    def _enter(self, typing: bool) -> None:
        if self.page is None:
            return
        if typing:
            self.page.nav.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self.page.focus_nav()

    def _leave(self) -> None:
        focus = self._focus
        if self._from and self._from != SETTINGS:
            self._context.pages.show(self._from, False)
        else:
            self._context.navigator.leave_page()
        if focus is not None and isValid(focus) and focus.isVisible():
            focus.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make(self) -> "SettingsPage":
        # Only now, because starting the window leaves no time for hidden parts. Each group is created when it is shown,
        # including the account with everything it imports; a search creates them all.
        from notebrain.gui.settings.page import make_page

        page = make_page(self._context, self._keys, self._open_address, self._server, self._first)
        page.left.connect(self._leave)
        return page
