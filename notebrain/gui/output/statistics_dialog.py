"""What one or several notes amount to: words, characters, the time to read them, and their dates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.markdown.statistics import Statistics, statistics
from notebrain.domain.notes.content import mentioned
from notebrain.domain.notes.note import Note
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label

_WIDTH = 360


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted in some notes.

    Attributes:
        heading: The title of the note, or how many notes there are.
        created, changed: The first and the last of their dates, which are the same for one note.
    """

    heading: str
    sums: Statistics
    created: tuple[datetime, datetime]
    changed: tuple[datetime, datetime]


def counted(notes: Sequence[Note]) -> Counted:
    """Return what some notes amount to, at least one; may run on any thread."""
    sums = Statistics()
    for note in notes:
        sums += statistics(note.body)
    created = [note.created_at for note in notes]
    changed = [note.updated_at for note in notes]
    several = ngettext("{n} note", "{n} notes", len(notes)).format(n=date_format.number(len(notes)))
    heading = several if len(notes) > 1 else mentioned(notes[0].title) or _("Untitled")
    return Counted(heading, sums, (min(created), max(created)), (min(changed), max(changed)))


def rows_of(found: Counted) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a table; what a note has none of is left out."""
    sums, number = found.sums, date_format.number
    yield _("Words"), number(sums.words)
    yield _("Characters"), number(sums.characters)
    yield _("Without spaces"), number(sums.letters)
    yield _("Paragraphs"), number(sums.paragraphs)
    if sums.boxes:
        ticked = _("{done} of {all} ticked").format(
            done=number(sums.ticked), all=number(sums.boxes)
        )
        yield _("Check boxes"), ticked
    if sums.links:
        yield _("Links to notes"), number(sums.links)
    yield _("Reading time"), date_format.minutes(sums.minutes)
    yield _("Created"), _dates(*found.created)
    yield _("Edited"), _dates(*found.changed)


class StatisticsDialog(QDialog):
    """A table of numbers, whose values can be selected and copied."""

    def __init__(self, theme: Theme, found: Counted, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme = theme
        self.setWindowTitle(_("Statistics"))
        self.heading = Label(theme, found.heading, role=Role.SECTION)
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.setWordWrap(True)
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        self.values: dict[str, Label] = {}
        for name, value in rows_of(found):
            self._add(name, value)
        self.close_button = QPushButton(_("Close"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        acts = QHBoxLayout()
        acts.addStretch(1)
        acts.addWidget(self.close_button)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.heading)
        self._column.addLayout(self._grid)
        self._column.addStretch(1)
        self._column.addLayout(acts)
        theme.follow(self._apply_theme)

    def _add(self, name: str, value: str) -> None:
        row = self._grid.rowCount()
        label = Label(self._theme, value, role=Role.BODY)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        label.setAccessibleName(f"{name}: {value}")
        self._grid.addWidget(Label(self._theme, name, role=Role.BODY, ink="muted"), row, 0)
        self._grid.addWidget(label, row, 1)
        self.values[name] = label

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._grid.setHorizontalSpacing(px(24))
        self._grid.setVerticalSpacing(px(8))
        self._column.setContentsMargins(*[px(20)] * 4)
        self._column.setSpacing(px(16))
        self.setMinimumWidth(max(px(_WIDTH), self._column.minimumSize().width()))


def _dates(first: datetime, last: datetime) -> str:
    if first == last:
        return date_format.full(first)
    return date_format.days(first, last + timedelta(microseconds=1))
