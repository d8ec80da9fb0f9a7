"""Search in the note that is shown, in slices so that typing and painting come first."""

from PySide6.QtCore import (
    QElapsedTimer,
    QObject,
    QRegularExpression,
    QRegularExpressionMatchIterator,
    QTimer,
    Signal,
)

from notebrain.domain.text.find import FindQuery, FindResult, fault_in_words
from notebrain.gui.editor.document import NoteDocument

MOST = 100_000
"""The maximum number of matches that are marked and counted; more would help nobody."""
_SLICE_MS = 6
_REST_MS = 200
_BIG = 200_000
_LOOKS = 64
_Option = QRegularExpression.PatternOption


class Finder(QObject):
    """Holds all matches of the searched text, and searches again when the note changes.

    It uses Qt's regular expressions rather than Python's, because they give up on an expression that would take
    forever, and count positions as the text field does.
    """

    matches_changed = Signal()
    """There are more matches, the search is complete, or the expression is invalid."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.matches: list[tuple[int, int]] = []
        self.done = True
        self.error = ""
        self.wanted = FindQuery()
        self._document: NoteDocument | None = None
        self._searched: FindResult | None = None
        self._left: QRegularExpressionMatchIterator | None = None
        self._found: list[tuple[int, int]] = []
        self._slices = QTimer(self, interval=0)
        self._slices.timeout.connect(self._go_on)
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self._begin)

    def search(self, document: NoteDocument | None, wanted: FindQuery) -> None:
        """Search for this in this note from now on; None or an empty search matches nothing."""
        if document is not self._document:
            if self._document is not None:
                self._document.edited.disconnect(self._on_edited)
            if document is not None:
                document.edited.connect(self._on_edited)
                document.destroyed.connect(self._on_gone)
            self._document = document
        self.wanted = wanted
        self._begin()

    def searches(self, document: NoteDocument | None) -> bool:
        """Return whether this is the note that is searched."""
        return document is self._document

    def replacements(self, given: str) -> list[tuple[int, int, str]]:
        """Return what to insert where if every match is replaced: (start, end, text)."""
        if self._document is None or not self.wanted.text:
            return []
        searched = FindResult(self._document.text)
        left = self._expression().globalMatch(searched.text)
        found: list[tuple[int, int, str]] = []
        while left.hasNext():
            match = left.next()
            if match.capturedLength():
                text = self.wanted.replacement(given, match.capturedTexts())
                found.append((*searched.shown(match.capturedStart(), match.capturedEnd()), text))
        return found

    def replacement_at(self, start: int, given: str) -> tuple[int, int, str] | None:
        """Return what replaces the match that starts at this position; None if there is no match."""
        if self._document is None or not self.wanted.text:
            return None
        searched = FindResult(self._document.text)
        match = self._expression().match(searched.text, searched.place(start))
        place = searched.shown(match.capturedStart(), match.capturedEnd())
        if not match.hasMatch() or place[0] != start:
            return None
        return *place, self.wanted.replacement(given, match.capturedTexts())

    def _expression(self) -> QRegularExpression:
        options = _Option.UseUnicodePropertiesOption | _Option.MultilineOption
        if not self.wanted.case:
            options |= _Option.CaseInsensitiveOption
        return QRegularExpression(self.wanted.pattern, options)

    def _begin(self) -> None:
        self._again.stop()
        self._slices.stop()
        self._found, self.error, self.done = [], "", False
        if self._document is None or not self.wanted.text:
            self._finish()
            return
        expression = self._expression()
        if not expression.isValid():
            self.error = fault_in_words(expression.errorString())
            self._finish()
            return
        self._searched = FindResult(self._document.text)
        self._left = expression.globalMatch(self._searched.text)
        self._go_on()

    def _go_on(self) -> None:
        """Search for a few milliseconds; the previous matches stay until all new ones are known."""
        clock = QElapsedTimer()
        clock.start()
        left, searched = self._left, self._searched
        if left is None or searched is None:
            return
        while left.hasNext() and len(self._found) < MOST:
            for _match in range(_LOOKS):
                if not left.hasNext():
                    break
                match = left.next()
                if match.capturedLength():
                    place = searched.shown(match.capturedStart(), match.capturedEnd())
                    self._found.append(place)
            if clock.hasExpired(_SLICE_MS):
                self._slices.start()
                return
        self._finish()

    def _finish(self) -> None:
        self._slices.stop()
        self._left = self._searched = None
        self.matches, self._found = self._found, []
        self.done = True
        self.matches_changed.emit()

    def _on_edited(self) -> None:
        self._slices.stop()
        if self.wanted.text and self._document is not None:
            self._again.start(_REST_MS if self._document.units > _BIG else 0)

    def _on_gone(self) -> None:
        self._document = None
        self._again.stop()
        self._slices.stop()
