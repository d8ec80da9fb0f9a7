"""A row that was answered folds away: the rows below it close the gap."""

from PySide6.QtCore import QEasingCurve, QPoint, QRect, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from notebrain.gui import motion


class Collapse(QWidget):
    """Lies over a list while it closes; the list below is as it will be, and takes keys and clicks."""

    began = Signal()

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self._gone = QPixmap()
        self._left = QPixmap()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._fold = QVariantAnimation(self, startValue=1.0, endValue=0.0)
        self._fold.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._fold.valueChanged.connect(self.update)
        self._fold.finished.connect(self.hide)
        self.hide()

    def start(self, before: QPixmap, gone: QRect) -> None:
        """Fold away what stood in a place; the list has closed already.

        Args:
            before: The list as it was.
            gone: The place, from the left to the right edge of the list.
        """
        lasts = motion.duration(motion.COLLAPSE_MS)
        if not lasts or gone.isEmpty():
            return
        ratio = before.devicePixelRatio()
        self._gone = before.copy(QRect(gone.topLeft() * ratio, gone.size() * ratio))
        below = QRect(0, gone.top(), self._over.width(), self._over.height() - gone.top())
        self.hide()  # it must not stand in the picture
        self._left = self._over.grab(below)
        self.setGeometry(below)
        self.show()
        self.raise_()
        self._fold.setDuration(lasts)
        self._fold.start()
        self.began.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        share: float = self._fold.currentValue()
        height = round(self._gone.deviceIndependentSize().height() * share)
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._over.palette().alternateBase())
        painter.drawPixmap(QPoint(0, height), self._left)
        painter.setClipRect(0, 0, self.width(), height)
        painter.setOpacity(share)
        painter.drawPixmap(QPoint(0, 0), self._gone)
        painter.end()
