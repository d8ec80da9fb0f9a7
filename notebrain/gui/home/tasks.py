"""The open check boxes of all notes."""

from collections.abc import Sequence
from itertools import groupby

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget

from notebrain.app.notes.home import Task
from notebrain.domain.i18n import _
from notebrain.domain.markdown.plain_text import plain
from notebrain.domain.notes.note import NoteId
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import TitleButton
from notebrain.gui.widgets.painting import BidiPainter, elided, tip_of

_HEIGHT, _BOX, _GAP, _RADIUS = 28, 16, 10, 3
_ABOVE = 8


class TaskBox(QAbstractButton):
    """A check box with its text; a click, Space or Enter ticks it."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme = theme
        self.setCheckable(True)
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(tip_of(text))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        theme = self._theme
        width = theme.fonts.width(Role.BODY, self.text()) + theme.px(_BOX + _GAP + 4)
        return QSize(round(width), theme.px(_HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(80), self._theme.px(_HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = self._theme.px(_BOX)
        box = QRect(2, (self.height() - side) // 2, side, side)
        words = QRect(box.right() + self._theme.px(_GAP), 0, self.width(), self.height())
        words.setRight(self.width())
        seen = BidiPainter(self.layoutDirection(), self.rect())
        self._paint_box(painter, seen.rect(box))
        self._paint_words(painter, words, seen)
        painter.end()

    def _paint_box(self, painter: QPainter, box: QRect) -> None:
        tokens, radius = self._theme.tokens, self._theme.px(_RADIUS)
        done = self.isChecked()
        painter.setPen(QPen(tokens.color("accent" if done else "control"), 1.3))
        painter.setBrush(tokens.color("accent" if done else "surface"))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius)
        if done:
            icons.draw(painter, "check", tokens.surface, box.adjusted(2, 2, -2, -2))
        if self.hasFocus():
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(-1, -1, 1, 1), radius + 2, radius + 2)

    def _paint_words(self, painter: QPainter, words: QRect, seen: BidiPainter) -> None:
        font = self._theme.font(Role.BODY)
        painter.setPen(self._theme.tokens.color("muted" if self.isChecked() else "text"))
        painter.setFont(font)
        cut = elided(painter.fontMetrics(), self.text(), words.width())
        seen.text(painter, words, Qt.AlignmentFlag.AlignVCenter.value, cut)


class TaskList(QWidget):
    """The check boxes, grouped below the names of their notes."""

    ticked = Signal(object)
    opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tasks: list[Task] = []
        self._lines: list[QWidget] = []
        self.boxes: list[TaskBox] = []
        self.notes: list[TitleButton] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        theme.changed.connect(self._apply_theme)

    def show_tasks(self, tasks: Sequence[Task]) -> None:
        """Show these boxes; the focus stays on the same line."""
        if list(tasks) == self._tasks:
            for box in self.boxes:
                box.setChecked(False)
            return
        # not `hasFocus`: the window may be in the background when the answer arrives
        focused = self.window().focusWidget()
        held = next((at for at, box in enumerate(self.boxes) if box is focused), None)
        gone = self._lines
        self._tasks = list(tasks)
        self._lines, self.boxes, self.notes = [], [], []
        for note_id, of_note in groupby(tasks, lambda task: task.note_id):
            self._add_note(note_id, list(of_note))
        self._apply_theme()
        if held is not None and self.boxes:
            self.boxes[min(held, len(self.boxes) - 1)].setFocus()
        # last, because Qt moves the focus of a deleted widget to the next one
        for line in gone:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()

    def _add_note(self, note_id: NoteId, tasks: Sequence[Task]) -> None:
        note = TitleButton(ink="muted")
        note.set_title(tasks[0].title or _("Untitled"))
        note.setProperty("small", True)
        note.clicked.connect(lambda: self.opened.emit(note_id))
        above = QWidget()
        row = QVBoxLayout(above)
        row.setContentsMargins(0, self._theme.px(_ABOVE), 0, 0)
        row.addWidget(note)
        self.notes.append(note)
        self._add(above)
        for task in tasks:
            self._add(self._box(task))

    def _box(self, task: Task) -> TaskBox:
        words, _spans = plain(task.box.text, ())
        box = TaskBox(self._theme, words or task.box.text)
        box.clicked.connect(lambda: self.ticked.emit(task))
        self.boxes.append(box)
        return box

    def _add(self, line: QWidget) -> None:
        self._lines.append(line)
        self._column.addWidget(line)
        line.show()  # now rather than with the next layout, because only visible widgets accept the focus

    def _apply_theme(self) -> None:
        for note in self.notes:
            note.setFont(self._theme.font(Role.SMALL))
