"""Read-only facts about a note: dates, counts, and where it came from."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import Note
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton
from notebrain.gui.widgets.labels import ElidedLabel, Label, WrappedLabel
from notebrain.gui.widgets.painting import tip_of

_NAMES_MOST, _GAP_MOST = 100, 14
_IMPORTED = "import:"


class Facts(QWidget):
    """A table of names and values, and the note's ID with a button that copies it."""

    copied = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._note: Note | None = None
        self._words: int | None = None
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setColumnStretch(1, 1)
        self.created = self._row(_("Created"))
        self.updated = self._row(_("Edited"))
        self.opened = self._row(_("Opened"))
        self.length = self._row(_("Length"))
        self.reading = self._row(_("Reading time"))
        self.source = self._row(_("From"))
        self.id = ElidedLabel(theme, role=Role.SMALL, ink="text2")
        self.copy = IconButton(theme, "copy", _("Copy the id"))
        self.copy.clicked.connect(self._on_copy)
        self._add_copy()
        theme.follow(self._apply_theme)

    def show_note(self, note: Note) -> None:
        """Show the facts about this note."""
        if self._note is None or self._note.id != note.id:
            self.length.setText("")
            self.reading.setText("")
        self._note = note
        self._show_fact(self.created, date_format.full(note.created_at))
        self._show_fact(self.updated, date_format.full(note.updated_at))
        self._show_fact(self.opened, _opened(note))
        self._show_fact(self.source, _source(note.source))
        self._show_fact(self.id, note.id)

    def show_length(self, words: int | None, characters: int) -> None:
        """Show the length of the text; None while its words are being counted."""
        signs = ngettext("{n} character", "{n} characters", characters).format(
            n=date_format.number(characters)
        )
        if words is None:
            self._show_fact(self.length, signs)
            return
        counted = ngettext("{n} word", "{n} words", words).format(n=date_format.number(words))
        self._show_fact(self.length, f"{counted}, {signs}")

    def show_reading_time(self, minutes: int | None) -> None:
        """Show how long the text takes to read; None if that was not counted."""
        self._show_fact(self.reading, "" if minutes is None else date_format.minutes(minutes))

    def _row(self, name: str) -> WrappedLabel:
        value = WrappedLabel(self._theme, role=Role.SMALL, ink="text2")
        self._grid.addWidget(value, self._named_row(name), 1)
        return value

    def _named_row(self, name: str) -> int:
        row = self._grid.rowCount()
        label = Label(self._theme, name, role=Role.SMALL, ink="muted")
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _add_copy(self) -> None:
        row = self._named_row(_("Id"))
        line = QHBoxLayout()
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.id, 1)
        line.addWidget(self.copy)
        self._grid.addLayout(line, row, 1)

    def _show_fact(self, label: Label, text: str) -> None:
        label.setText(text)
        label.setToolTip(tip_of(text))

    def _on_copy(self) -> None:
        if self._note is not None:
            self.copied.emit(self._note.id)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._grid.setHorizontalSpacing(min(px(12), _GAP_MOST))
        self._grid.setVerticalSpacing(px(6))
        self._grid.setColumnMinimumWidth(0, min(px(76), _NAMES_MOST))


def _opened(note: Note) -> str:
    if not note.access_count or note.last_accessed_at is None:
        return _("Not yet")
    times = ngettext("{n} time", "{n} times", note.access_count).format(
        n=date_format.number(note.access_count)
    )
    return _("{times}, last {day}").format(times=times, day=date_format.full(note.last_accessed_at))


def _source(source: str) -> str:
    if source == "typed":
        return _("Typed here")
    if source.startswith(_IMPORTED):
        return _("Imported, {path}").format(path=source.removeprefix(_IMPORTED))
    return source
