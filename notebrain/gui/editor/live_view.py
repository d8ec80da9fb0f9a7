"""The live look of the text field: what is painted in place of hidden marks, and where marks come back.

The look of the letters comes from the highlighter, see `live_syntax`. This part tells it where the caret is, indents
the lines that follow the first of an item or a quote, and paints boxes, bullets, bars, rules and the lines of tables.
"""

from collections.abc import Callable
from enum import StrEnum
from typing import cast

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import QPainter, QPen, QPixmap, QTextBlock, QTextLayout, QTextLine
from PySide6.QtWidgets import QPlainTextDocumentLayout, QPlainTextEdit
from shiboken6 import isValid

from notebrain.domain.notes.attachments import AttachmentLink
from notebrain.domain.text.pieces import units_of
from notebrain.gui.editor.document import MARGIN
from notebrain.gui.editor.formats import CALLOUT_COLORS, ELLIPSIS
from notebrain.gui.editor.highlighter import Highlighter
from notebrain.gui.editor.live_syntax import Bullet, LiveLine
from notebrain.gui.editor.markdown_syntax import (
    Quote,
    callout_at,
    is_code,
    language_of,
    quote_of,
    words_begin,
)
from notebrain.gui.editor.painting import Lines
from notebrain.gui.editor.text_style import Style
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.hidden_addresses import digits_in
from notebrain.gui.widgets.toggles import draw_box

_BOX, _DOT, _BAR, _RADIUS, _RIM = 16, 5, 3, 6, 4
_BULLETS = 3
"""How many shapes of bullets there are, one for each depth."""
_MIDDLE = 0.72
"""Where small letters have their middle, as a share of the ascent."""
_MOST_INDENT = 0.5
"""The share of the width that an indentation takes at most."""


PaintsPicture = Callable[[QPainter, AttachmentLink, QRectF, float], object]


class TextMode(StrEnum):
    """How the text of notes is shown."""

    LIVE = "live"
    """Marks are hidden on all lines but the caret's."""
    RAW = "raw"
    """The Markdown as it was written."""
    READING = "reading"
    """All marks are hidden, and nothing can be typed."""


