"""The list of what may be meant, below the caret."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtWidgets import QFrame, QListWidget, QWidget

from notebrain.gui.theme.theme import Theme

_WIDTH, _ROW, _RIM = 340, 28, 6


class OfferList(QListWidget):
    """Lies over the text; the keyboard stays in the text."""

    def __init__(self, theme: Theme, name: str, over: QWidget) -> None:
        super().__init__(over)
        self._theme = theme
        self._over = over
        self.setObjectName("offers")
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setUniformItemSizes(True)
        self.hide()

    def show_texts(self, texts: Sequence[str], at: QPoint, above: int) -> None:
        """Show these texts with their corner at this point; over a line this high where there is no room below."""
        px = self._theme.px
        self.clear()
        self.addItems(list(texts))
        for number in range(self.count()):
            self.item(number).setSizeHint(QSize(px(_WIDTH) // 2, px(_ROW)))
        self.setCurrentRow(0)
        room = self._over.rect()
        width, height = px(_WIDTH), self.count() * px(_ROW) + 2 * px(_RIM)
        left = max(0, min(at.x(), room.width() - width))
        fits = at.y() + height <= room.height()
        self.setGeometry(left, at.y() if fits else at.y() - above - height, width, height)
        self.show()
        self.raise_()

    def step(self, steps: int) -> None:
        """Choose another row, from the last to the first and back."""
        self.setCurrentRow((self.currentRow() + steps) % self.count())
