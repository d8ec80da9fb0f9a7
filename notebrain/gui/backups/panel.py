"""The panel that lists backups and the notes in each."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QLocale, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QProgressBar,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from notebrain.app.maintenance.backups import BackupNote, BackupRow
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button, text_button
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.layouts import FoldingRow
from notebrain.gui.widgets.painting import Index, RowDelegate

LINE_ROLE = Qt.ItemDataRole.UserRole
_PAD, _RADIUS, _ROW = 10, 7, 48


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a list and the object it stands for."""

    title: str
    end: str
    detail: str
    stands_for: object


class Lines(QListWidget):
    """A list of rows, one of which is selected."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setItemDelegate(_LineDelegate(theme, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    @property
    def chosen(self) -> object:
        """The object behind the selected row, or None if no row is selected."""
        index = self.currentIndex()
        line: Line | None = index.data(LINE_ROLE) if index.isValid() else None
        return line.stands_for if line else None

    def show_lines(self, lines: list[Line]) -> None:
        """Show these rows and select the first one."""
        self.clear()
        for line in lines:
            item = QListWidgetItem(", ".join((line.title, line.end, line.detail)))
            item.setData(LINE_ROLE, line)
            self.addItem(item)
        if lines:
            self.setCurrentRow(0)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.viewport().update()


class _LineDelegate(RowDelegate):
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(120), self._theme.px(_ROW))

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: Line = index.data(LINE_ROLE)
        px = self._theme.px
        self._paint_fill(painter, option.rect, self._fill(option), px(_RADIUS))
        self.ring = option.widget.hasFocus()
        self._paint_ring(painter, option, option.rect, px(_RADIUS))
        inner = option.rect.adjusted(px(_PAD), px(5), -px(_PAD), 0)
        top = QRect(inner.left(), inner.top(), inner.width(), px(20))
        end = self._cut(Role.NUMBER, line.end, top.width() + 1)
        below, room = top.translated(0, px(19)), self._write_end(painter, top, end, _PAD)
        top.setWidth(room)
        self._write(painter, top, Role.TITLE, "text", line.title, room + 1)
        self._write(painter, below, Role.SMALL, "muted", line.detail, below.width() + 1)


_LIST, _SHARE = 300, 0.4
_STACKED_BELOW = 640
"""The page has less room, in design pixels, than the backups and their notes need beside each other."""


class BackupsPanel(QFrame):
    """Lists backups and the notes of the selected one; emits signals for the user's actions."""

    make_requested = Signal()
    folder_requested = Signal()
    restore_requested = Signal(object)
    """The user wants to restore everything from this backup (a `BackupRow`)."""
    content_requested = Signal(object, str)
    """The user wants to see the notes of this backup that contain this text."""
    note_requested = Signal(object, str)
    """The user wants to restore the note with this ID from this backup."""
    left = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search")
        self._theme = theme
        self.title = Label(theme, _("Backups"), role=Role.PAGE)
        self.shown_folder = ElidedLabel(theme, role=Role.BODY, ink="muted")
        self.make = push_button(_("Back up now"), "go")
        self.folder = text_button(_("Show folder"))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(_("Progress"))
        self.bar.hide()
        self.list = Lines(theme, _("Backups"))
        self.empty = Label(theme, _("There is no backup yet."), ink="muted")
        self.field = QLineEdit()
        self.field.setPlaceholderText(_("Find a note in this backup"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.notes = Lines(theme, _("Notes in this backup"))
        self.restore = push_button(_("Restore all…"))
        self.copy = push_button(_("Copy note back"))
        self._fill()
        self._connect()
        self._apply_theme()
        self.show_rows((), "")

    @property
    def row(self) -> BackupRow | None:
        """The selected backup."""
        chosen = self.list.chosen
        return chosen if isinstance(chosen, BackupRow) else None

    def show_rows(self, rows: Sequence[BackupRow], folder: str) -> None:
        """Show these backups and select the newest one."""
        self.list.show_lines([_line(row) for row in rows])
        self.shown_folder.setText(folder)
        self.empty.setVisible(not rows)
        for part in (self.list, self.field, self.notes, self.restore, self.copy):
            part.setVisible(bool(rows))

    def show_notes(self, notes: Sequence[BackupNote]) -> None:
        """Show these notes of the selected backup."""
        self.notes.show_lines([_note_line(note) for note in notes])
        self.copy.setEnabled(bool(notes))

    def show_progress(self, done: float | None) -> None:
        """Show how much of a backup is done; None if none is being made."""
        self.bar.setVisible(done is not None)
        self.make.setEnabled(done is None)
        self.bar.setRange(0, 1000)
        self.bar.setValue(round((done or 0.0) * 1000))

    def enter(self) -> None:
        """Take the keyboard focus."""
        wanted = self.list if self.list.count() else self.make
        wanted.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
            return
        super().keyPressEvent(event)

    def _fill(self) -> None:
        start, end = QWidget(), QWidget()
        self._acts = QHBoxLayout()
        self._titles, self._makes = QHBoxLayout(start), QHBoxLayout(end)
        for row in (self._titles, self._makes):
            row.setContentsMargins(0, 0, 0, 0)
        self._top = FoldingRow(start, end)
        self._body = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._titles.addWidget(self.title)
        self._titles.addWidget(self.shown_folder)
        self._titles.addStretch(1)
        self._makes.addWidget(self.folder)
        self._makes.addWidget(self.make)
        right = QVBoxLayout()
        right.addWidget(self.field)
        right.addWidget(self.notes, 1)
        self._acts.addWidget(self.copy)
        self._acts.addStretch(1)
        self._acts.addWidget(self.restore)
        right.addLayout(self._acts)
        self._body.addWidget(self.list, 2)
        self._body.addLayout(right, 3)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addWidget(self.bar)
        self._column.addWidget(self.empty)
        self._column.addLayout(self._body, 1)

    def _connect(self) -> None:
        self.make.clicked.connect(self.make_requested)
        self.folder.clicked.connect(self.folder_requested)
        self.list.currentRowChanged.connect(self._request_content)
        self.field.textChanged.connect(self._request_content)
        self.restore.clicked.connect(self._on_restore)
        self.copy.clicked.connect(self._on_copy)
        self.notes.itemActivated.connect(self._on_copy)
        self._theme.changed.connect(self._apply_theme)

    def _request_content(self, *_news: object) -> None:
        if self.row is not None:
            self.content_requested.emit(self.row, self.field.text())

    def _on_restore(self) -> None:
        if self.row is not None:
            self.restore_requested.emit(self.row)

    def _on_copy(self, *_item: object) -> None:
        note = self.notes.chosen
        if self.row is not None and isinstance(note, BackupNote):
            self.note_requested.emit(self.row, note.id)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(32), px(24), px(32), px(20))
        self._column.setSpacing(px(14))
        for row in (self._top, self._titles, self._makes):
            row.setSpacing(px(12))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        px = self._theme.px
        stacked = self.width() < px(_STACKED_BELOW)
        way = QBoxLayout.Direction
        self._body.setDirection(way.TopToBottom if stacked else way.LeftToRight)
        self._body.setSpacing(px(14 if stacked else 24))
        beside = min(px(_LIST), round((self.width() - px(64)) * _SHARE))
        self.list.setMaximumWidth(self.width() if stacked else max(1, beside))


def _line(row: BackupRow) -> Line:
    reasons = {
        "daily": _("Automatic"),
        "by-hand": _("Manual"),
        "before-update": _("Before an update"),
        "before-restore": _("Before a restore"),
        "before-removal": _("Before notes were deleted for good"),
    }
    reason = reasons.get(row.reason, row.reason)
    size = QLocale().formattedDataSize(
        row.size, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat
    )
    if row.notes is None:
        detail = _("{reason}; cannot be read").format(reason=reason)
    else:
        notes = ngettext("{n} note", "{n} notes", row.notes).format(n=date_format.number(row.notes))
        detail = _("{reason}, {notes}").format(reason=reason, notes=notes)
    when = date_format.full(row.made_at)
    # a date in the future points to a wrong clock, not to a bad backup
    title = _("Undated (says {when})").format(when=when) if row.undated else when
    return Line(title, size, detail, row)


def _note_line(note: BackupNote) -> Line:
    where = _("Was in the trash") if note.trashed else _("Changed {when}")
    when = date_format.full(note.updated_at)
    return Line(note.title or _("Untitled"), "", where.format(when=when), note)


def shown_folder(folder: Path) -> str:
    """Return a folder as shown to the user, shortened if it is in their home folder."""
    try:
        return str(Path("~") / folder.relative_to(Path.home()))
    except ValueError:
        return str(folder)
