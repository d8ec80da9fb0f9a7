"""When something is offered below the caret, and the keys that take it."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QListWidgetItem

from notebrain.gui.completion.offer_list import OfferList
from notebrain.gui.editor.view import NoteView
from notebrain.gui.theme.theme import Theme

_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_TAKING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab)


class Offers(QObject):
    """Follows what is typed, shows what it may become, and tells what was taken.

    Args:
        name: What the list is called for those who hear it.
        typed: Returns what was typed so far of something to complete; None where nothing is.
    """

    wanted = Signal(str)
    taken = Signal(str)
    ended = Signal()
    """Nothing is to be offered any more: the caret or the user left, or it was refused."""

    def __init__(
        self, view: NoteView, theme: Theme, name: str, typed: Callable[[], str | None]
    ) -> None:
        # of the view: a filter that outlives what it watches hears of its end, when nothing can be asked any more
        super().__init__(view)
        self._view = view
        self._theme = theme
        self._name = name
        self._typed = typed
        self._made: OfferList | None = None
        self._refused = False
        """Esc: no more offers until the caret leaves what is typed."""
        # a sign may bring its partner: the caret has its place only when the key is through
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        view.textChanged.connect(self._on_text)
        view.cursorPositionChanged.connect(self._on_caret)
        view.left.connect(self.end)
        view.installEventFilter(self)

    @property
    def shown(self) -> bool:
        """Whether something is offered now."""
        return self._made is not None and self._made.isVisible()

    @property
    def _list(self) -> OfferList:
        """The list; made when it is first wanted."""
        if self._made is None:
            self._made = OfferList(self._theme, self._name, self._view)
            self._made.itemClicked.connect(self._on_clicked)
        return self._made

    def show(self, texts: Sequence[str]) -> None:
        """Offer these texts instead of those before; with none, the list goes."""
        if texts:
            caret = self._view.cursorRect()
            corner = self._view.viewport().mapTo(self._view, caret.bottomLeft())
            self._list.show_texts(texts, corner, caret.height())
        elif self._made is not None:
            self._made.hide()

    def end(self) -> None:
        """Offer nothing any more."""
        self.show([])
        self.ended.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self.shown or not isinstance(event, QKeyEvent) or event.modifiers():
            return False
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return event.type() == QEvent.Type.KeyPress and self._on_key(event.key())

    def _on_key(self, key: int) -> bool:
        if key in _STEPS:
            self._list.step(_STEPS[Qt.Key(key)])
        elif key in _TAKING:
            self._take(self._list.currentItem().text())
        elif key == Qt.Key.Key_Escape:
            self._refused = True
            self.end()
        else:
            return False
        return True

    def _on_clicked(self, item: QListWidgetItem) -> None:
        self._take(item.text())

    def _take(self, text: str) -> None:
        self.end()
        self.taken.emit(text)

    def _on_text(self) -> None:
        if self._view.hasFocus():
            self._soon.start()

    def _on_caret(self) -> None:
        if self._typed() is None:
            self._refused = False
            self.end()

    def _look(self) -> None:
        typed = self._typed()
        if typed is not None and not self._refused and self._view.hasFocus():
            self.wanted.emit(typed)
