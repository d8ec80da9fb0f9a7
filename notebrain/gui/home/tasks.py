"""The boxes that wait to be ticked, from all notes."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.home import Task
from notebrain.domain.messages import _
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button

_HEIGHT, _BOX, _GAP, _RADIUS = 32, 16, 10, 3
_NOTE_ROOM = 120


class TaskBox(QAbstractButton):
    """A box with its words; a click, Space or Enter ticks it."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self._theme = theme
        self.setCheckable(True)
        self.setText(text)
        self.setAccessibleName(text)
        self.setToolTip(text)
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
        self._paint_box(painter, self._mirrored(box))
        self._paint_words(painter, self._mirrored(words))
        painter.end()

    def _mirrored(self, rect: QRect) -> QRect:
        if self.isRightToLeft():
            rect.moveLeft(self.width() - rect.right() - 1)
        return rect

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

    def _paint_words(self, painter: QPainter, words: QRect) -> None:
        font = self._theme.font(Role.BODY)
        painter.setPen(self._theme.tokens.color("muted" if self.isChecked() else "text"))
        painter.setFont(font)
        cut = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, words.width()
        )
        painter.drawText(
            words, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading), cut
        )


class TaskList(QWidget):
    """The boxes, each with the note it stands in."""

    ticked = Signal(object)
    opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tasks: list[Task] = []
        self._lines: list[QWidget] = []
        self.boxes: list[TaskBox] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, theme.px(4), 0, 0)
        self._column.setSpacing(0)

    def show_tasks(self, tasks: Sequence[Task]) -> None:
        """Show these boxes; the keyboard stays at the same line."""
        if list(tasks) == self._tasks:
            for box in self.boxes:
                box.setChecked(False)
            return
        held = next((at for at, box in enumerate(self.boxes) if box.hasFocus()), None)
        for line in self._lines:
            self._column.removeWidget(line)
            line.hide()
            line.deleteLater()
        self._tasks = list(tasks)
        self.boxes = []
        self._lines = [self._line(task) for task in tasks]
        for line in self._lines:
            self._column.addWidget(line)
        if held is not None and self.boxes:
            self.boxes[min(held, len(self.boxes) - 1)].setFocus()

    def _line(self, task: Task) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, -self._theme.px(6), 0)
        row.setSpacing(self._theme.px(8))
        box = TaskBox(self._theme, task.box.text)
        box.clicked.connect(lambda: self.ticked.emit(task))
        title = task.title or _("Untitled")
        metrics = QFontMetricsF(self._theme.font(Role.SMALL))
        room = self._theme.px(_NOTE_ROOM)
        note = text_button(
            metrics.elidedText(title, Qt.TextElideMode.ElideRight, room), ink="muted"
        )
        note.setProperty("small", True)
        note.setFont(self._theme.font(Role.SMALL))
        note.setToolTip(title)
        note.setAccessibleName(_("Open “{title}”").format(title=title))
        note.clicked.connect(lambda: self.opened.emit(task.note_id))
        row.addWidget(box, 1)
        row.addWidget(note)
        self.boxes.append(box)
        return line
