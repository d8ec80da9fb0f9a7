"""Closing the window: only when everything typed is saved or the user agrees to lose it, or hiding it instead."""

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from notebrain.app.settings.table import KEEP_RUNNING, WINDOW
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import dialogs

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


_LOOK_MS = 20
_WAIT_S = 10.0


class CloseGuard(QObject):
    """Lets a window close once nothing can be lost."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._agreed = False
        self._until = 0.0
        self._look = QTimer(self, interval=_LOOK_MS)
        self._look.timeout.connect(self._on_look)
        desk.window.may_close = self._may_close
        desk.window.stays = self._stays
        desk.window.went_away.connect(self._keep)

    def _stays(self) -> bool:
        if not self._desk.preferences.get(KEEP_RUNNING):
            return False
        # imported here: the window may be closed before this feature is loaded
        from notebrain.gui.tray.controller import staying_of

        return staying_of(self._desk).has_tray

    def _keep(self) -> None:
        """Save what was typed and what the window shows."""
        desk = self._desk
        desk.browser.leave()
        shown = desk.browser.note
        state = replace(
            desk.window.state(),
            note=shown.id if shown else "",
            page=desk.pages.current,
            side_part=desk.side.current,
        )
        desk.services.settings.put(WINDOW, state.to_text())

    def _may_close(self) -> bool:
        self._keep()
        if self._agreed or not self._unsaved():
            return True
        if not self._look.isActive():
            self._until = time.monotonic() + _WAIT_S
            self._look.start()
        return False

    def _unsaved(self) -> int:
        """Count the notes with text that is not on disk."""
        desk = self._desk
        return len(desk.editor.unsaved()) + sum(unsaved() for unsaved in desk.others_unsaved)

    def _in_trouble(self) -> bool:
        desk = self._desk
        return desk.editor.trouble.isVisible() or any(one() for one in desk.others_in_trouble)

    def _on_look(self) -> None:
        """Check whether the last changes are saved; a failed save is retried in the meantime."""
        if not self._unsaved():
            self._look.stop()
            self._desk.window.end()
        elif time.monotonic() > self._until or self._in_trouble():
            self._look.stop()
            self._desk.tasks.start(self._ask())

    async def _ask(self) -> None:
        self._desk.window.come_forward()  # it may be in the tray
        notes = self._unsaved()
        text = ngettext(
            "The last changes of {n} note could not be saved. Close and lose them?",
            "The last changes of {n} notes could not be saved. Close and lose them?",
            notes,
        ).format(n=notes)
        if await dialogs.confirm(
            self._desk.tasks,
            self._desk.window,
            title=_("Not saved"),
            text=text,
            yes=_("Close and lose them"),
        ):
            self._agreed = True
            self._desk.window.end()
        else:
            self._desk.window.stay()
