"""The editor panel: header, notices and text of one note, saved automatically."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget
from shiboken6 import isValid

from notebrain.domain.i18n import _
from notebrain.domain.notes.content import title_of
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.notes.tags import tag_at
from notebrain.domain.text.pieces import head_of
from notebrain.gui.editor.document import WordCounter
from notebrain.gui.editor.find.bar import FindBar
from notebrain.gui.editor.header import EditorHeader
from notebrain.gui.editor.large_notes import LargeNoteBanner
from notebrain.gui.editor.mirror import MirrorDocument
from notebrain.gui.editor.notice_bar import NoticeBar
from notebrain.gui.editor.open_notes import OpenNote, OpenNotes
from notebrain.gui.editor.view import NoteView
from notebrain.gui.theme.theme import Theme

_TAG_ROOM = 200
"""How many characters on either side of the caret are searched for the tag that is being typed."""


class EditorPanel(QFrame):
    """Shows one note for editing, and emits signals for the user's actions.

    Everything typed is saved automatically. A note that could not be saved stays open in memory, with a red notice,
    whatever else is shown; `unsaved` returns such notes before the window closes.

    Args:
        notes: The open notes, which several editors may share.
        mirrors: Whether it is one more editor, which shows a mirror of each note and reports only about its own.
    """

    filing_requested = Signal(object, str)
    """A `Filing` for the shown note, and a message with `{title}` that says what was done."""
    tag_shown = Signal(str)
    trash_requested = Signal()
    restore_requested = Signal()
    purge_requested = Signal()
    whole_requested = Signal()
    """The user wants the full note, of which only the beginning is shown."""
    export_requested = Signal()
    """The user wants to export such a note as a file."""
    menu_requested = Signal(QPoint)
    link_opened = Signal(str)
    """The address, or the title of a note, that a link points to."""
    link_opened_beside = Signal(str)
    """The same, for a link to open beside the note that is shown."""
    saved = Signal(object)
    """Everything typed is safe on disk as of this time (a datetime)."""
    save_failed = Signal(Exception)
    words_counted = Signal(object)
    """The number of words in the shown note; None if no note is shown."""
    chosen_counted = Signal(object)
    """The number of selected words; None if nothing is selected."""
    note_changed = Signal()
    """Another note is shown, or none."""
    mode_changed = Signal()
    """The text is shown in another way, which may not be for writing."""
    presented = Signal(object)
    """This note is shown, or was updated; None if no note is shown."""
    titled = Signal(str)
    """The title of the note, when it is shown and when it changes; only for editors besides the main one."""

    def __init__(
        self,
        theme: Theme,
        notes: OpenNotes,
        *,
        now: Callable[[], datetime],
        mirrors: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("editor")
        self._theme = theme
        self._notes = notes
        self._now = now
        self._mirrors = mirrors
        self._mirror: MirrorDocument | None = None
        self._open: OpenNote | None = None
        self._beginning = LargeNoteBanner(
            show_all=self._ask_whole, export=self.export_requested.emit
        )
        self.word_count: int | None = None
        """The number of words in the shown note, for features that load after `words_counted` was emitted."""
        self.header = EditorHeader(theme)
        self.trouble = NoticeBar(theme)
        self.notice = NoticeBar(theme)
        self.hint = NoticeBar(theme)
        """The notice below the text, used by the review."""
        self.question = NoticeBar(theme)
        """A question about links that stays until it is answered."""
        self.find_bar = FindBar(theme)
        self.view = NoteView(theme)
        self._words = WordCounter(self)
        self._chosen_words = WordCounter(self)
        self._fill()
        self._connect()
        self._on_mode()
        self.clear()

    @property
    def note(self) -> Note | None:
        """The note that is shown."""
        return self._open.note if self._open else None

    @property
    def titled_note(self) -> Note | None:
        """The note that is shown with the title as typed, which may be newer than what is stored."""
        if self._open is None:
            return None
        note = self._open.note
        return note if note.title_is_set else replace(note, title=self._typed_title(self._open))

    def unsaved(self) -> list[Note]:
        """Return the notes with text that is not safe on disk."""
        return self._notes.unsaved()

    @property
    def shows_beginning(self) -> bool:
        """Whether only the beginning of the note is shown, for reading."""
        return self._open is not None and not self._open.whole

    def holds_whole(self, note_id: NoteId) -> bool:
        """Return whether the full note is open, so that it may only be replaced by a full version."""
        opened = self._notes.get(note_id)
        return opened is not None and opened.whole

    def is_shown_elsewhere(self, note_id: NoteId) -> bool:
        """Return whether another editor shows this note, too."""
        opened = self._notes.get(note_id)
        return opened is not None and opened.editors > (opened is self._open)

    def show_note(self, note: Note) -> None:
        """Show this note for editing; if it is already shown, update it."""
        self._present(self._notes.open(note))

    def _present(self, opened: OpenNote) -> None:
        """Show this note and how it is filed."""
        if opened is not self._open:
            self._leave()
            self._show(opened)
        note = opened.note
        self.header.show_note(note)
        self.header.setEnabled(True)
        self.view.set_writable(note.deleted_at is None and opened.whole)
        passage = self._beginning.arrived(opened)
        if passage is not None:
            self.show_passage(*passage)
        self._show_notice()
        self.presented.emit(note)

    def clear(self) -> None:
        """Show no note."""
        self.view.clearFocus()  # a hidden text field would keep the focus
        self._leave()
        self._open = None
        self.header.setEnabled(False)
        self.header.hide()
        self.view.hide()
        self.notice.hide()
        self.hint.hide()
        self._words.follow(None)
        self.words_counted.emit(None)
        self.note_changed.emit()
        self.presented.emit(None)

    def flush(self) -> None:
        """Save unsaved text, because the user goes elsewhere or closes the window."""
        self._notes.flush()

    def save_now(self) -> None:
        """Save unsaved text without waiting for a pause; the user continues to write."""
        self._notes.save_now()

    def show_passage(self, start: int, end: int) -> None:
        """Mark the code points from `start` to `end` of the stored text and scroll to them."""
        document = self.view.note
        if document is None:
            return
        text = document.text
        if self._open is not None and self._beginning.lacks(self._open, end):
            self._beginning.keep_passage(self._open, start, end)
            self._show_notice()
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.view.mark_passage(text.unit_at(start), text.unit_at(end))
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def write_at_end(self) -> None:
        """Put the caret at the end of the text."""
        self.view.moveCursor(QTextCursor.MoveOperation.End)
        self.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_head_room(self, room: int) -> None:
        """Leave this much room at the top."""
        self._column.setContentsMargins(0, room, 0, 0)

    def _fill(self) -> None:
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.header, self.trouble, self.notice, self.question, self.find_bar):
            column.addWidget(part)
        column.addWidget(self.view, 1)
        column.addStretch(0)
        column.addWidget(self.hint)
        self.setFocusProxy(self.view)

    def _connect(self) -> None:
        header = self.header
        header.filing_requested.connect(self.filing_requested)
        header.tag_shown.connect(self.tag_shown)
        header.trash_requested.connect(self.trash_requested)
        header.restore_requested.connect(self.restore_requested)
        header.menu_requested.connect(self.menu_requested)
        self.view.left.connect(self._on_left)
        self.view.cursorPositionChanged.connect(self._on_caret)
        self.view.link_opened.connect(self.link_opened)
        self.view.link_opened_beside.connect(self.link_opened_beside)
        self.view.placed.connect(self._align)
        self.words_counted.connect(self._on_counted)
        self._words.counted.connect(self.words_counted)
        self._chosen_words.counted.connect(self.chosen_counted)
        self.view.selectionChanged.connect(self._on_chosen)
        self._theme.changed.connect(self._on_theme)
        self._notes.state_changed.connect(self._on_state)
        self._notes.noticed.connect(self._on_noticed)
        self._notes.replaced.connect(self._on_replaced)
        self._notes.mode_changed.connect(self._on_mode)

    def _on_replaced(self, old: OpenNote, new: OpenNote) -> None:
        """Show more or newer text of the note, keeping the reader's position."""
        if old is self._open:
            self._leave()
            self._open = None
            new.take_position(old)
            self._present(new)

    def _show(self, opened: OpenNote) -> None:
        self._open = opened
        self._notes.begin(opened)
        if self._mirrors:
            shown = self._mirror = MirrorDocument(opened.document, self._notes.formats)
            self.view.show_document(shown, shown.highlighter)
        else:
            self.view.show_document(opened.document, opened.highlighter)
        opened.document.edited.connect(self._words.edited)
        opened.carets.append(self._tag_under_caret)
        opened.keepers.append(self._keep_caret)
        cursor = QTextCursor(self.view.document())
        cursor.setPosition(opened.caret[0])
        cursor.setPosition(opened.caret[1], QTextCursor.MoveMode.KeepAnchor)
        self.view.setTextCursor(cursor)
        self.header.show()
        self.view.show()
        self.view.verticalScrollBar().setValue(opened.scroll)
        self._count_words(opened)
        self._align()
        self.note_changed.emit()

    def _leave(self) -> None:
        if self._open is None:
            return
        if not self._mirrors:
            cursor = self.view.textCursor()
            self._open.caret = cursor.anchor(), cursor.position()
            self._open.scroll = self.view.verticalScrollBar().value()
        self._open.document.edited.disconnect(self._words.edited)
        self._open.carets.remove(self._tag_under_caret)
        self._open.keepers.remove(self._keep_caret)
        if self._mirror is not None:
            self._mirror.part()
            self._mirror = None
        self._notes.end(self._open)

    def _count_words(self, opened: OpenNote) -> None:
        if opened.whole:
            self._words.follow(lambda: opened.document.text)
        else:  # the number of words in a part would be mistaken for that of the note
            self._words.follow(None)
            self.words_counted.emit(None)

    def _on_counted(self, count: int | None) -> None:
        self.word_count = count

    def _on_chosen(self) -> None:
        """Count the selected words."""
        cursor, document = self.view.textCursor(), self.view.note
        if document is None or not cursor.hasSelection():
            self._chosen_words.follow(None)
            self.chosen_counted.emit(None)
            return
        start, end = cursor.selectionStart(), cursor.selectionEnd()
        text = document.text
        self._chosen_words.follow(lambda: text.between(start, min(end, text.units)))

    def _on_left(self) -> None:
        if self._open is not None:
            self._open.autosave.flush()
            self._open.file_typed()

    def _on_caret(self) -> None:
        if self._open is not None:
            self._open.file_typed()

    def _keep_caret(self) -> Callable[[], None]:
        """Return what puts the caret back where it is now, before text that is added right there."""
        anchor, caret = self.view.textCursor(), self.view.textCursor()
        anchor.setPosition(anchor.anchor())
        for end in (anchor, caret):
            end.setKeepPositionOnInsert(True)

        def put_back() -> None:
            cursor = self.view.textCursor()
            if (cursor.anchor(), cursor.position()) != (anchor.position(), caret.position()):
                cursor.setPosition(anchor.position())
                cursor.setPosition(caret.position(), QTextCursor.MoveMode.KeepAnchor)
                self.view.setTextCursor(cursor)

        return put_back

    def _tag_under_caret(self) -> str:
        if not isValid(self.view) or not self.view.hasFocus():
            return ""  # a window that was closed without notice must not keep its text from being saved
        cursor = self.view.textCursor()
        line = cursor.block().text()
        at = len(head_of(line, cursor.positionInBlock()))
        start = max(0, at - _TAG_ROOM)
        near = line[start : at + _TAG_ROOM]
        return tag_at(near, at - start) if "#" in near else ""

    def _on_state(self, opened: OpenNote) -> None:
        """Update the messages after a save of this note started, succeeded or failed."""
        if self._mirrors and opened is not self._open:
            return
        if opened.autosave.failure is not None:
            self.save_failed.emit(opened.autosave.failure)
        elif not opened.autosave.writing:
            self.saved.emit(self._now())
        self._show_trouble()

    def _show_trouble(self) -> None:
        """Show which note could not be saved; the shown note comes first."""
        notes = [self._open] if self._mirrors and self._open is not None else self._notes
        failed = [opened for opened in notes if opened.autosave.failure is not None]
        failed.sort(key=lambda opened: opened is not self._open)
        if not failed:
            self.trouble.hide()
            return
        opened = failed[0]
        note = opened.note
        typed = "" if note.title_is_set else self._typed_title(opened)
        title = typed or note.title or _("Untitled")
        text = _("“{title}” could not be saved: {cause} Your text is still here.").format(
            title=title, cause=_sentence(opened.autosave.failure)
        )
        self.trouble.show_notice("danger", "circle-alert", text, (_("Try again"), self._try_again))

    def _typed_title(self, opened: OpenNote) -> str:
        """Return the title that the present text gives; the stored one is older."""
        return title_of(opened.document.text.stored)

    def _try_again(self) -> None:
        for opened in self._notes:
            if opened.autosave.failure is not None:
                opened.autosave.flush()

    def _on_noticed(self, opened: OpenNote) -> None:
        if opened is self._open:
            self._show_notice()

    def _show_notice(self) -> None:
        opened = self._open
        if opened is None:
            return
        if opened.note.deleted_at is not None:
            self.notice.show_notice(
                "warning",
                "trash-2",
                _("This note is in the trash.")
                if opened.whole
                else _(
                    "This note is in the trash. It is very long, so you see only its beginning."
                ),
                (_("Restore"), self.restore_requested.emit),
                (_("Delete for good"), self.purge_requested.emit),
            )
        elif not opened.whole:
            text, acts = self._beginning.text(opened), self._beginning.acts(opened)
            self.notice.show_notice("quiet", "file-text", text, *acts)
        elif opened.notice:
            self.notice.show_notice(
                "warning", "triangle-alert", opened.notice, (_("OK"), self._drop_notice)
            )
        else:
            self.notice.hide()

    def _ask_whole(self) -> None:
        if self._open is not None:
            self._beginning.await_all(self._open)
            self._show_notice()
            self.whole_requested.emit()

    def _drop_notice(self) -> None:
        if self._open is not None:
            self._open.notice = ""
            self._notes.noticed.emit(self._open)

    def _on_mode(self) -> None:
        self.view.set_mode(self._notes.mode)
        if self._mirror is not None:
            self._mirror.highlighter.restyle()
        self.mode_changed.emit()

    def _on_theme(self) -> None:
        if self._mirror is not None:
            self._mirror.highlighter.restyle()
        self._align()

    def _align(self) -> None:
        left = self.view.column_left()
        bars = (self.trouble, self.notice, self.question, self.hint, self.find_bar)
        for part in (self.header, *bars):
            part.set_left(left)


def _sentence(error: Exception | None) -> str:
    text = str(error).strip() or _("for an unknown reason")
    return text if text.endswith((".", "!", "?")) else f"{text}."
