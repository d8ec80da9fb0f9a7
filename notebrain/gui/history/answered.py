"""Taking an answer of the review back from the history of a note that it changed."""

from PySide6.QtCore import QObject

from notebrain.domain.i18n import _
from notebrain.domain.notes.history import State
from notebrain.domain.notes.note import NoteId
from notebrain.domain.review.cards import CardId
from notebrain.gui.desk import Desk
from notebrain.gui.history.pane import HistoryPane

_READ = "history.answer"
_BY_ANSWER = "answer"


class Answered(QObject):
    """Offers it below the states, while one is chosen that an answer made."""

    def __init__(self, desk: Desk, pane: HistoryPane) -> None:
        super().__init__(pane)
        self._desk = desk
        self._pane = pane
        self._card: CardId | None = None
        pane.settled.connect(self._look)
        pane.take_back.clicked.connect(self._take_back)

    def _look(self) -> None:
        """Find out whether the chosen state is an answer's that can be taken back."""
        note, state = self._desk.browser.note, self._pane.state
        if note is None or state is None or state.how != _BY_ANSWER:
            self._desk.reader.forget(_READ)
            self._offer(None)
            return
        review, note_id = self._desk.services.review, note.id
        self._desk.reader.read(
            _READ,
            lambda: review.behind(note_id, state.begun_at),
            lambda card: self._tell(note_id, state, card),
        )

    def _tell(self, note_id: NoteId, state: State, card: CardId | None) -> None:
        note = self._desk.browser.note
        if note is not None and note.id == note_id and self._pane.state == state:
            self._offer(card)

    def _offer(self, card: CardId | None) -> None:
        self._card = card
        self._pane.take_back.setVisible(card is not None)

    def _take_back(self) -> None:
        desk, card = self._desk, self._card
        if card is None:
            return
        self._pane.enter()  # the button goes with the answer
        desk.bridge.when_done(
            desk.services.review.undo(card),
            lambda _changes: desk.acts.undone.emit(_("The answer was taken back")),
            failed=desk.on_failed,
        )
