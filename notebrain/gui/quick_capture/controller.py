"""Takes a captured note from the hotkey to the disk."""

from collections.abc import Sequence
from concurrent.futures import Future
from datetime import datetime

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QClipboard, QGuiApplication

from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import CAPTURE_PREFILL
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.content import title_of
from notebrain.gui.attachments.file_adder import FileAdder
from notebrain.gui.core import date_format
from notebrain.gui.core.context import CloseCheck, Context
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.quick_capture.draft import DraftSaver, DuplicateLookup, NoteSaver
from notebrain.gui.quick_capture.saved_notice import SavedNoteNotice
from notebrain.gui.quick_capture.window import LONGEST_PASTE, CaptureWindow


class QuickCaptureController(QObject):
    """Owns the capture window, and the notice that a note was saved."""

    over = Signal()
    """Emitted when nothing waits to be saved and no part of the capture is visible any more."""

    def __init__(
        self, context: Context, editor: EditorPanel, acts: NoteActions, files: FileAdder
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._files = files
        self._leaving = False
        """The user closed the window, and the draft is being written to disk."""
        self._warned = False
        """The user was told that a note with this text exists."""
        self._next: tuple[str, str, str] | None = None
        """What was requested while a note was being written to disk."""
        self._awaited: list[Future[None]] = []
        """Futures to resolve once all words are on disk."""
        self._workspaces: Sequence[str] = ()
        self._closed = False
        self.window = CaptureWindow(context.theme)
        self._duplicates = DuplicateLookup(context, self)
        self._saving = NoteSaver(context, acts, self._duplicates, self)
        self._saved_notice = SavedNoteNotice(context, editor, self)
        self.notice = self._saved_notice.notice
        self._drafts = DraftSaver(
            context.services.capture_drafts, context.events, lambda: self.window.text.stored, self
        )
        self._connect()
        context.window.add_close_check(CloseCheck(self.unsaved, self.in_trouble))

    def _connect(self) -> None:
        text = self.window.text
        self.window.save_requested.connect(self._on_save_requested)
        self._files.listen(text, text.files_offered, tell=self.window.foot.show_message)
        self.window.left.connect(self.leave)
        self.window.written.connect(self._on_written)
        self.window.workspace_chosen.connect(self._on_workspace)
        self._saving.repeat_found.connect(self._on_repeat)
        self._saving.saved.connect(self._on_saved)
        self._saving.failed.connect(self._on_failed)
        self._saved_notice.gone.connect(self._on_notice_gone)
        self._drafts.saved.connect(self._on_draft_saved)
        self._drafts.save_failed.connect(self._on_draft_failed)
        self._context.window.stayed.connect(self._on_stayed)
        self._context.window.closing.connect(self._on_closing)

    def ask(
        self,
        text: str = "",
        token: str = "",
        *,
        workspace: str = "",
        kept: Future[None] | None = None,
    ) -> None:
        """Show the window, or if it already has the focus, hide it and keep the draft.

        Args:
            text: What to add to the draft; it is selected, so that it is easily removed.
            workspace: The workspace for the note, if it exists; the user sees it and can change it.
            kept: Resolved once the text is on disk, as a draft or a note.
        """
        window = self.window
        if kept is not None:
            self._awaited.append(kept)
        if self._saving.busy:  # the window still holds the words of the previous note
            before = self._next[0] if self._next is not None else ""
            self._next = ("\n\n".join(filter(None, (before, text))), token, workspace)
            return
        if window.isVisible() and window.isActiveWindow() and not text:
            self.leave()
            return
        self._leaving = False
        if not window.isVisible():
            self._begin(text)
        elif text:
            window.begin(window.text.stored, text)
        self._offer(workspace)
        self.notice.hide()
        window.show_raised(token)
        if self._awaited:
            self._drafts.save()
            self._answer_waiting()

    def leave(self) -> None:
        """Hide the window; the text stays in it for the next time.

        While the note is being written to disk, the window stays open to report errors and then closes by itself.
        If the draft cannot be saved, it opens again once to say so.
        """
        if self._saving.busy:
            return
        in_trouble = self.in_trouble()
        self._drafts.save()
        self.window.hide()
        if in_trouble or self._drafts.is_safe:
            self.over.emit()
        else:
            self._leaving = True

    def unsaved(self) -> bool:
        """Write the text to disk; return whether any of it is not there yet."""
        if self._saving.busy:
            return True
        if self._drafts.is_begun:
            self._drafts.save()
        return not self._drafts.is_safe

    def in_trouble(self) -> bool:
        """Return whether the text could not be saved."""
        return not self._saving.busy and self._drafts.is_failing

    def _begin(self, text: str) -> None:
        trouble = ""
        try:
            draft = self._drafts.draft
        except NoteBrainError as error:
            draft = self._drafts.start_empty()
            trouble = _("Your draft cannot be read. {cause}").format(cause=error)
        if not text and not draft.text.strip():  # nothing is added to a draft that waits
            text = prefill(self._context.services.settings)
        self.window.begin(draft.text, text)
        self._warned = False
        if draft.text.strip():
            self.window.foot.show_saved()
        else:
            self.window.foot.show_hints_only()
        self.window.trouble.show_error(trouble)

    def _offer(self, wanted: str) -> None:
        """Offer the workspaces known from before, then read the current ones."""
        self.window.offer(self._workspaces, self._drafts.draft.workspace)
        self._duplicates.read_workspaces(
            lambda names: self._on_workspaces(names, wanted), self._on_no_workspaces
        )

    def _on_workspaces(self, names: Sequence[str], wanted: str) -> None:
        known, self._workspaces = self._workspaces, names
        if wanted in names:
            self._drafts.file_in(wanted)
        elif names == known:
            return  # the menu may be open
        self.window.offer(names, self._drafts.draft.workspace)

    def _on_no_workspaces(self, error: Exception) -> None:
        self.window.foot.show_message(_("The workspaces could not be read."))
        self._context.on_error(error)

    def _on_workspace(self, name: str) -> None:
        self._drafts.file_in(name)
        self.window.offer(self._workspaces, name)

    def _on_written(self) -> None:
        self._warned = False
        self.window.foot.show_hints_only()
        self.window.trouble.show_error("")
        self._drafts.save_soon()

    def _on_draft_saved(self, text: str) -> None:
        written = self.window.text.stored
        if text == written and written.strip() and not self._warned:
            self.window.foot.show_saved()
        self._answer_waiting()
        if self._leaving and self._drafts.is_safe:
            self._leaving = False
            self.over.emit()

    def _answer_waiting(self) -> None:
        """Answer for the texts sent by other programs, once every word is on disk."""
        if self._drafts.is_safe and self._next is None:
            for kept in self._awaited:
                if kept.set_running_or_notify_cancel():
                    kept.set_result(None)
            self._awaited.clear()

    def _on_draft_failed(self, error: Exception) -> None:
        for kept in self._awaited:
            if kept.set_running_or_notify_cancel():
                kept.set_exception(error)
        self._awaited.clear()
        if self._leaving:
            self._leaving = False
            self.window.show_raised("")
        self._show_error(error)

    def _on_save_requested(self, anyway: bool) -> None:
        """Save the note once the files that were pasted are in it."""
        self._files.after(self.window.text, lambda: self._on_save(anyway))

    def _on_save(self, anyway: bool) -> None:
        text = self.window.text.stored
        if self._saving.busy:
            return
        if not text.strip():
            self.leave()
            return
        self._drafts.wait()
        self.window.set_busy(busy=True)
        self._saving.save(text, self._drafts.draft.workspace, anyway=anyway and self._warned)

    def _on_repeat(self, since: datetime) -> None:
        self.window.foot.show_repeat(date_format.short(since, self._context.services.clock.now()))
        self._warned = True
        self._free()
        self._drafts.save()

    def _on_saved(self, changes: Changes, compared: bool) -> None:
        title = title_of(self.window.text.stored)
        self._drafts.forget()
        self.window.hide()
        self.window.begin("", "")
        self._saved_notice.show_saved(changes.note, title, compared=compared)
        self._ask_next()

    def _on_failed(self, error: Exception) -> None:
        """Show that nothing was saved, and why; the words stay in the window."""
        self._free()
        self._drafts.save()
        self._show_error(error)

    def _free(self) -> None:
        """Let the user continue with the words that did not become a note."""
        self.window.set_busy(busy=False)
        if self._next is not None and not self._next[0]:
            self._next = None  # the window is open already
        self._ask_next()

    def _ask_next(self) -> None:
        if self._next is not None:
            text, token, workspace = self._next
            self._next = None
            self.ask(text, token, workspace=workspace)

    def _show_error(self, error: Exception) -> None:
        self.window.trouble.show_error(_("Not saved. {cause}").format(cause=error))
        if not isinstance(error, NoteBrainError):
            raise error

    def _on_notice_gone(self) -> None:
        if not self.window.isVisible():
            self.over.emit()

    def _on_stayed(self) -> None:
        """Show the words again if the program stayed open because of them."""
        if self.in_trouble() and not self.window.isVisible():
            self.window.show_raised("")

    def _on_closing(self) -> None:
        if self._closed:  # emitted a second time
            return
        self._closed = True
        if self.window.isVisible():
            self._drafts.save()
        self._duplicates.close()
        for window in (self.window, self.notice):
            window.hide()
            window.deleteLater()


def prefill(settings: Settings) -> str:
    """Return the text to start with; empty if there is none, if it is too long, or if the user wants none."""
    wanted = settings.get(CAPTURE_PREFILL)
    if wanted == "nothing":
        return ""
    clipboard = QGuiApplication.clipboard()
    mode = QClipboard.Mode.Clipboard if wanted == "clipboard" else QClipboard.Mode.Selection
    if mode is QClipboard.Mode.Selection and not clipboard.supportsSelection():
        return ""
    text = clipboard.text(mode)
    return text if len(text) <= LONGEST_PASTE else ""
