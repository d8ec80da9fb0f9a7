"""The messages of the search: what was found and how, hints on the query, and what would help."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.search.query_parts import without_texts
from notebrain.domain.search.types import SearchResult
from notebrain.gui.search import texts as wording
from notebrain.gui.search.texts import StatusText
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FlowLayout
from notebrain.gui.widgets.painting import BidiPainter

_HEIGHT = 32
_PROGRESS = 0.62
"""How far the progress line is filled while the semantic search runs: the words are done already."""
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class SearchStatusLine(QWidget):
    """Paints one line of text in up to two inks, with a thin progress line under it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._status = StatusText("")
        self._busy = False
        theme.follow(self._apply_theme)

    @property
    def text(self) -> str:
        """The whole text of the line."""
        return " ".join(
            part for part in (self._status.text, self._status.joining, self._status.rest) if part
        )

    @property
    def busy(self) -> bool:
        """Whether it shows that more results may come."""
        return self._busy

    def show_status(self, status: StatusText, *, busy: bool) -> None:
        """Show this text; `busy` shows that more results may come."""
        self._status = status
        self._busy = busy
        self.setAccessibleName(self.text)
        self.setToolTip(self.text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px, tokens = self._theme, self._theme.px, self._theme.tokens
        painter = QPainter(self)
        seen = BidiPainter(self.layoutDirection(), self.rect())
        painter.fillRect(QRect(0, 0, self.width(), 1), tokens.color("border"))
        low = QRect(0, self.height() - 2, self.width(), 2)
        painter.fillRect(low, tokens.color("inset"))
        if self._busy:
            low.setWidth(round(self.width() * _PROGRESS))
            painter.fillRect(seen.rect(low), tokens.color("accent"))
        painter.setFont(theme.font(Role.SMALL))
        metrics = QFontMetricsF(theme.font(Role.SMALL))
        room = self.rect().adjusted(px(20), 0, -px(20), -2)
        inks = (self._status.ink, "accent", self._status.ink)
        for text, ink in zip(self._status, inks, strict=False):
            if text and room.width() > 0:
                cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room.width())
                painter.setPen(tokens.color(ink))
                seen.text(painter, room, _LEFT, cut)
                room.setLeft(room.left() + round(metrics.horizontalAdvance(f"{cut} ")))
        painter.end()

    def _apply_theme(self) -> None:
        self.setFixedHeight(self._theme.px(_HEIGHT))
        self.update()


class HintLine(QWidget):
    """Names the parts of the query that do not do what they seem to; hidden if there are none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._label = Label(theme, role=Role.SMALL, ink="warning")
        self._label.setWordWrap(True)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._label)
        theme.follow(self._apply_theme)
        self.hide()

    @property
    def text(self) -> str:
        """The text of the hints."""
        return "" if self.isHidden() else self._label.text()

    def show_hints(self, hints: Sequence[str]) -> None:
        """Show these hints."""
        self._label.setText("\n".join(hints))
        self.setAccessibleName("\n".join(hints))
        self.setVisible(bool(hints))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(20), 0, px(20), px(10))


class EmptyResultHint(QWidget):
    """Shown when nothing was found: what ruled out all notes, and searches without it."""

    search_requested = Signal(str)
    """The query to search for instead."""
    everywhere_requested = Signal()
    """Search in all workspaces."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._label = Label(theme, role=Role.BODY, ink="text2")
        self._label.setWordWrap(True)
        self.buttons: list[QPushButton] = []
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._label)
        self._row = QWidget()
        self._flow = FlowLayout(self._row)
        self._flow.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self._row)
        theme.follow(self._apply_theme)
        self.hide()

    @property
    def text(self) -> str:
        """The text shown."""
        return self._label.text()

    def show_help(self, result: SearchResult) -> None:
        """Show what would help."""
        for button in self.buttons:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self._label.setText(wording.way_out(result))
        offers = {
            text: query
            for text in _droppable(result)
            if (query := without_texts(result.query, text)).strip() != result.query.strip()
            and query
        }
        self.buttons = [self._button(text, query) for text, query in offers.items()]
        if any(blocker.text not in result.query for blocker in result.blocked_by):
            self.buttons = [self._everywhere_button()]
        self._row.setVisible(bool(self.buttons))
        self.show()

    def _everywhere_button(self) -> QPushButton:
        """Return a button that searches all workspaces, for a workspace that the query does not name."""
        button = push_button(_("Search in all workspaces"))
        button.clicked.connect(self.everywhere_requested)
        self._flow.addWidget(button)
        return button

    def _button(self, texts: tuple[str, ...], query: str) -> QPushButton:
        button = push_button(_("Search without {parts}").format(parts=" ".join(texts)))
        button.clicked.connect(lambda: self.search_requested.emit(query))
        self._flow.addWidget(button)
        return button

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(20), px(16), px(20), px(8))
        self._column.setSpacing(px(12))
        self._flow.setSpacing(px(8))


def _droppable(result: SearchResult) -> list[tuple[str, ...]]:
    """Return what to leave out: each part by itself if that helps, otherwise all of them at once."""
    if wording.only_together(result):
        return [tuple(blocker.text for blocker in result.blocked_by)]
    return [(blocker.text,) for blocker in result.blocked_by]
