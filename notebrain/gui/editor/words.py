"""How many words the open note has, counted while nothing else is to be done."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.domain.text import count_words
from notebrain.domain.textmap import TextMap

SOON_MS = 150
LATER_MS = 1_000
_BIG = 200_000


class WordCounter(QObject):
    """Tells the count soon after an edit; of a big note only when typing pauses."""

    counted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text: Callable[[], TextMap] | None = None
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._count)

    def follow(self, text: Callable[[], TextMap] | None) -> None:
        """Count the words of this text from now on; None counts nothing."""
        self._text = text
        self._timer.stop()
        if text is not None:
            self._timer.start(0)

    def edited(self) -> None:
        """Count anew: at once for a short note, when typing pauses for a long one."""
        if self._text is None:
            return
        if self._text().units > _BIG:
            self._timer.start(LATER_MS)
        elif not self._timer.isActive():
            self._timer.start(SOON_MS)

    def _count(self) -> None:
        if self._text is not None:
            pieces = self._text().pieces
            self.counted.emit(count_words("".join(piece.shown for piece in pieces)))
