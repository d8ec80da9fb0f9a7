"""A section of Home: a title with a button, a hairline, and the content; and the one that suggests an old note."""

from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.home import years_ago
from notebrain.domain.notes.note import NoteId, NoteRow
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import TitleButton, text_button
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.layouts import FoldingRow, hairline

_HEAD = 32


class Section(QWidget):
    """A titled section; hidden while it has nothing to show."""

    def __init__(self, theme: Theme, title: str, end: QWidget | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._end = end
        self.title = ElidedLabel(theme, title, role=Role.SECTION)
        self._head = QHBoxLayout()
        self._head.setContentsMargins(0, 0, 0, 0)
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        if end is not None:
            if isinstance(end, QPushButton):
                end.setProperty("small", True)
                end.setProperty("flush", True)
            self._head.addWidget(end)
        self._bar = QWidget()
        self._bar.setLayout(self._head)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)
        self.column.addWidget(self._bar)
        self.column.addWidget(hairline())
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._bar.setFixedHeight(px(_HEAD))
        if isinstance(self._end, QPushButton):
            self._end.setFont(self._theme.font(Role.SMALL_MEDIUM))


def small(theme: Theme, text: str = "", ink: str = "muted") -> Label:
    """Return a label in small print."""
    label = Label(theme, text, role=Role.SMALL, ink=ink)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


class Resurfaced(Section):
    """Shows one old note; its title opens the note, and buttons show another one or dismiss it."""

    opened = Signal(str)
    another_requested = Signal()
    never_requested = Signal(str)

    def __init__(self, theme: Theme) -> None:
        self.another = text_button(_("Another"))
        self.another.setAccessibleName(_("Another note"))
        super().__init__(theme, _("Worth another look"), self.another)
        self._note_id: NoteId | None = None
        self.note = TitleButton(ink="text")
        self.snippet = Label(theme, ink="text2")
        self.snippet.setTextFormat(Qt.TextFormat.PlainText)
        self.snippet.setWordWrap(True)
        self.written = small(theme)
        self.never = text_button(_("Hide for good"), ink="muted")
        self.never.setProperty("small", True)
        self.never.setProperty("flush", True)
        self.never.setToolTip(_("Never show this note here again"))
        self._foot = FoldingRow(self.written, self.never)
        self.column.addSpacing(theme.px(8))
        self.column.addWidget(self.note)
        self.column.addWidget(self.snippet)
        self.column.addLayout(self._foot)
        self.another.clicked.connect(self.another_requested)
        self.note.clicked.connect(self._on_open)
        self.never.clicked.connect(self._on_never)
        theme.changed.connect(self._apply_theme_to_note)
        self._apply_theme_to_note()

    def show_note(self, row: NoteRow | None, now: datetime) -> None:
        """Show this note; hide the section if there is none."""
        self.setVisible(row is not None)
        if row is None:
            return
        self._note_id = row.id
        self.note.set_title(row.title or _("Untitled"))
        self.snippet.setText(row.snippet)
        self.snippet.setVisible(bool(row.snippet))
        self.written.setText(date_format.ago(years_ago(row.created_at, now), row.created_at))

    def _on_open(self) -> None:
        if self._note_id:
            self.opened.emit(self._note_id)

    def _on_never(self) -> None:
        if self._note_id:
            self.never_requested.emit(self._note_id)

    def _apply_theme_to_note(self) -> None:
        px = self._theme.px
        self.note.setFont(self._theme.font(Role.TITLE))
        self.never.setFont(self._theme.font(Role.SMALL))
        self._foot.setContentsMargins(0, px(4), 0, 0)
