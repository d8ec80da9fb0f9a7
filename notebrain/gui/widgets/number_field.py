"""Choosing a number: a field, and a slider that shows its value."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QLocale, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QSizePolicy,
    QSlider,
    QWidget,
)

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label

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
        theme.follow(self._apply_theme)

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


_KNOB, _GROOVE, _FAST = 14, 4, 5


class ValueSlider(QWidget):
    """Chooses one of many values in even steps; reports it when the user lets go or presses a key.

    Args:
        wording: Formats a value for display beside the slider.
    """

    chosen = Signal(float)

    def __init__(
        self,
        theme: Theme,
        name: str,
        values: tuple[float, float, float],
        wording: Callable[[float], str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._least, self._most, self._step = values
        self._wording = wording
        self.slider = _Slider(theme)
        self.slider.setAccessibleName(name)
        self.slider.setRange(0, round((self._most - self._least) / self._step))
        self.slider.setPageStep(_FAST)
        # not while dragging: the change may affect the slider itself, such as zoom
        self.slider.setTracking(False)
        self.label = Label(theme, role=Role.NUMBER, ink="text2")
        self.label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.slider, 1)
        self._row.addWidget(self.label)
        self.setFocusProxy(self.slider)
        self.slider.sliderMoved.connect(self._show_step)
        self.slider.valueChanged.connect(self._on_value)
        theme.follow(self._apply_theme)
        self._show_step(0)

    def value(self) -> float:
        """Return the current value."""
        return self._at(self.slider.value())

    def show_value(self, value: float) -> None:
        """Move to this value without emitting a signal."""
        blocked = self.slider.blockSignals(True)
        self.slider.setValue(round((value - self._least) / self._step))
        self.slider.blockSignals(blocked)
        self._show_step(self.slider.value())

    def _at(self, step: int) -> float:
        return min(self._most, round(self._least + step * self._step, 6))

    def _on_value(self, step: int) -> None:
        self._show_step(step)
        self.chosen.emit(self._at(step))

    def _show_step(self, step: int) -> None:
        text = self._wording(self._at(step))
        self.label.setText(text)
        self.slider.setAccessibleDescription(text)

    def _apply_theme(self) -> None:
        self._row.setSpacing(self._theme.px(8))
        widest = max(self._wording(self._least), self._wording(self._most), key=len)
        width = self._theme.fonts.width(Role.NUMBER, widest)
        self.label.setFixedWidth(round(width) + self._theme.px(4))


class _Slider(QSlider):
    def __init__(self, theme: Theme) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(self._theme.px(120), self._theme.px(28))

    def minimumSizeHint(self) -> QSize:
        return QSize(self._theme.px(60), self._theme.px(28))

    def wheelEvent(self, e: QWheelEvent) -> None:
        e.ignore()  # scrolls the page under the pointer; nobody means to change a value by it

    def paintEvent(self, ev: QPaintEvent) -> None:
        tokens, px = self._theme.tokens, self._theme.px
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        knob, thick, middle = px(_KNOB), px(_GROOVE), self.height() / 2
        room = self.width() - knob - 4
        steps = max(1, self.maximum() - self.minimum())
        part = (self.sliderPosition() - self.minimum()) / steps
        mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        center = 2 + knob / 2 + room * (1 - part if mirrored else part)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tokens.color("track"))
        painter.drawRoundedRect(
            QRectF(2, middle - thick / 2, self.width() - 4, thick), thick / 2, thick / 2
        )
        painter.setBrush(tokens.color("accent"))
        start, end = (center, self.width() - 2) if mirrored else (2, center)
        painter.drawRoundedRect(
            QRectF(start, middle - thick / 2, end - start, thick), thick / 2, thick / 2
        )
        ring = tokens.color("focus" if self.hasFocus() else "control")
        painter.setPen(QPen(ring, 2 if self.hasFocus() else 1))
        painter.setBrush(tokens.color("surface" if not tokens.dark else "text"))
        painter.drawEllipse(QRectF(center - knob / 2, middle - knob / 2, knob, knob))
        painter.end()
