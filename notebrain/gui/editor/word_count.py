"""The word count of the open note, computed while the program is idle."""

import re
from collections.abc import Callable, Iterator
from itertools import islice

from PySide6.QtCore import QObject, QTimer, Signal

from notebrain.domain.text.buffer import TextMap

SOON_MS = 150
LATER_MS = 1_000
_BIG = 200_000
_SLICE = 40
"""The number of pieces counted at a time: about 80 KB, 3 ms."""
# from a letter or digit to the next space; the tick of a check box is not a word
_WORD = re.compile(r"(?!(?<=\[)[xX]\])\w\S*")


class WordCounter(QObject):
    """Emits the word count soon after an edit; for a long note, after a pause in typing and in slices."""

    counted = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text: Callable[[], TextMap] | None = None
        self._left: Iterator[int] = iter(())
        self._sum = 0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._begin)
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._go_on)

    def follow(self, text: Callable[[], TextMap] | None) -> None:
        """Count the words of this text from now on; None counts nothing."""
        self._text = text
        self._slices.stop()
        self._timer.stop()
        if text is not None:
            self._timer.start(0)

    def edited(self) -> None:
        """Count again: immediately for a short note, after a pause in typing for a long one."""
        if self._text is None:
            return
        if self._text().units > _BIG:
            self._slices.stop()
            self._timer.start(LATER_MS)
        elif not self._timer.isActive():
            self._timer.start(SOON_MS)

    def _begin(self) -> None:
        if self._text is not None:
            self._left, self._sum = counts(self._text()), 0
            self._go_on()

    def _go_on(self) -> None:
        """Count a slice, and emit the total after the last one."""
        slice_ = list(islice(self._left, _SLICE))
        self._sum += sum(slice_)
        if len(slice_) == _SLICE:
            self._slices.start()
            return
        self._slices.stop()
        self.counted.emit(self._sum)


def counts(text: TextMap) -> Iterator[int]:
    """Yield how many words begin in each piece; symbols that stand alone are not words."""
    goes_on = False
    for piece in text.pieces:
        found = len(_WORD.findall(piece.shown))
        yield found - (goes_on and piece.shown[0].isalnum())
        last = piece.shown.split("\n")[-1].rsplit(maxsplit=1)
        goes_on = bool(last) and not piece.shown[-1].isspace() and bool(_WORD.search(last[-1]))
