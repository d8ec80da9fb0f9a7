"""Closing the window: only when everything typed is saved or the user agrees to lose it, or hiding it instead.

What the window shows is remembered a moment after it changes, since a crash closes nothing.
"""

import time
from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from notebrain.app.settings.remembered import WINDOW
from notebrain.app.settings.table import KEEP_RUNNING
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.window.main_window import MainWindow

_CHECK_MS = 20
_WAIT_S = 10.0
_REMEMBERED_AFTER_MS = 2000


class CloseGuard(QObject):
    """Lets a window close once nothing can be lost.

    Args:
        has_tray: Returns whether the window can be hidden in the tray.
    """

    def __init__(
        self,
        context: Context,
        window: MainWindow,
        editor: EditorPanel,
        *,
        has_tray: Callable[[], bool],
    ) -> None:
        super().__init__(window)
        self._context = context
        self._window = window
        self._editor = editor
        self._has_tray = has_tray
        self._agreed = False
        self._until = 0.0
        self._check = QTimer(self, interval=_CHECK_MS)
        self._check.timeout.connect(self._on_check)
        window.may_close = self._may_close
        window.stays = self._stays
        window.went_away.connect(self._save)
        self._soon = QTimer(self, singleShot=True, interval=_REMEMBERED_AFTER_MS)
        self._soon.timeout.connect(self._on_settled)
        window.closing.connect(self._soon.stop)
        for changed in (context.navigator.note_shown, window.page_changed, context.side.changed):
            changed.connect(self._on_shown)

    def _stays(self) -> bool:
        return self._context.settings.get(KEEP_RUNNING) and self._has_tray()

    def _save(self) -> None:
        """Save what was typed and what the window shows."""
        self._context.navigator.leave()
        self._remember()

    def _on_shown(self) -> None:
        if not self._soon.isActive():
            self._soon.start()

    def _on_settled(self) -> None:
        if self._window.isVisible():  # one that was never shown has no sizes yet
            self._remember()

    def _remember(self) -> None:
        """Save what the window shows."""
        self._soon.stop()
        context = self._context
        shown = context.navigator.note
        state = replace(
            self._window.state(),
            note=shown.id if shown else "",
            page=context.pages.current,
            side_part=context.side.current,
        )
        context.services.settings.put_silently(WINDOW, state.to_text())

    def _may_close(self) -> bool:
        self._save()
        if self._agreed or not self._unsaved():
            return True
        if not self._check.isActive():
            self._until = time.monotonic() + _WAIT_S
            self._check.start()
        return False

    def _unsaved(self) -> int:
        """Count the notes with text that is not on disk."""
        others = sum(check.is_unsaved() for check in self._window.close_checks)
        return len(self._editor.unsaved()) + others

    def _in_trouble(self) -> bool:
        others = (check.is_in_trouble() for check in self._window.close_checks)
        return self._editor.trouble.isVisible() or any(others)

    def _on_check(self) -> None:
        """Check whether the last changes are saved; a failed save is retried in the meantime."""
        if not self._unsaved():
            self._check.stop()
            self._window.end()
        elif time.monotonic() > self._until or self._in_trouble():
            self._check.stop()
            self._context.tasks.start(self._ask())

    async def _ask(self) -> None:
        self._window.raise_window()  # it may be in the tray
        notes = self._unsaved()
        text = ngettext(
            "The last changes to {n} note could not be saved. Close and lose them?",
            "The last changes to {n} notes could not be saved. Close and lose them?",
            notes,
        ).format(n=notes)
        if await dialogs.confirm(
            self._context.tasks,
            self._window,
            title=_("Not saved"),
            text=text,
            yes=_("Close and lose them"),
        ):
            self._agreed = True
            self._window.end()
        else:
            self._window.stay()
