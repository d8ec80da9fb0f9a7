"""A field for a number."""

from PySide6.QtCore import QEvent, QLocale, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QWidget

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme

_WIDTH, _PAD, _RADIUS, _RIM = 120, 7, 6, 3


class NumberField(QDoubleSpinBox):
    """Takes a number between two limits; the up and down keys change it by a step."""

    chosen = Signal(float)
    """The user finished entering a number."""

    def __init__(
        self,
        theme: Theme,
        name: str,
        values: tuple[float, float, float],
        unit: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        least, most, step = values
        self.setAccessibleName(name)
        self.lineEdit().setProperty("bare", True)
        self.setDecimals(0 if all(v == round(v) for v in values) else 1)
        self.setRange(least, most)
        self.setSingleStep(step)
        self.setSuffix(f" {unit}" if unit else "")
        self.setFrame(False)
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.valueChanged.connect(self.chosen)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def show_value(self, value: float) -> None:
        """Show this number without emitting a signal."""
        blocked = self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(blocked)

    def textFromValue(self, val: float) -> str:
        decimals = 0 if val == round(val) else self.decimals()
        return QLocale().toString(val, "f", decimals)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(_WIDTH), self._theme.px(32))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(80), self._theme.px(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        # without buttons, a style sheet would leave the number one pixel of width
        tokens, radius = self._theme.tokens, self._theme.px(_RADIUS)
        thick = 2 if self.hasFocus() else 1
        half = thick / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tokens.color("focus" if self.hasFocus() else "field"), thick))
        painter.setBrush(tokens.color("surface"))
        painter.drawRoundedRect(
            self.rect().toRectF().adjusted(half, half, -half, -half), radius, radius
        )
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.StyleChange:
            self._place()  # Qt lays the number over the whole field with its border

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # scrolls the page under the pointer; nobody means to change a number by it

    def _place(self) -> None:
        self.lineEdit().setGeometry(self.rect().adjusted(_RIM, _RIM, -_RIM, -_RIM))

    def _apply_theme(self) -> None:
        self.setFont(self._theme.font(Role.BODY))
        self.lineEdit().setFont(self._theme.font(Role.BODY))
        self._place()
        self.lineEdit().setTextMargins(self._theme.px(_PAD), 0, self._theme.px(_PAD), 0)
        self.updateGeometry()
