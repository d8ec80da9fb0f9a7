"""A short message in the corner that says what was done, with Undo or Redo."""

from collections.abc import Iterator

from PySide6.QtCore import (
    QEasingCurve,
    QEvent,
    QObject,
    QPoint,
    QRect,
    QSize,
    QTimer,
    QVariantAnimation,
    Signal,
)
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme import look
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel

STAYS_MS = 8_000
_MARGIN, _RISE = 24, 8
_WIDEST = 560


class Toast(QFrame):
    """A child of the window, above everything but its buttons and hidden after a while; it never takes the focus."""

    undo_requested = Signal()
    redo_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("toast")
        self._theme = theme
        self._window = parent
        self._bottom = 0
        self._redoes = False
        self._spot = QRect()
        self.text = ElidedLabel(theme)
        self.undo = text_button(_("Undo"))
        self._row = QHBoxLayout(self)
        self._row.addWidget(IconLabel(theme, "circle-check", "success", size=16))
        self._row.addWidget(self.text, 1)
        self._row.addWidget(self.undo)
        self.undo.clicked.connect(self._on_undo)
        self._timer = QTimer(self, singleShot=True, interval=STAYS_MS)
        self._timer.timeout.connect(self._leave)
        self._rise = QVariantAnimation(self, startValue=_RISE, endValue=0)
        self._rise.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._rise.valueChanged.connect(self._place)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.hide()

    def show_message(
        self, text: str, *, above: int, undoable: bool, redoable: bool = False
    ) -> None:
        """Show this message, `above` pixels from the bottom of the window."""
        self._redoes = redoable
        self._bottom = above
        self.text.setText(text)
        self.undo.setText(_("Redo") if redoable else _("Undo"))
        self.undo.setVisible(undoable or redoable)
        self.setAccessibleName(text)
        self._row.activate()
        self._window.installEventFilter(self)
        self._find_spot()
        self.show()
        self.raise_()
        self._rise.setDuration(look.duration(look.RISE_MS))
        self._rise.start()
        self._timer.start()

    def stand(self, above: int) -> None:
        """Stay this many pixels above the bottom of the window from now on, and beside the buttons shown there."""
        if self.isVisible():
            self._bottom = above
            self._find_spot()
            self._place(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._find_spot()
            self._place(0)
        return False

    def _place(self, lower: int) -> None:
        self.resize(self._spot.size())
        self.move(self._spot.topLeft() + QPoint(0, lower))

    def _find_spot(self) -> None:
        """Choose the corner, the middle beside it, or what is above the buttons in the corner."""
        px, parent = self._theme.px, self._window
        room = parent.width() - 2 * px(_MARGIN)
        size = QSize(min(self.sizeHint().width(), room, px(_WIDEST)), px(40))
        top = parent.height() - self._bottom - px(_MARGIN) - size.height()
        corner = QRect(QPoint(parent.width() - px(_MARGIN) - size.width(), top), size)
        middle = QRect(QPoint((parent.width() - size.width()) // 2, top), size)
        buttons = self._buttons()
        free = [spot for spot in (corner, middle) if not any(map(spot.intersects, buttons))]
        if not free:
            tops = [button.top() for button in buttons if button.intersects(corner)]
            corner.moveBottom(min(tops) - px(_RISE))
        self._spot = (free or [corner])[0]

    def _buttons(self) -> list[QRect]:
        """Return where the buttons of the window are."""
        return [
            QRect(button.mapTo(self._window, QPoint()), button.size())
            for button in _shown_buttons(self._window)
            if not self.isAncestorOf(button)
        ]

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(14), 0, px(8), 0)
        self._row.setSpacing(px(10))

    def _leave(self) -> None:
        # not when it is hidden for another reason: the window may be in the middle of its destruction
        self._window.removeEventFilter(self)
        self.hide()

    def _on_undo(self) -> None:
        self._leave()
        (self.redo_requested if self._redoes else self.undo_requested).emit()


def _shown_buttons(part: QWidget) -> Iterator[QAbstractButton]:
    """Yield the visible buttons in a widget, without looking into what is hidden."""
    for child in part.children():
        if isinstance(child, QWidget) and child.isVisible():
            if isinstance(child, QAbstractButton):
                yield child
            yield from _shown_buttons(child)
