"""The page of an empty vault: one line, and the first actions."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import KeyButton, push_button
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.widgets.layouts import hairline

_WIDTH = 440


class Welcome(QFrame):
    """Shown while there are no notes."""

    new_note_requested = Signal()
    import_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("welcome")
        self._theme = theme
        self._rows: list[QWidget] = []
        self.new_button = KeyButton(theme, _("New note"), "")
        self.import_button = push_button(_("Import…"))
        self._middle = QWidget()
        self._column = QVBoxLayout(self._middle)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._fill()
        outer = QVBoxLayout(self)
        outer.addStretch(10)
        line = QHBoxLayout()
        line.addStretch(1)
        line.addWidget(self._middle)
        line.addStretch(1)
        outer.addLayout(line)
        outer.addStretch(12)
        self.new_button.clicked.connect(self.new_note_requested)
        self.import_button.clicked.connect(self.import_requested)
        theme.follow(self._apply_theme)

    def _fill(self) -> None:
        theme, column = self._theme, self._column
        column.setSpacing(0)
        column.addWidget(_Drawing(theme))
        column.addSpacing(20)
        column.addWidget(Label(theme, _("Write your first note"), role=Role.PAGE))
        column.addSpacing(6)
        column.addWidget(self._text(_first_lines(), Role.BODY, "text2"))
        column.addSpacing(20)
        self._add_row("square-pen", _("Start with a thought, a list, a number"), self.new_button)
        self._add_row("download", _("Bring notes from another app"), self.import_button)
        column.addWidget(hairline())
        column.addSpacing(16)
        column.addWidget(
            self._text(_("No account and no network are needed."), Role.SMALL, "muted")
        )

    def _text(self, text: str, role: Role, ink: str) -> Label:
        label = Label(self._theme, text, role=role, ink=ink)
        label.setWordWrap(True)
        return label

    def _add_row(self, icon: str, text: str, button: QPushButton) -> None:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(14)
        line.addWidget(IconLabel(self._theme, icon, "accent", size=16))
        line.addWidget(self._text(text, Role.BODY, "text"), 1)
        line.addWidget(button)
        self._rows.append(row)
        self._column.addWidget(hairline())
        self._column.addWidget(row)

    def _apply_theme(self) -> None:
        self._middle.setFixedWidth(self._theme.px(_WIDTH))
        for row in self._rows:
            row.setFixedHeight(self._theme.px(51))


def _first_lines() -> str:
    return _(
        "The first line becomes the title. What you type is saved on this computer as you go, "
        "with or without a network."
    )


class _Drawing(QWidget):
    """Three cards, one behind the other, fading out."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        self.setFixedSize(QSize(self._theme.px(120), self._theme.px(84)))

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, scale = self._theme.tokens, self._theme.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        painter.setBrush(tokens.color("surface"))
        for left, top, ink in ((40.75, 8.75, 0.22), (24.75, 18.75, 0.45), (8.75, 28.75, 1.0)):
            painter.setPen(QPen(_faded(tokens.color("accent"), ink), 1.5))
            painter.drawRoundedRect(QRectF(left, top, 70, 46), 5, 5)
        pen = QPen(tokens.color("accent"), 1.5, c=Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(19, 43, 55, 43)
        painter.drawLine(19, 52, 43, 52)
        pen.setWidthF(2)
        painter.setPen(pen)
        painter.drawLine(49, 47, 49, 57)
        painter.end()


def _faded(color: QColor, ink: float) -> QColor:
    faded = QColor(color)
    faded.setAlphaF(ink)
    return faded
