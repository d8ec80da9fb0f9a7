"""The message that a note was saved, shown by a window of ours or by the desktop."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QEnterEvent, QFont
from PySide6.QtWidgets import QHBoxLayout

from notebrain.domain.desktop.ports import Chosen, NoNotifications
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.gui.core.context import Context
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.floating_window import FloatingWindow, room_under_pointer, takes_keyboard
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel, Label
from notebrain.gui.widgets.toast import STAYS_MS

if TYPE_CHECKING:
    from notebrain.domain.notes.note import NoteId


class SavedNoteNotice(QObject):
    """Owns the notice; uses a desktop notification where a window would take the focus."""

    gone = Signal()
    """The notice is closed."""

    def __init__(self, context: Context, editor: EditorPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._editor = editor
        self._note: NoteId | None = None
        self.notice = SavedNotice(context.theme)
        self.notice.undo_requested.connect(self._on_undo)
        self.notice.open_requested.connect(self._on_open)
        self.notice.gone.connect(self.gone)
        self._quiet = self._notification() if takes_keyboard() else self.notice

    def show_saved(self, note: "NoteId", title: str, *, compared: bool) -> None:
        """Show that this note was saved.

        Args:
            compared: Whether it is known that it repeats no other note.
        """
        self._note = note
        self._quiet.show_saved(title or _("Untitled"), compared=compared)

    def _notification(self) -> "SavedNotification":

        notification = SavedNotification(self._context, self)
        notification.undo_requested.connect(self._on_undo)
        notification.open_requested.connect(self._on_open)
        notification.gone.connect(self.gone)
        return notification

    def _on_undo(self) -> None:
        if self._note is not None:
            self._context.events.when_done(
                self._context.services.notes.forget([self._note]),
                lambda _done: self._quiet.show_undone(),
                failed=self._on_not_undone,
            )

    def _on_not_undone(self, error: Exception) -> None:
        self.notice.show_error(_("Could not undo. {cause}").format(cause=error))
        if not isinstance(error, NoteBrainError):
            raise error

    def _on_open(self, token: str = "") -> None:
        if self._note is None:
            return
        self._context.window.raise_window(token)
        if self._context.navigator.open_note(self._note):
            self._editor.setFocus()
        else:
            self._context.messages.show_problem(_("This note is gone"))


_HEIGHT, _MARGIN, _WIDEST = 40, 24, 440
_PAD = 10
_TROUBLE_STAYS_MS = 30_000


class SavedNotice(FloatingWindow):
    """A window that never takes the focus from another program, and stays open while the pointer is on it."""

    undo_requested = Signal()
    open_requested = Signal()
    gone = Signal()
    """It timed out without being used."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setWindowTitle("NoteBrain")
        self.title = ElidedLabel(theme, role=Role.BODY)
        self.undo = text_button(_("Undo"))
        self.open = text_button(_("Open"))
        for button in (self.undo, self.open):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._icon = IconLabel(theme, "circle-check", "success", size=16)
        self._message = Label(theme)
        self._message.setTextFormat(Qt.TextFormat.PlainText)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._icon)
        self._row.addWidget(self._message)
        self._row.addWidget(self.title, 1)
        self._row.addWidget(self.undo)
        self._row.addWidget(self.open)
        self._timer = QTimer(self, singleShot=True, interval=STAYS_MS)
        self._timer.timeout.connect(self._on_read)
        self.undo.clicked.connect(self._on_undo)
        self.open.clicked.connect(self._on_open)
        theme.follow(self._apply_theme)

    def show_saved(self, title: str, *, compared: bool = True) -> None:
        """Show that the note with this title was saved.

        Args:
            compared: Whether it is known that it repeats no other note.
        """
        self.title.setText(title)
        self._show_message(
            _("Saved") if compared else _("Saved, not checked for repeats:"), acts=True
        )

    def show_undone(self) -> None:
        """Show that the note is in the trash again."""
        self.title.setText("")
        self._show_message(_("Moved to the trash"), acts=False)

    def show_error(self, text: str) -> None:
        """Show an error long enough to be read, and offer to try again."""
        self.title.setText("")
        self._show_message(text, acts=True, trouble=True)

    def enterEvent(self, event: QEnterEvent) -> None:
        self._timer.stop()

    def leaveEvent(self, event: QEvent) -> None:
        self._timer.start()

    def _show_message(self, message: str, *, acts: bool, trouble: bool = False) -> None:
        self._icon.set_icon(
            *(("circle-alert", "danger") if trouble else ("circle-check", "success"))
        )
        self._message.setText(message)
        self._message.setWordWrap(trouble)
        self.title.setVisible(not trouble)
        self.setAccessibleName(f"{message} {self.title.text()}".strip())
        self.undo.setVisible(acts)
        self.open.setVisible(acts)
        self._timer.setInterval(_TROUBLE_STAYS_MS if trouble else STAYS_MS)
        self._place(wide=trouble)
        self.show()
        self.raise_()
        self._timer.start()

    def _place(self, *, wide: bool) -> None:
        """Move to the corner, as wide as the text, or higher if the text has several lines."""
        px, room = self._theme.px, room_under_pointer()
        widest = min(px(_WIDEST), room.width() - 2 * px(_MARGIN))
        self._row.activate()
        width = widest if wide else min(self._row.totalSizeHint().width(), widest)
        lines = self._row.totalHeightForWidth(width) + px(_PAD) if wide else 0
        self.setFixedSize(width, max(lines, px(_HEIGHT)))
        self.move(room.bottomRight() - QPoint(px(_MARGIN) + width, px(_MARGIN) + self.height()))

    def _on_read(self) -> None:
        self.hide()
        self.gone.emit()

    def _on_undo(self) -> None:
        self.hide()
        self.undo_requested.emit()

    def _on_open(self) -> None:
        self.hide()
        self.open_requested.emit()

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(14), 0, px(8), 0)
        self._row.setSpacing(px(8))
        font = QFont(self._theme.font(Role.BODY))
        font.setWeight(font.Weight.DemiBold)
        self.title.setFont(font)


