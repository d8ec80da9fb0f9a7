"""From the hotkey to the note: the capture window is shown, what is typed is kept, and the user is where he was."""

from concurrent.futures import Future
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QClipboard, QGuiApplication

from notebrain.app.capture_draft import CaptureDraft
from notebrain.app.settings import CAPTURE_PREFILL
from notebrain.domain.changes import Changes
from notebrain.domain.drafts import Draft
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.messages import _
from notebrain.domain.text import title_of
from notebrain.domain.typed_tags import typed_tags
from notebrain.gui import dates
from notebrain.gui.capture.notice import SavedNotice
from notebrain.gui.capture.text import LONGEST_PASTE
from notebrain.gui.capture.window import CaptureWindow
from notebrain.gui.desk import Desk

if TYPE_CHECKING:
    from notebrain.domain.note import NoteId

SOURCE = "hotkey"
_KEPT_AFTER_MS = 400


class CaptureFlow(QObject):
    """Owns the capture window of a desk, and the line that says that a note is kept."""

    over = Signal()
    """The user is through: no word is waiting to be kept, nothing of this is to be seen any more."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._drafts = desk.services.capture_drafts
        self._capture = desk.services.capture
        self._draft: CaptureDraft | None = None
        """What was written last; read from the disk once, which later may be behind."""
        self._sent: CaptureDraft | None = None
        """The draft that was last sent to the disk."""
        self._safe: CaptureDraft | None = None
        """The draft that is there."""
        self._keeping: Future[Changes] | None = None
        self._warned = False
        """The user was told that there is such a note."""
        self._next: tuple[str, str, str] | None = None
        """What was asked for while a note was on its way to the disk."""
        self._last: NoteId | None = None
        self.window = CaptureWindow(desk.theme)
        self.notice = SavedNotice(desk.theme)
        self._keep_soon = QTimer(self, singleShot=True, interval=_KEPT_AFTER_MS)
        self._keep_soon.timeout.connect(self._keep_draft)
        self.window.keep_asked.connect(self._on_keep)
        self.window.left.connect(self.leave)
        self.window.written.connect(self._on_written)
        self.window.workspace_chosen.connect(self._on_workspace)
        self.notice.undo_asked.connect(self._on_undo)
        self.notice.open_asked.connect(self._on_open)
        self.notice.gone.connect(self._on_notice_gone)
        self._closed = False
        desk.closing.connect(self._on_closing)
        desk.others_unsaved.append(self.unsaved)

    def ask(self, text: str = "", token: str = "", *, workspace: str = "") -> None:
        """Show the window, or where it has the keyboard already, put it away with its draft.

        Args:
            text: What it is to begin with, after the draft; marked, so that it is easily removed.
            workspace: Where the note is to go, if there is such a workspace; the user sees it, and can change it.
        """
        window = self.window
        if self._keeping is not None:  # the window still has the words of the note before
            before = self._next[0] if self._next is not None else ""
            self._next = ("\n\n".join(filter(None, (before, text))), token, workspace)
            return
        if window.isVisible() and window.isActiveWindow() and not text:
            self.leave()
            return
        if not window.isVisible():
            draft = self._known()
            window.begin(draft.text, text or self._prefill())
            self._tell_state()
        elif text:
            window.begin(window.text.stored, text)
        if workspace in self._desk.services.library.workspaces():
            self._draft = CaptureDraft(self._known().text, workspace)
        self._offer()
        self.notice.hide()
        window.come(token)

    def leave(self) -> None:
        """Put the window away; what is written waits in it for the next time.

        While the note is on its way to the disk, the window stays to say what goes wrong; else it leaves by itself.
        """
        if self._keeping is not None:
            return
        self._keep_draft()
        self.window.hide()
        self.over.emit()

    def unsaved(self) -> bool:
        """Send what is written to the disk; tell whether any of it is not there yet."""
        if self._keeping is not None:
            return True
        if self._draft is None:
            return False
        self._keep_draft()
        return bool(self._draft.text.strip()) and self._draft != self._safe

    def _known(self) -> CaptureDraft:
        if self._draft is None:
            self._draft = self._sent = self._safe = self._drafts.get()
        return self._draft

    def _prefill(self) -> str:
        """Return what the user wants the window to begin with; nothing beside a draft that waits."""
        wanted = str(self._desk.services.settings.get(CAPTURE_PREFILL))
        if wanted == "nothing" or self._known().text.strip():
            return ""
        clipboard = QGuiApplication.clipboard()
        mode = QClipboard.Mode.Clipboard if wanted == "clipboard" else QClipboard.Mode.Selection
        if mode is QClipboard.Mode.Selection and not clipboard.supportsSelection():
            return ""
        text = clipboard.text(mode)
        return text if len(text) <= LONGEST_PASTE else ""

    def _offer(self) -> None:
        self.window.offer(self._desk.services.library.workspaces(), self._known().workspace)

    def _tell_state(self) -> None:
        self._warned = False
        if self._known().text.strip():
            self.window.foot.tell_kept()
        else:
            self.window.foot.tell_plain()

    def _on_written(self) -> None:
        self._warned = False
        self.window.foot.tell_plain()
        self.window.trouble.tell("")
        if not self._keep_soon.isActive():  # also while the user types on
            self._keep_soon.start()

    def _on_workspace(self, name: str) -> None:
        self._draft = CaptureDraft(self.window.text.stored, name)
        self._send_draft()
        self._offer()

    def _keep_draft(self) -> None:
        self._keep_soon.stop()
        self._draft = CaptureDraft(self.window.text.stored, self._known().workspace)
        if self._keeping is None:
            self._send_draft()

    def _send_draft(self) -> None:
        draft = self._known()
        if draft == self._sent:
            return
        self._sent = draft
        self._desk.bridge.when_done(
            self._drafts.keep(draft),
            lambda _done: self._on_draft_kept(draft),
            failed=self._on_draft_not_kept,
        )

    def _on_draft_kept(self, draft: CaptureDraft) -> None:
        self._safe = draft
        written = self.window.text.stored
        if draft.text == written and written.strip() and not self._warned:
            self.window.foot.tell_kept()

    def _on_draft_not_kept(self, error: Exception) -> None:
        self._sent = self._safe  # to be sent again
        if self._known().text.strip():
            self._tell_trouble(error)

    def _on_keep(self, anyway: bool) -> None:
        text = self.window.text.stored
        if self._keeping is not None:
            return
        if not text.strip():
            self.leave()
            return
        if not (anyway and self._warned) and self._is_repeat(text):
            return
        draft = Draft(text, tags=typed_tags(text), workspace=self._known().workspace, source=SOURCE)
        made: list[Future[Changes]] = []

        def forth() -> Future[Changes]:
            try:
                made.append(self._capture.capture(draft))
            except NoteBrainError as error:
                self._fail(error)
                raise
            return made[-1]

        self._desk.acts.carry_out(
            _("Saved “{title}”").format(title=title_of(text) or _("Untitled")),
            None,
            forth=forth,
            back=lambda: self._capture.forget([made[-1].result().note]),
        )
        if made:
            self._keeping = made[0]
            self.window.set_busy(busy=True)
            self._desk.bridge.when_done(made[0], self._on_kept, failed=self._fail)

    def _is_repeat(self, text: str) -> bool:
        """Say that there is such a note already, if there is; tell whether."""
        repeats = self._capture.repeats(text)
        if not repeats:
            return False
        services = self._desk.services
        there = services.library.note(repeats[0])
        day = dates.short(there.created_at, services.clock.now())
        self.window.foot.tell_repeat(day)
        self._warned = True
        return True

    def _on_kept(self, changes: Changes) -> None:
        self._keeping = None
        self._last = changes.note
        title = title_of(self.window.text.stored)
        self._draft = CaptureDraft("", self._known().workspace)
        self._send_draft()
        self._keep_soon.stop()
        self.window.hide()
        self.window.begin("", "")
        self.notice.tell(title or _("Untitled"))
        self._ask_next()

    def _fail(self, error: Exception) -> None:
        """Say that nothing was saved, and why; the words stay where they are."""
        self._keeping = None
        self.window.set_busy(busy=False)
        if self._next is not None and not self._next[0]:
            self._next = None  # it is here already
        self._ask_next()
        self._keep_draft()
        self._tell_trouble(error)

    def _ask_next(self) -> None:
        if self._next is not None:
            text, token, workspace = self._next
            self._next = None
            self.ask(text, token, workspace=workspace)

    def _tell_trouble(self, error: Exception) -> None:
        if not isinstance(error, NoteBrainError):
            raise error
        self.window.trouble.tell(_("Not saved. {cause}").format(cause=error))

    def _on_undo(self) -> None:
        if self._last is not None:
            self._desk.bridge.when_done(
                self._capture.forget([self._last]), lambda _done: self.notice.tell_undone()
            )

    def _on_open(self) -> None:
        if self._last is not None:
            self._desk.window.come_forward()
            self._desk.write_in(self._last)

    def _on_notice_gone(self) -> None:
        if not self.window.isVisible():
            self.over.emit()

    def _on_closing(self) -> None:
        if self._closed:  # said a second time
            return
        self._closed = True
        if self.window.isVisible():
            self._keep_draft()
        for window in (self.window, self.notice):
            window.hide()
            window.deleteLater()


def flow_of(desk: Desk) -> CaptureFlow:
    """Return what takes notes for this desk; there is one."""
    found = desk.findChild(CaptureFlow)
    return found if isinstance(found, CaptureFlow) else CaptureFlow(desk)
