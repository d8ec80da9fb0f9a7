"""Labels in the inks and sizes of the theme."""

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLabel, QSizePolicy, QToolTip, QWidget

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.painting import BidiPainter, tip_of

_CHANGES_OF_SIZE: Final = (
    QEvent.Type.FontChange,
    QEvent.Type.StyleChange,
    QEvent.Type.ContentsRectChange,
)


class Label(QLabel):
    """A text whose role and ink follow the theme."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        role: Role = Role.BODY,
        ink: str = "text",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._theme = theme
        self._role = role
        self._ink = ink
        self._apply_theme()
        theme.changed.connect(self._apply_theme)

    def set_ink(self, ink: str) -> None:
        """Write in the color of this token."""
        if ink != self._ink:
            self._ink = ink
            self._apply_theme()

    def paintEvent(self, event: QPaintEvent) -> None:
        # Qt would lay a sentence out in the direction of the window: "12 notes" as "notes 12"
        if not self.isRightToLeft() or not self._is_plain():
            super().paintEvent(event)
            return
        painter = QPainter(self)
        wrap = Qt.TextFlag.TextWordWrap.value if self.wordWrap() else 0
        self._write(painter, self.text(), wrap)
        painter.end()

    def _is_plain(self) -> bool:
        form = self.textFormat()
        guess = form is Qt.TextFormat.AutoText and "<" in self.text()
        rich = guess or form in (Qt.TextFormat.RichText, Qt.TextFormat.MarkdownText)
        fixed = self.textInteractionFlags() == Qt.TextInteractionFlag.LinksAccessibleByMouse
        return fixed and not rich and not self.margin()

    def _write(self, painter: QPainter, text: str, flags: int = 0) -> None:
        room = self.contentsRect()
        # the rectangle is already mirrored; only the alignment of the text follows the window
        seen = BidiPainter(self.layoutDirection(), room)
        painter.setPen(self.palette().color(self.foregroundRole()))
        seen.text(painter, room, self.alignment().value | flags, text)

    def _apply_theme(self) -> None:
        self.setFont(self._theme.font(self._role))
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, self._theme.tokens.color(self._ink))
        self.setPalette(palette)


class WrappedLabel(Label):
    """A text of any length, wrapped onto as many lines as it needs.

    A layout asks for the size dozens of times, and 64 KB take 20 ms each time, so the answers are cached.
    """

    def __init__(
        self, theme: Theme, text: str = "", *, role: Role = Role.BODY, ink: str = "text"
    ) -> None:
        self._heights: dict[int, int] = {}
        self._hint: QSize | None = None
        self._least: QSize | None = None
        super().__init__(theme, text, role=role, ink=ink)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)

    def setText(self, text: str) -> None:
        if text != self.text():
            self._forget()
            super().setText(text)

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = super().heightForWidth(width)
        return self._heights[width]

    def sizeHint(self) -> QSize:
        if self._hint is None:
            self._hint = super().sizeHint()
        return self._hint

    def minimumSizeHint(self) -> QSize:
        if self._least is None:
            self._least = super().minimumSizeHint()
        return self._least

    def event(self, event: QEvent) -> bool:
        if event.type() in _CHANGES_OF_SIZE:
            self._forget()
        return super().event(event)

    def _forget(self) -> None:
        self._heights.clear()
        self._hint = self._least = None


class QuotedLabel(WrappedLabel):
    """A plain text from elsewhere; it asks for no more room than its longest word needs."""

    def sizeHint(self) -> QSize:
        return self.minimumSizeHint()


class ElidedLabel(Label):
    """One line that is shortened at its end, to leave room for its neighbors."""

    def __init__(
        self,
        theme: Theme,
        text: str = "",
        *,
        role: Role = Role.BODY,
        ink: str = "text",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, text, role=role, ink=ink, parent=parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance("…") * 3, super().sizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self._is_cut():
            # the tooltip shows the text that does not fit
            QToolTip.showText(event.globalPos(), self.toolTip() or tip_of(self.text()), self)
            return True
        return super().event(event)

    def _is_cut(self) -> bool:
        return self.fontMetrics().horizontalAdvance(self.text()) > self.contentsRect().width() + 1

    def paintEvent(self, event: QPaintEvent) -> None:
        room = self.contentsRect()
        text = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, room.width() + 1
        )
        painter = QPainter(self)
        self._write(painter, text)
        painter.end()


class IconLabel(QLabel):
    """A small icon beside a text."""

    def __init__(
        self, theme: Theme, name: str, ink: str, *, size: float = 14, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._ink = ink
        self._size = size
        self._apply_theme()
        theme.changed.connect(self._apply_theme)

    def set_icon(self, name: str, ink: str) -> None:
        """Show this icon in the color of this token."""
        if (name, ink) != (self._name, self._ink):
            self._name, self._ink = name, ink
            self._apply_theme()

    def _apply_theme(self) -> None:
        ratio = self.devicePixelRatioF()
        self.setPixmap(self._theme.pixmap(self._name, self._ink, self._size, ratio=ratio))
