"""One question and its answer: the sentences, with the sources beside them."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.ask.model_answer import Prepared
from notebrain.domain.grounding.answers import Answer, AnswerSentence
from notebrain.domain.i18n import _
from notebrain.gui.ask import texts
from notebrain.gui.ask.sources import NO_MARKS, SourceList
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import WrappedLabel
from notebrain.gui.widgets.layouts import FlowLayout, TwoColumns

if TYPE_CHECKING:
    from notebrain.domain.ports import Sent


class Turn(QWidget):
    """Shows a question at once, and its answer when it is there; emits what the user wants to do with it."""

    opened = Signal(object)
    """Open this `Source`."""
    copy_requested = Signal(object)
    """Copy this `Answer`."""
    save_requested = Signal(object)
    """Save this `Answer` as a note."""
    stop_requested = Signal()
    sent_requested = Signal(object)
    """Show this `Sent`, which left this computer."""
    model_requested = Signal(object)
    """Let a model answer, too; with the button that offers it."""

    def __init__(self, theme: Theme, question: str, now: Callable[[], datetime]) -> None:
        super().__init__()
        self._theme = theme
        self.answer: Answer | None = None
        self.quotes: Answer | None = None
        """The answer that the notes give word for word."""
        self.question = WrappedLabel(theme, question, role=Role.SECTION)
        self.state = WrappedLabel(theme, _("Looking through your notes…"), ink="muted")
        self.sentences: list[SentenceLabel] = []
        self.sources = SourceList(theme, now)
        self.copy = text_button(_("Copy with quotes"))
        self.save = text_button(_("Save as a note"))
        self.model = text_button(_("Ask a model…"))
        self.sent = text_button(_("What was sent"))
        self.stop = text_button(_("Stop"))
        self.written = WrappedLabel(theme, role=Role.FIELD)
        self._buttons = QWidget()
        self._acts = FlowLayout(self._buttons)
        self._acts.setContentsMargins(0, 0, 0, 0)
        for button in (self.stop, self.copy, self.save, self.model, self.sent):
            button.setProperty("flush", True)
            self._acts.addWidget(button)
        self._body = QWidget()
        self._text = QVBoxLayout(self._body)
        self._text.setContentsMargins(0, 0, 0, 0)
        self._columns = TwoColumns(theme)
        self._columns.add(self.written, self._body, self.state, self._buttons)
        self._columns.add(self.sources, beside=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.question)
        self._column.addWidget(self._columns)
        for part in (self._buttons, self._body, self.written, self.stop, self.model, self.sent):
            part.hide()
        self.sources.hide()
        self.sources.opened.connect(self._open)
        self.copy.clicked.connect(lambda: self.copy_requested.emit(self.answer))
        self.save.clicked.connect(lambda: self.save_requested.emit(self.answer))
        self.stop.clicked.connect(self.stop_requested)
        self._sent: Sent | None = None
        self.sent.clicked.connect(lambda: self.sent_requested.emit(self._sent))
        self.model.clicked.connect(lambda: self.model_requested.emit(self.model))
        theme.follow(self._apply_theme)

    def keep_sent(self, prepared: Prepared) -> None:
        """Offer to show what is being sent."""
        self._sent = prepared.sent
        self.sent.setVisible(self._sent is not None)

    def show_writing(self, text: str = "") -> None:
        """Show what a model has written so far; the sources stay beside it."""
        self._body.setVisible(not text and bool(self.sentences))
        self.written.setVisible(bool(text))
        self.written.setText(text)
        self.show_state("" if text else _("A model in your account reads these notes…"))
        for button in (self.copy, self.save, self.model):
            button.hide()
        self.stop.show()
        self._buttons.show()

    def show_answer(self, answer: Answer, marks: Mapping[int, str] = NO_MARKS) -> None:
        """Show the answer, or why there is none.

        Args:
            marks: What became of the notes of some sources since they were read, by number.
        """
        # each part that is shown in a visible widget lays the whole page out: all of them take 40 ms, at once 20 ms
        self._columns.hide()
        self.answer = answer
        if self.quotes is None:
            self.quotes = answer
        self.written.hide()
        self.stop.hide()
        self.model.setText(_("Ask another model…") if answer.model else _("Ask a model…"))
        for button in (self.copy, self.save):
            button.setVisible(bool(answer.sentences))
        for label in self.sentences:
            self._text.removeWidget(label)
            label.hide()
            label.deleteLater()
        self.sentences = [SentenceLabel(self._theme, one) for one in answer.sentences]
        for label in self.sentences:
            label.linkActivated.connect(self._on_link)
            self._text.addWidget(label)
        self._body.setVisible(bool(self.sentences))
        self.sources.show_answer(answer, marks)
        self.sources.setVisible(bool(answer.sources))
        said = (
            answer.reason,
            answer.degraded,
            texts.written_by(answer),
            "" if answer.model else texts.kept_here(answer),
        )
        self.show_state("\n".join(part for part in said if part))
        self._buttons.setVisible(bool(answer.sentences) or self._sent is not None)
        self._columns.show()

    def show_state(self, text: str, *, ink: str = "text2") -> None:
        """Show what happens or went wrong, in place of or above the answer."""
        self.state.set_ink(ink)
        self.state.setText(text)
        self.state.setVisible(bool(text))

    def spoken(self) -> str:
        """Return what a screen reader says once the answer is there."""
        return " ".join(
            [*(texts.spoken(one.sentence) for one in self.sentences), self.state.text()]
        )

    def _on_link(self, number: str) -> None:
        self._open(int(number))

    def _open(self, number: int) -> None:
        sources = () if self.answer is None else self.answer.sources
        for source in sources:
            if source.number == number:
                self.opened.emit(source)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setSpacing(px(10))
        self._text.setSpacing(px(10))
        self._acts.setSpacing(px(16))
        self._acts.set_line_gap(px(4))
        self._buttons.setContentsMargins(0, px(10), 0, 0)
        self.state.setContentsMargins(0, px(8), 0, 0)


class SentenceLabel(WrappedLabel):
    """A sentence of an answer; its marks lead to the quotes."""

    def __init__(self, theme: Theme, sentence: AnswerSentence) -> None:
        self.sentence = sentence
        super().__init__(theme, role=Role.FIELD)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setAccessibleName(texts.spoken(sentence))
        theme.follow(self._show)

    def _show(self) -> None:
        self.setText(texts.sentence_html(self.sentence, self._theme.tokens))
