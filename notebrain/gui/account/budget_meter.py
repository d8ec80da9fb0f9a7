"""A meter for how much of the daily budget is spent."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from notebrain.app.account.texts import share_text
from notebrain.app.sync.texts import resets_text
from notebrain.domain.embedding.usage import FREE_A_DAY, RemoteNumbers
from notebrain.domain.i18n import _
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label

_HEIGHT, _MARK = 8, 2
_NEARLY = 0.8


class BudgetMeter(QWidget):
    """Shows how much of the daily budget is spent, as text and as a bar, and when the budget resets."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.spent = Label(theme)
        self.spent.setWordWrap(True)
        self.bar = _Bar(theme)
        self.resets = Label(theme, role=Role.SMALL, ink="muted")
        self.resets.setWordWrap(True)
        self.reason = Label(theme, role=Role.SMALL, ink="warning")
        self.reason.setWordWrap(True)
        self._column = QVBoxLayout(self)
        for part in (self.spent, self.bar, self.resets, self.reason):
            self._column.addWidget(part)
        theme.follow(self._apply_theme)

    def show_numbers(self, numbers: RemoteNumbers) -> None:
        """Show these numbers."""
        used = share_text(numbers.spent) if numbers.spent else _("nothing of the free day")
        text = _("Used today: {share}").format(share=used)
        whole = max(FREE_A_DAY, numbers.budget)
        exactly = _("{spent} of {free} neurons; NoteBrain stops at {budget}.").format(
            spent=date_format.number(round(numbers.spent)),
            free=date_format.number(FREE_A_DAY),
            budget=date_format.number(numbers.budget),
        )
        self.spent.setText(text)
        self.bar.show_share(numbers.spent / whole, stop=numbers.budget / whole)
        self.bar.setAccessibleName(text)
        self.bar.setAccessibleDescription(exactly)
        self.resets.setText(f"{exactly} {resets_text(numbers.resets_at)}.")
        self.reason.setText(numbers.reason or "")
        self.reason.setVisible(bool(numbers.reason))

    def _apply_theme(self) -> None:
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(self._theme.px(4))


class _Bar(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._share, self._stop = 0.0, 1.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def show_share(self, share: float, *, stop: float) -> None:
        """Draw this share of the day as spent, with a mark where NoteBrain stops."""
        self._share, self._stop = (min(1.0, max(0.0, part)) for part in (share, stop))
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
        if self.isRightToLeft():
            part.moveRight(whole.right())
        near = self._share >= _NEARLY * self._stop
        painter.setBrush(self._theme.tokens.color("warning" if near else "accent"))
        painter.drawRoundedRect(part, radius, radius)
        if 0 < self._stop < 1:
            mark = QRectF(whole)
            mark.setWidth(_MARK)
            mark.moveCenter(whole.center())
            at = 1 - self._stop if self.isRightToLeft() else self._stop
            mark.moveLeft(whole.width() * at)
            painter.fillRect(mark, self._theme.tokens.color("text"))
        painter.end()
