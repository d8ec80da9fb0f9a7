"""A field that takes a number and nothing else."""

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QWidget

from notebrain.gui.theme.theme import Theme

_WIDTH = 120


class NumberField(QDoubleSpinBox):
    """Takes a number between two limits; up and down change it by a step."""

    chosen = Signal(float)
    """The user finished a number."""

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
        self.setButtonSymbols(QAbstractSpinBox.ButtonSymbols.NoButtons)
        self.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)
        self.setKeyboardTracking(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.valueChanged.connect(self.chosen)
        theme.changed.connect(self.updateGeometry)

    def show_value(self, value: float) -> None:
        """Show this number, without telling of it."""
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

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls under the pointer; nobody means to change a number by it
