"""The delegate that paints one note of the list."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import NoteRow, NoteState
from notebrain.domain.notes.retention import days_left
from notebrain.gui.core import date_format
from notebrain.gui.note_list.model import ROW_ROLE
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import PLAIN, BidiPainter

Index = QModelIndex | QPersistentModelIndex

SIDE = 8  # between the edge of the list and the background of the row
_PAD = 10  # between the background of the row and its text
_RADIUS = 7
_TITLE_LINE, _SNIPPET_LINE, _TAG_LINE = 20, 18, 18
_MARK = 12
_GAP = 10
_TAG_SHARE = 0.4  # of the single line below the title of a compact row
_MAX_CACHED = 2_000


class NoteDelegate(QStyledItemDelegate):
    """Paints a title with its date, one line of text, and one line of icons and tags."""

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._now = now
        self._seen = PLAIN
        self._elided: dict[tuple[Role, str, int], str] = {}
        self.by_created = False
        self.trash_days = 0
        """How many days notes stay in the trash; 0 means forever."""
        self.ring = False
        self.right_gap: Callable[[], int] = lambda: theme.px(SIDE)
        self.has_ground: Callable[[Index], bool] = lambda _index: False
        theme.changed.connect(self._on_theme_changed)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self._theme.metrics.note_row)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(px(SIDE), 0, -self.right_gap(), 0)
        self._seen = BidiPainter(option.direction, option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, index, self._seen.rect(ground))
        if row is not None:
            inner = ground.adjusted(px(_PAD), self._theme.metrics.note_row_top, -px(_PAD), 0)
            self._paint_title(painter, row, inner)
            if self._theme.metrics.compact:
                self._paint_in_short(painter, row, inner)
            else:
                self._paint_snippet(painter, row, inner)
                self._paint_marks(painter, row, inner)
        painter.restore()

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, ground: QRect
    ) -> None:
        tokens, px = self._theme.tokens, self._theme.px
        fill = self._fill(option)
        if fill:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.color(fill))
            painter.drawRoundedRect(ground, px(_RADIUS), px(_RADIUS))
        elif not self._next_has_ground(index):
            line = QRect(
                ground.left() + px(_PAD), ground.bottom(), ground.width() - 2 * px(_PAD), 1
            )
            painter.fillRect(line, tokens.color("border"))
        if self.ring and option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(tokens.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(ground.adjusted(1, 1, -1, -1), px(_RADIUS) - 1, px(_RADIUS) - 1)

    def _fill(self, option: QStyleOptionViewItem) -> str | None:
        state = option.state
        if state & QStyle.StateFlag.State_Selected:
            return "selected" if option.widget.hasFocus() else "selected_idle"
        return "hover" if state & QStyle.StateFlag.State_MouseOver else None

    def _next_has_ground(self, index: Index) -> bool:
        below = index.model().index(index.row() + 1, 0)
        return below.isValid() and self.has_ground(below)

    def _paint_title(self, painter: QPainter, row: NoteRow, inner: QRect) -> None:
        theme = self._theme
        line = QRect(inner.left(), inner.top(), inner.width(), theme.px(_TITLE_LINE))
        date = self.told_at_end(row)
        painter.setFont(theme.font(Role.NUMBER))
        painter.setPen(theme.tokens.color("muted"))
        self._seen.text(painter, line, _RIGHT, date)
        room = line.width() - round(theme.fonts.width(Role.NUMBER, date)) - theme.px(SIDE)
        line.setWidth(room)
        painter.setFont(theme.font(Role.TITLE))
        painter.setPen(theme.tokens.color("text" if row.title else "muted"))
        self._seen.text(
            painter, line, _LEFT, self._cut(Role.TITLE, row.title or _("Untitled"), room)
        )

    def _paint_in_short(self, painter: QPainter, row: NoteRow, inner: QRect) -> None:
        """Paint icons and text on one line, followed by as many tags as fit."""
        theme = self._theme
        top = inner.top() + theme.px(_TITLE_LINE + 1)
        line = QRect(inner.left(), top, inner.width(), theme.px(_SNIPPET_LINE))
        line.setLeft(self._paint_icons(painter, row, line))
        tags = self._cut(Role.TAGS, "  ".join(row.tags), round(line.width() * _TAG_SHARE))
        if tags:
            painter.setFont(theme.font(Role.TAGS))
            painter.setPen(theme.tokens.color("muted"))
            self._seen.text(painter, line, _RIGHT, tags)
            line.setRight(line.right() - round(theme.fonts.width(Role.TAGS, tags)) - theme.px(_GAP))
        self._paint_text(painter, row, line)

    def _paint_snippet(self, painter: QPainter, row: NoteRow, inner: QRect) -> None:
        theme = self._theme
        top = inner.top() + theme.px(_TITLE_LINE + 1)
        line = QRect(inner.left(), top, inner.width(), theme.px(_SNIPPET_LINE))
        self._paint_text(painter, row, line)

    def _paint_text(self, painter: QPainter, row: NoteRow, line: QRect) -> None:
        theme = self._theme
        painter.setFont(theme.font(Role.SMALL))
        painter.setPen(theme.tokens.color("text2" if row.snippet else "muted"))
        text = row.snippet or _("No more text")
        self._seen.text(painter, line, _LEFT, self._cut(Role.SMALL, text, line.width()))

    def _paint_marks(self, painter: QPainter, row: NoteRow, inner: QRect) -> None:
        theme = self._theme
        top = inner.top() + theme.px(_TITLE_LINE + _SNIPPET_LINE + 1)
        line = QRect(inner.left(), top, inner.width(), theme.px(_TAG_LINE))
        line.setLeft(self._paint_icons(painter, row, line))
        painter.setFont(theme.font(Role.TAGS))
        painter.setPen(theme.tokens.color("muted"))
        for tag in row.tags:
            shown = self._cut(Role.TAGS, tag, line.width())
            if line.width() <= theme.px(_MARK):
                return
            self._seen.text(painter, line, _LEFT, shown)
            width = round(theme.fonts.width(Role.TAGS, shown))
            line.setLeft(line.left() + width + theme.px(_GAP))

    def _paint_icons(self, painter: QPainter, row: NoteRow, line: QRect) -> int:
        """Paint the icons at the start of a line; return where the rest of the line starts."""
        theme, left = self._theme, line.left()
        side = theme.px(_MARK)
        for name, ink in _marks(row):
            corner = QRect(left, line.center().y() - side // 2 + 1, side, side)
            icons.draw(painter, name, getattr(theme.tokens, ink), self._seen.rect(corner))
            left += side + theme.px(_GAP)
        return left

    def told_at_end(self, row: NoteRow) -> str:
        """Return the text at the end of the title line: the date, or the days left in the trash."""
        moment = row.created_at if self.by_created else row.updated_at
        return self._left(row) or date_format.short(moment, self._now())

    def _left(self, row: NoteRow) -> str:
        """Return how long a note stays in the trash; empty if it is not in the trash or stays there forever."""
        left = None if row.trash_age is None else days_left(row.trash_age, self.trash_days)
        if left is None:
            return ""
        return ngettext("{n} day left", "{n} days left", left).format(n=left)

    def _cut(self, role: Role, text: str, width: int) -> str:
        key = (role, text, width)
        cut = self._elided.get(key)
        if cut is None:
            if len(self._elided) > _MAX_CACHED:
                self._elided.clear()
            metrics = QFontMetricsF(self._theme.font(role))
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
            self._elided[key] = cut
        return cut

    def _on_theme_changed(self) -> None:
        self._elided.clear()


_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


def _marks(row: NoteRow) -> list[tuple[str, str]]:
    """Return the small icons before the tags, each with its ink."""
    marks = [("pin", "muted")] if row.pinned else []
    if row.local_only:
        marks.append(("lock", "muted"))
    if row.state is NoteState.FAILED:
        marks.append(("circle-alert", "warning"))
    if row.not_sent:
        marks.append(("cloud-off", "danger"))
    return marks
