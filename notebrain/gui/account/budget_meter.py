"""A meter for how much of the daily budget is spent."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from notebrain.app.sync.texts import resets_text
from notebrain.domain.embedding.usage import RemoteNumbers
from notebrain.domain.i18n import _
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label

_HEIGHT = 6
_NEARLY = 0.8


class BudgetMeter(QWidget):
    """Shows how much of the daily budget is spent, as text and as a bar, and when the budget resets."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.spent = Label(theme, role=Role.NUMBER)
        self.bar = _Bar(theme)
        self.resets = Label(theme, role=Role.SMALL, ink="muted")
        self.reason = Label(theme, role=Role.SMALL, ink="warning")
        self.reason.setWordWrap(True)
        self._column = QVBoxLayout(self)
        for part in (self.spent, self.bar, self.resets, self.reason):
            self._column.addWidget(part)
        theme.follow(self._apply_theme)

    def show_numbers(self, numbers: RemoteNumbers) -> None:
        """Show these numbers."""
        text = _("{spent} of {budget} neurons spent today").format(
            spent=date_format.number(round(numbers.spent)),
            budget=date_format.number(numbers.budget),
        )
        self.spent.setText(text)
        self.bar.show_share(numbers.spent / numbers.budget if numbers.budget else 1.0)
        self.bar.setAccessibleName(text)
        self.resets.setText(resets_text(numbers.resets_at))
        self.reason.setText(numbers.reason or "")
        self.reason.setVisible(bool(numbers.reason))

    def _apply_theme(self) -> None:
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(self._theme.px(4))


class _Bar(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._share = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_share(self, share: float) -> None:
        """Draw this share of the budget as spent."""
        self._share = min(1.0, max(0.0, share))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(160), self._theme.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        whole = QRectF(self.rect())
        radius = whole.height() / 2
        painter.setBrush(self._theme.tokens.color("track"))
        painter.drawRoundedRect(whole, radius, radius)
        part = QRectF(whole)
        part.setWidth(max(whole.height(), whole.width() * self._share) if self._share else 0.0)
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            part.moveRight(whole.right())
        painter.setBrush(self._theme.tokens.color("accent" if self._share < _NEARLY else "warning"))
        painter.drawRoundedRect(part, radius, radius)
        painter.end()
