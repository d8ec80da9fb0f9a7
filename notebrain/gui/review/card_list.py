"""The list that cards are chosen from."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView

from notebrain.domain.i18n import _
from notebrain.gui.review.delegate import InboxDelegate
from notebrain.gui.theme.theme import Theme


class CardList(QListView):
    """The cards themselves; letters are answers, and left to the page."""

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._delegate = InboxDelegate(theme, now, self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(_("Cards"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._delegate.ring = True
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
        )
        if plain and event.text().isalpha():
            event.ignore()
            return
        super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._delegate.ring = False
        super().mousePressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._delegate.ring = event.reason() != Qt.FocusReason.MouseFocusReason
        super().focusInEvent(event)
        self.viewport().update()
