"""The delegate that paints one note of the list."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QTextLayout
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import NoteRow, NoteState
from notebrain.domain.notes.retention import days_left
from notebrain.domain.text.pieces import index_at
from notebrain.gui.core import date_format
from notebrain.gui.note_list.model import ROW_ROLE
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.look import Density
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import RIGHT, BidiPainter, Index, RowDelegate

SIDE = 8  # between the edge of the list and the background of the row
_PAD = 10  # between the background of the row and its text
_RADIUS = 7
_TITLE_LINE, _SMALL_LINE = 20, 18
_HEADING, _HEADING_TEXT = 30, 16
_MARK = 12
_GAP = 10
_TAG_SHARE = 0.4  # of the single line below the title of a compact row
_MAX_CACHED = 2_000


class NoteDelegate(RowDelegate):
    """Paints a title with its date, one line of text, and one line of icons and tags."""

    def __init__(self, theme: Theme, now: Callable[[], datetime], parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._now = now
        self._elided: dict[tuple[Role, str, float], str] = {}
        self._wraps: dict[tuple[str, int], tuple[str, str]] = {}
        self.by_created = False
        self.trash_days = 0
        """How many days notes stay in the trash; 0 means forever."""
        self.right_gap: Callable[[], int] = lambda: theme.px(SIDE)
        self.has_line_above: Callable[[Index], bool] = lambda _index: True
        theme.changed.connect(self._on_theme_changed)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(self._theme.px(200), self.row_height)

    @property
    def row_height(self) -> int:
        """The height of a note."""
        return self._theme.metrics.note_row

    @property
    def heading_height(self) -> int:
        """The height of a heading above notes."""
        return self._theme.px(_HEADING)

    def paint_heading(
        self, painter: QPainter, place: QRect, text: str, direction: Qt.LayoutDirection
    ) -> None:
        """Paint a heading above notes."""
        px = self._theme.px
        self._seen = BidiPainter(direction, place)
        line = place.adjusted(px(SIDE + _PAD), 0, -self.right_gap() - px(_PAD), -px(6))
        line.setTop(line.bottom() + 1 - px(_HEADING_TEXT))
        self._write(painter, line, Role.SMALL_MEDIUM, "muted", text)

    def _paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = index.data(ROW_ROLE)
        px = self._theme.px
        ground = option.rect.adjusted(px(SIDE), 0, -self.right_gap(), 0)
        self._paint_ground(painter, option, index, self._seen.rect(ground))
        if row is not None:
            inner = ground.adjusted(px(_PAD), self._theme.metrics.note_row_top, -px(_PAD), 0)
            self._paint_note(painter, row, inner)

    def _paint_note(self, painter: QPainter, row: NoteRow, inner: QRect) -> None:
        density = self._theme.metrics.density
        if density is Density.COMFORTABLE and not (row.tags or _marks(row)):
            self._paint_more_text(painter, row, inner)
            return
        self._paint_title(painter, row, inner, icons_before=density is Density.TITLES)
        if density is Density.COMPACT:
            self._paint_in_short(painter, row, inner)
        elif density is Density.COMFORTABLE:
            self._paint_text(painter, row, self._line(inner, 1))
            self._paint_marks(painter, row, self._line(inner, 2))

    def _line(self, inner: QRect, number: int) -> QRect:
        """Return a line below the title, counted from 1."""
        px = self._theme.px
        top = inner.top() + px(_TITLE_LINE + (number - 1) * _SMALL_LINE + 1)
        return QRect(inner.left(), top, inner.width(), px(_SMALL_LINE))

    def _paint_ground(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, ground: QRect
    ) -> None:
        px, fill = self._theme.px, self._fill(option)
        if not fill and self._is_line_below(index):
            line = QRect(
                ground.left() + px(_PAD), ground.bottom(), ground.width() - 2 * px(_PAD), 1
            )
            painter.fillRect(line, self._theme.tokens.color("border"))
        self._paint_fill(painter, ground, fill, px(_RADIUS))
        self._paint_ring(painter, option, ground, px(_RADIUS) - 1)

    def _is_line_below(self, index: Index) -> bool:
        below = index.model().index(index.row() + 1, 0)
        return not below.isValid() or self.has_line_above(below)

    def _paint_title(
        self, painter: QPainter, row: NoteRow, inner: QRect, *, icons_before: bool = False
    ) -> None:
        theme = self._theme
        line = QRect(inner.left(), inner.top(), inner.width(), theme.px(_TITLE_LINE))
        if icons_before:
            self._paint_icons(painter, row, line)
        line.setWidth(self._write_end(painter, line, self.end_text(row)))
        ink = "text" if row.title else "muted"
        self._write(painter, line, Role.TITLE, ink, row.title or _("Untitled"))

    def _paint_more_text(self, painter: QPainter, row: NoteRow, inner: QRect) -> None:
        """Paint a second line of text in place of tags; without one, title and text are centered."""
        first, rest = self._wrapped(row.snippet, inner.width())
        if not rest:
            inner = inner.translated(0, self._theme.px(_SMALL_LINE) // 2)
        self._paint_title(painter, row, inner)
        if rest:
            self._write(painter, self._line(inner, 1), Role.SMALL, "text2", first)
            self._write(painter, self._line(inner, 2), Role.SMALL, "text2", rest)
        else:
            self._paint_text(painter, row, self._line(inner, 1))

    def _wrapped(self, text: str, width: int) -> tuple[str, str]:
        """Return what fits into a line, and the rest."""
        key = (text, width)
        split = self._wraps.get(key)
        if split is None:
            layout = QTextLayout(text, self._theme.font(Role.SMALL))
            layout.beginLayout()
            line = layout.createLine()
            line.setLineWidth(width)
            end = index_at(text, line.textLength())
            layout.endLayout()
            if len(self._wraps) > _MAX_CACHED:
                self._wraps.clear()
            split = self._wraps[key] = (text[:end].rstrip(), text[end:].lstrip())
        return split

    def _paint_in_short(self, painter: QPainter, row: NoteRow, inner: QRect) -> None:
        """Paint icons and text on one line, followed by as many tags as fit."""
        theme, line = self._theme, self._line(inner, 1)
        self._paint_icons(painter, row, line)
        tags = self._cut(Role.TAGS, "  ".join(row.tags), round(line.width() * _TAG_SHARE))
        if tags:
            self._write_whole(painter, line, Role.TAGS, "muted", tags, RIGHT)
            line.setRight(line.right() - round(theme.fonts.width(Role.TAGS, tags)) - theme.px(_GAP))
        self._paint_text(painter, row, line)

    def _paint_text(self, painter: QPainter, row: NoteRow, line: QRect) -> None:
        ink = "text2" if row.snippet else "muted"
        self._write(painter, line, Role.SMALL, ink, row.snippet or _("No more text"))

    def _paint_marks(self, painter: QPainter, row: NoteRow, line: QRect) -> None:
        theme = self._theme
        self._paint_icons(painter, row, line)
        for tag in row.tags:
            if line.width() <= theme.px(_MARK):
                return
            shown = self._write(painter, line, Role.TAGS, "muted", tag)
            width = round(theme.fonts.width(Role.TAGS, shown))
            line.setLeft(line.left() + width + theme.px(_GAP))

    def _paint_icons(self, painter: QPainter, row: NoteRow, line: QRect) -> None:
        """Paint the icons at the start of a line and leave the rest of it in `line`."""
        theme, side = self._theme, self._theme.px(_MARK)
        for name, ink in _marks(row):
            icons.draw(painter, name, getattr(theme.tokens, ink), self._square(line, side))
            line.setLeft(line.left() + side + theme.px(_GAP))

    def end_text(self, row: NoteRow) -> str:
        """Return the text at the end of the title line: the date of the order, or the days left in the trash."""
        moment = row.deleted_at or (row.created_at if self.by_created else row.updated_at)
        return self._left(row) or date_format.short(moment, self._now())

    def _left(self, row: NoteRow) -> str:
        """Return how long a note stays in the trash; empty if it is not in the trash or stays there forever."""
        left = None if row.trash_age is None else days_left(row.trash_age, self.trash_days)
        if left is None:
            return ""
        return ngettext("{n} day left", "{n} days left", left).format(n=left)

    def _cut(self, role: Role, text: str, width: float) -> str:
        key = (role, text, width)
        cut = self._elided.get(key)
        if cut is None:
            if len(self._elided) > _MAX_CACHED:
                self._elided.clear()
            cut = self._elided[key] = super()._cut(role, text, width)
        return cut

    def _on_theme_changed(self) -> None:
        self._elided.clear()
        self._wraps.clear()


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