class LiveText(QObject):
    """Shows the text of a field without its marks, while `mode` asks for that.

    Attributes:
        mode: How the text is shown; whoever sets it restyles the text.
    """

    def __init__(self, field: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(field)
        self._field = field
        self._theme = theme
        self._highlighter: Highlighter | None = None
        self._pressed = False
        self._looks: list[tuple[QTextBlock, QRectF, LiveLine]] = []
        self._pictures: dict[tuple[int, float], QPixmap] = {}
        self.mode = TextMode.RAW
        self.paint_picture: PaintsPicture | None = None
        """Paints a picture in its place; the last argument is the width of the column."""
        field.cursorPositionChanged.connect(self.reveal)
        field.textChanged.connect(self.reveal)
        field.updateRequest.connect(self._on_update_request)
        theme.changed.connect(self._pictures.clear)
        field.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.DragLeave, QEvent.Type.Drop):
            QTimer.singleShot(
                0, self, lambda: self.hold(False)
            )  # Qt reports no release after a drag
        return super().eventFilter(watched, event)

    @property
    def on(self) -> bool:
        """Whether marks are hidden."""
        return self.mode is not TextMode.RAW

    def follow(self, highlighter: Highlighter | None) -> None:
        """Show the text of this highlighter from now on; None while the note is being exchanged."""
        self._highlighter = highlighter
        self.reveal()

    def hold(self, held: bool) -> None:
        """Leave all lines as they are while a mouse button is held: text that moves would be selected."""
        self._pressed = held
        if not held:
            self.reveal()

    def reveal(self, *, leaving: bool = False) -> None:
        """Show the marks where the caret is; none if the field is not used, or the user is `leaving` it."""
        if self._highlighter is None or self._pressed or not isValid(self._highlighter):
            return
        used = self._field.hasFocus() and not self._field.isReadOnly() and not leaving
        cursor = self._field.textCursor()
        shown = self.mode is TextMode.LIVE and (used or cursor.hasSelection())
        self._highlighter.reveal(cursor if shown else None)
        self._field.blockBoundingRect(cursor.block())  # lays it out
        self._lift(cursor.block())  # before anybody asks where the caret is

    def arrange(self, block: QTextBlock) -> bool:
        """Indent the lines of an item or a quote after the first, below its first word; return whether it got longer.

        Pictures get room above a line whose marks are shown. The block must have been laid out.
        """
        if self._highlighter is None or not self.on:
            return False
        indented, lifted = _indent(block), self._lift(block)
        if not indented:
            return lifted
        QTimer.singleShot(0, self, self._announce)
        return True

    def _lift(self, block: QTextBlock) -> bool:
        """Make room above the text of a line for its pictures, if its marks are shown; return whether it moved."""
        above = self._pictures_above(block)
        layout = block.layout()
        if not above or not layout.lineCount():
            return False
        down = max(place.bottom() for _one, place in above) - layout.lineAt(0).y()
        if not down:
            return False
        for number in range(layout.lineCount()):
            line = layout.lineAt(number)
            line.setPosition(line.position() + QPointF(0, down))
        return True

    def _pictures_above(self, block: QTextBlock) -> list[tuple[AttachmentLink, QRectF]]:
        """Return where the pictures of a line are whose marks are shown, in its block: side by side as they fit."""
        if self._highlighter is None or not self.on or not isValid(self._highlighter):
            return []
        found = self._highlighter.pictures_above(block)
        if not found:
            return []
        rtl = block.textDirection() is Qt.LayoutDirection.RightToLeft
        begin = _x(block, words_begin(block.text()))
        end = MARGIN if rtl else MARGIN + self._highlighter.room
        places: list[tuple[AttachmentLink, QRectF]] = []
        x, row, below = begin, 0.0, 0.0
        for one, size in found:
            if x != begin and abs(end - x) < size.width():
                x, row = begin, below
            left = x - size.width() if rtl else x
            places.append((one, QRectF(left, row, size.width(), size.height())))
            x += -size.width() if rtl else size.width()
            below = max(below, row + size.height())
        return places

    def _announce(self) -> None:
        """Tell the scroll bar how long the text is now."""
        layout = self._field.document().documentLayout()
        if isinstance(layout, QPlainTextDocumentLayout):
            layout.documentSizeChanged.emit(layout.documentSize())

    # painting

    @Slot(QRect, int)
    def _on_update_request(self, part: QRect, scrolled: int) -> None:
        """Paint grounds and their rims, too, which are wider than the text and reach into the lines beside it."""
        if not scrolled:
            rim, viewport = self._theme.px(_RIM + _RADIUS), self._field.viewport()
            viewport.update(0, part.top() - rim, viewport.width(), part.height() + 2 * rim)

    def draw_grounds(self, painter: QPainter, lines: Lines) -> None:
        """Draw what is behind the text: callouts, the bars of quotes, and tables."""
        self._looks.clear()
        if not self.on or self._highlighter is None:
            return
        look_of = self._highlighter.live_look
        self._looks = [(block, rect, look) for block, rect in lines if (look := look_of(block))]
        self._draw_callouts(painter, lines)
        for block, rect, look in self._looks:
            if look.row:
                self._draw_row(painter, block, rect)
            elif look.quote is Quote.PLAIN:
                for at in look.bars:
                    self._draw_bar(painter, block, rect, at)

    def draw_marks(self, painter: QPainter, lines: Lines) -> None:
        """Draw what is in place of the marks of the lines that `draw_grounds` got, and of hidden hashes."""
        if not self.on:
            self._draw_ellipses(painter, lines)
        for block, rect in lines:
            for one, place in self._pictures_above(block):
                self._paint(painter, one, place.translated(rect.topLeft()))
        for block, rect, look in self._looks:
            for one in look.pictures:
                self._paint(painter, one, self._place_of(block, rect, one.start))
            if look.bullet is not None:
                self._draw_bullet(painter, block, rect, look.bullet)
            elif look.rule:
                self._draw_rule(painter, rect)
            elif look.title is not None:
                at, name = look.title
                self._write(painter, block, rect, at, name.capitalize(), strong=True)
            elif look.fence and not is_code(block.previous().userState()):
                self._write(painter, block, rect, 0, language_of(block.text()) or "", strong=False)

    def picture_at(self, at: QPoint) -> AttachmentLink | None:
        """Return the link of the picture that is shown at a point of the viewport."""
        if not self.on or self._highlighter is None:
            return None
        block = self._field.cursorForPosition(at).block()
        rect = self._field.blockBoundingGeometry(block).translated(self._field.contentOffset())
        look = self._highlighter.live_look(block)
        if look is not None:
            places = [(one, self._place_of(block, rect, one.start)) for one in look.pictures]
        else:
            above = self._pictures_above(block)
            places = [(one, place.translated(rect.topLeft())) for one, place in above]
        return next((one for one, place in places if place.contains(QPointF(at))), None)

    def shows_link(self, block: QTextBlock, letter: int) -> bool:
        """Return whether a letter, counted in code points, belongs to a link whose marks are hidden."""
        look = self._highlighter.live_look(block) if self.on and self._highlighter else None
        return look is not None and any(
            span.style & Style.LINK and not span.style & Style.CODE
            for span in look.spans
            if span.start <= letter < span.end
        )

    def _paint(self, painter: QPainter, one: AttachmentLink, place: QRectF) -> None:
        if self.paint_picture is not None and self._highlighter is not None:
            self.paint_picture(painter, one, place, self._highlighter.room)

    def _place_of(self, block: QTextBlock, rect: QRectF, at: int) -> QRectF:
        """Return where the box of a picture is that takes the room of one letter."""
        unit = units_of(block.text()[:at])
        line = block.layout().lineForTextPosition(unit)
        if not line.isValid():  # not laid out; Qt would crash
            return QRectF()
        # both in this line: what follows a picture as wide as the column is in the next one
        left, right = (_x_in(line, place) for place in (unit, unit + 1))
        x = rect.left() + min(left, right)
        return QRectF(x, rect.top() + line.y(), abs(right - left), line.height())

    def _draw_callouts(self, painter: QPainter, lines: Lines) -> None:
        ground, kind = QRectF(), Quote.NONE
        width = self._field.viewport().width()
        for block, rect in lines:
            quote = quote_of(block.userState())
            begins = quote > Quote.PLAIN and callout_at(block.text()) is not None
            if kind and (quote != kind or begins):
                self._draw_callout(painter, ground, kind)
                kind = Quote.NONE
            if quote > Quote.PLAIN:
                line = QRectF(0, rect.top(), width, rect.height())
                above = not kind and not begins
                if above:  # it goes on above
                    line.setTop(line.top() - rect.height())
                ground = ground.united(line) if kind else line
                kind = quote
        if kind:
            below = lines[-1][0].next()
            if quote_of(below.userState()) is kind and callout_at(below.text()) is None:
                ground.setHeight(ground.height() + width)  # it goes on below
            self._draw_callout(painter, ground, kind)

    def _draw_callout(self, painter: QPainter, ground: QRectF, kind: Quote) -> None:
        px, (tint, ink) = self._theme.px, CALLOUT_COLORS[kind]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.tokens.color(tint))
        ground = ground.adjusted(0, -px(_RIM), 0, px(_RIM))
        painter.drawRoundedRect(ground, px(_RADIUS), px(_RADIUS))
        bar = QRectF(ground.left(), ground.top(), px(_BAR), ground.height())
        painter.setBrush(self._theme.tokens.color(ink))
        painter.drawRoundedRect(bar, 1, 1)

    def _draw_bar(self, painter: QPainter, block: QTextBlock, rect: QRectF, at: int) -> None:
        x = rect.left() + _x(block, at)
        if block.textDirection() is Qt.LayoutDirection.RightToLeft:
            x -= self._theme.px(_BAR)
        bar = QRectF(x, rect.top(), self._theme.px(_BAR), rect.height())
        painter.fillRect(bar, self._theme.tokens.color("field"))

    def _draw_row(self, painter: QPainter, block: QTextBlock, rect: QRectF) -> None:
        found = self._highlighter.grid_at(block) if self._highlighter else None
        if found is None:
            return
        edges, number = found
        heads = block.previous() if number == 1 else block  # the dashes have no direction
        if heads.textDirection() is Qt.LayoutDirection.RightToLeft:
            return
        left, color = rect.left() + MARGIN, self._theme.tokens.color
        if number == 0:
            painter.fillRect(QRectF(left, rect.top(), edges[-1], rect.height()), color("code"))
            painter.fillRect(QRectF(left, rect.top(), edges[-1], 1), color("border"))
        if number != 1:
            painter.fillRect(QRectF(left, rect.bottom() - 1, edges[-1], 1), color("border"))
        for edge in (0.0, *edges):
            painter.fillRect(
                QRectF(round(left + edge), rect.top(), 1, rect.height()), color("border")
            )

    def _draw_bullet(
        self, painter: QPainter, block: QTextBlock, rect: QRectF, bullet: Bullet
    ) -> None:
        at, depth, ticked = bullet
        rtl = block.textDirection() is Qt.LayoutDirection.RightToLeft
        line = block.layout().lineAt(0)
        if not line.isValid():
            return
        middle = rect.top() + line.y() + line.ascent() * _MIDDLE
        left = rect.left() + _x(block, at)
        px, ratio = self._theme.px, painter.device().devicePixelRatioF()
        kind = depth // 2 % _BULLETS if ticked is None else _BULLETS + ticked
        side = px(_BOX)
        room = px(_BOX) if ticked is not None else abs(_x(block, at + 1) - _x(block, at))
        x = left - (room + side) / 2 if rtl else left + (room - side) / 2
        painter.drawPixmap(QPointF(round(x), round(middle - side / 2)), self._picture(kind, ratio))

    def _picture(self, kind: int, ratio: float) -> QPixmap:
        """Return the picture of a bullet, or of a box; drawn once, since lists are long and paints are many."""
        made = self._pictures.get((kind, ratio))
        if made is not None:
            return made
        side = self._theme.px(_BOX)
        picture = QPixmap(round(side * ratio), round(side * ratio))
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if kind >= _BULLETS:
            draw_box(painter, self._theme, QRect(0, 0, side, side), ticked=kind > _BULLETS)
        else:
            self._draw_dot(painter, kind, side)
        painter.end()
        self._pictures[kind, ratio] = picture
        return picture

    def _draw_dot(self, painter: QPainter, kind: int, side: int) -> None:
        dot = QRectF(0, 0, self._theme.px(_DOT), self._theme.px(_DOT))
        dot.moveCenter(QPointF(side / 2, side / 2))
        ink = self._theme.tokens.color("accent")
        painter.setPen(QPen(ink, 1.2) if kind == 1 else Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush if kind == 1 else ink)
        if kind == _BULLETS - 1:
            painter.drawRect(dot.adjusted(0.5, 0.5, -0.5, -0.5))
        else:
            painter.drawEllipse(dot)

    def _draw_ellipses(self, painter: QPainter, lines: Lines) -> None:
        """Draw what is in place of the hashes of files in the text as it was written."""
        painter.setFont(self._theme.font(Role.EDITOR))
        painter.setPen(self._theme.tokens.color("syntax"))
        for block, rect in lines:
            for unit, _length in digits_in(block.text()):
                line = block.layout().lineForTextPosition(unit)
                if line.isValid():
                    x = rect.left() + min(_x_in(line, unit), _x_in(line, unit + 1))
                    base = rect.top() + line.y() + line.ascent()
                    painter.drawText(QPointF(x, base), ELLIPSIS)

    def _draw_rule(self, painter: QPainter, rect: QRectF) -> None:
        width = self._field.viewport().width()
        line = QRectF(MARGIN, round(rect.center().y()), width - 2 * MARGIN, 1)
        painter.fillRect(line, self._theme.tokens.color("field"))

    def _write(
        self,
        painter: QPainter,
        block: QTextBlock,
        rect: QRectF,
        at: int,
        text: str,
        *,
        strong: bool,
    ) -> None:
        """Write a word at the place of a mark."""
        if not text or not block.layout().lineCount():
            return
        line = block.layout().lineAt(0)
        painter.setFont(self._theme.font(Role.EDITOR_H3 if strong else Role.SMALL))
        ink = CALLOUT_COLORS.get(quote_of(block.userState()), ("", "muted"))[1]
        painter.setPen(self._theme.tokens.color(ink))
        x, base = rect.left() + _x(block, at), rect.top() + line.y() + line.ascent()
        if block.textDirection() is Qt.LayoutDirection.RightToLeft:
            x -= painter.fontMetrics().horizontalAdvance(text)
        painter.drawText(QPointF(x, base), text)


