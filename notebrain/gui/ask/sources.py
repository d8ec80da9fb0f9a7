"""The sources beside an answer: each with its number, note, date and, where the answer does not say it, its quote."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.grounding.answers import Answer, Role, Source
from notebrain.domain.i18n import _
from notebrain.domain.markdown.plain_text import plain
from notebrain.gui.ask import texts
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role as FontRole
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import TitleButton
from notebrain.gui.widgets.labels import IconLabel, Label, QuotedLabel

_BAR_WIDTH, _BAR_HEIGHT = 40, 3
_NUMBER_WIDTH = 20
_BETWEEN_MS = 15
"""How long the window is left alone after a source: each of them lays the page out and paints it, for 10 to 20 ms."""
NO_MARKS: Mapping[int, str] = {}


class SourceList(QWidget):
    """The sources of an answer by what they are to it; emits the number of the one to open.

    They follow one by one: ten of them at once would hold the window up for 80 ms.

    Attributes:
        rows: The sources that are there so far.
        is_whole: Whether all of them are.
    """

    opened = Signal(int)

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._theme = theme
        self._now = now
        self.rows: list[SourceRow] = []
        self.is_whole = True
        self._coming: Iterator[SourceRow] = iter(())
        self._next = QTimer(self, interval=_BETWEEN_MS)
        self._next.timeout.connect(self._add_next)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        theme.follow(self._apply_theme)

    def show_answer(self, answer: Answer, marks: Mapping[int, str] = NO_MARKS) -> None:
        """Show the sources of this answer.

        Args:
            marks: What became of the notes of some sources since they were read, by number.
        """
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.rows = []
        self._coming = self._added(answer, marks)
        self.is_whole = not answer.sources
        self._next.start()

    def _add_next(self) -> None:
        row = next(self._coming, None)
        self.is_whole = row is None
        if row is None:
            self._next.stop()
        else:
            self._next.start()

    def _added(self, answer: Answer, marks: Mapping[int, str]) -> "Iterator[SourceRow]":
        """Add source after source, each role with its title; yield after each."""
        by_model = answer.model is not None
        for role in Role:
            found = [source for source in answer.sources if source.role is role]
            if found:
                text = texts.role_title(role, by_model=by_model)
                title = Label(self._theme, text, role=FontRole.SMALL_STRONG, ink="text2")
                title.setContentsMargins(0, self._theme.px(10) if self.rows else 0, 0, 0)
                self._column.addWidget(title)
            for source in found:
                mark = marks.get(source.number, "")
                quoted = role is not Role.QUOTED or by_model
                row = SourceRow(self._theme, source, self._now(), quoted=quoted, mark=mark)
                row.opened.connect(self.opened)
                self.rows.append(row)
                self._column.addWidget(row)
                yield row

    def _apply_theme(self) -> None:
        self._column.setSpacing(self._theme.px(8))


class SourceRow(QWidget):
    """One source; its title opens the note at the quote."""

    opened = Signal(int)

    def __init__(
        self, theme: Theme, source: Source, now: datetime, *, quoted: bool, mark: str = ""
    ) -> None:
        super().__init__()
        self._theme = theme
        self.number = Label(theme, str(source.number), role=FontRole.NUMBER, ink="accent")
        self.title = TitleButton(ink="text")
        self.title.set_title(source.title or _("Untitled"))
        self.date = Label(
            theme,
            date_format.short(source.updated_at, now),
            role=FontRole.NUMBER,
            ink="muted",
        )
        self.quote = QuotedLabel(theme, ink="text2")
        self.quote.setText(plain(source.quote.text, ())[0].strip())
        self.quote.setVisible(quoted)
        self._line = QHBoxLayout()
        self._line.addWidget(self.number)
        self._line.addWidget(self.title)
        if source.local_only:
            lock = IconLabel(theme, "lock", "muted", size=12)
            lock.setToolTip(_("Stays on this computer"))
            lock.setAccessibleName(lock.toolTip())
            self._line.addWidget(lock)
        self._line.addStretch(1)
        self._line.addWidget(_Match(theme, source.score))
        self._line.addWidget(self.date)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._line)
        self._column.addWidget(self.quote)
        self.mark = Label(theme, mark, role=FontRole.SMALL, ink="warning")
        self.mark.setVisible(bool(mark))
        self._column.addWidget(self.mark)
        number = source.number
        self.title.clicked.connect(lambda: self.opened.emit(number))
        self.title.setAccessibleDescription(self.quote.text())
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._line.setSpacing(px(6))
        self._column.setSpacing(px(2))
        self.number.setFixedWidth(px(_NUMBER_WIDTH))
        self.title.setFont(self._theme.font(FontRole.TITLE))
        for label in (self.quote, self.mark):
            label.setContentsMargins(px(_NUMBER_WIDTH + 6), 0, 0, 0)


class _Match(QWidget):
    """A short bar that says how well a source matches the question, beside the best one."""

    def __init__(self, theme: Theme, share: float) -> None:
        super().__init__()
        self._theme = theme
        self._share = max(0.0, min(1.0, share))
        text = _("Matches {percent} % as well as the best").format(percent=round(100 * self._share))
        self.setToolTip(text)
        self.setAccessibleName(text)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(_BAR_WIDTH), self._theme.px(16))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, thick = self._theme.tokens, self._theme.px(_BAR_HEIGHT)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(0, (self.height() - thick) / 2, self.width(), thick)
        painter.setBrush(tokens.color("track"))
        painter.drawRoundedRect(whole, thick / 2, thick / 2)
        painter.setBrush(tokens.color("accent"))
        part = QRectF(whole)
        part.setWidth(whole.width() * self._share)
        if self.isRightToLeft():
            part.moveRight(whole.right())
        painter.drawRoundedRect(part, thick / 2, thick / 2)
        painter.end()