_OPEN, _UNDO, _CLICKED = "open", "undo", "default"


class SavedNotification(QObject):
    """Shows `SavedNotice` as a desktop notification; if the desktop shows none, the note is saved all the same."""

    undo_requested = Signal()
    open_requested = Signal(str)
    """Carries the token that lets the window be raised."""
    gone = Signal()

    def __init__(self, context: Context, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context

    def show_saved(self, title: str, *, compared: bool = True) -> None:
        """Show that the note with this title was saved.

        Args:
            compared: Whether it is known that it repeats no other note.
        """
        message = _("Saved") if compared else _("Saved, not checked for repeats:")
        self._show(message, title, [(_CLICKED, _("Open")), (_OPEN, _("Open")), (_UNDO, _("Undo"))])

    def show_undone(self) -> None:
        """Show that the note is in the trash again."""
        self._show(_("Moved to the trash"), "", [])

    def _show(self, message: str, title: str, acts: list[tuple[str, str]]) -> None:
        services = self._context.services
        worker = services.cloud.worker
        if worker is None:  # the program has only just started
            self.gone.emit()
            return
        try:
            shown = worker.submit(services.desktop.notify(message, title, acts, passing=True))
        except NoteBrainError:  # the program is closing
            self.gone.emit()
            return
        self._context.events.when_done(shown, self._on_done, failed=self._on_none)

    def _on_done(self, done: Chosen) -> None:
        if done.action == _UNDO:
            self.undo_requested.emit()
        elif done.action:
            self.open_requested.emit(done.token)
        else:
            self.gone.emit()

    def _on_none(self, error: Exception) -> None:
        self.gone.emit()
        if not isinstance(error, NoNotifications):
            raise error