def _x(block: QTextBlock, at: int) -> float:
    """Return where a character (counted in code points) begins, from the left edge of its block."""
    unit = units_of(block.text()[:at])
    line = block.layout().lineForTextPosition(unit)
    return _x_in(line, unit) if line.isValid() else float(MARGIN)


def _x_in(line: QTextLine, unit: int) -> float:
    # a tuple of the x coordinate and the position; Qt's type hints do not say so
    return cast("tuple[float, int]", line.cursorToX(unit))[0]


def _indent(block: QTextBlock) -> bool:
    """Indent all lines of a block but the first by the marks in front of its words; return whether it got longer."""
    layout = block.layout()
    if layout.lineCount() <= 1 or is_code(block.userState()):
        return False
    first, second = layout.lineAt(0), layout.lineAt(1)
    at = words_begin(block.text())
    if not at or second.width() < first.width() - 1:
        return False  # nothing to indent by, or done before
    rtl = block.textDirection() is Qt.LayoutDirection.RightToLeft
    begin, start = _x(block, at), _x(block, 0)
    indent, width = abs(begin - start), first.width()
    if not 1 < indent < width * _MOST_INDENT:
        return False
    before = layout.lineCount()
    _lay_out(layout, width, indent, rtl=rtl)
    if layout.lineCount() == before:
        return False
    block.setLineCount(layout.lineCount())
    return True


def _lay_out(layout: QTextLayout, width: float, indent: float, *, rtl: bool) -> None:
    """Break a text into lines as Qt's own layout does, but for the indentation."""
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLeadingIncluded(True)
        line.setLineWidth(width - indent if height else width)
        line.setPosition(QPointF(MARGIN + (indent if height and not rtl else 0), height))
        height += line.height()
    layout.endLayout()
