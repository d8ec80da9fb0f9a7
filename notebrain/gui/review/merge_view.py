"""The proposed merge of two notes, which the user can edit."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from notebrain.app.notes.card_views import OpenCard
from notebrain.domain.i18n import _
from notebrain.domain.review.cards import Answer
from notebrain.gui.review.marked_text import MarkedText, added, removed
from notebrain.gui.review.side_by_side import Pane
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.widgets.layouts import FoldingRow
from notebrain.gui.widgets.segmented_control import Segments

if TYPE_CHECKING:
    from notebrain.domain.review.answers import MergeText


OLDER, NEWER = "older", "newer"
_COMPARE_MS = 120


def _sides() -> tuple[tuple[str, str], ...]:
    return (OLDER, _("Older")), (NEWER, _("New"))


class MergePane(Pane):
    """The text of a merge; Esc leaves it."""

    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _("Proposed merge"))
        self._asked: OpenCard | None = None
        self._texts: dict[str, MergeText] = {}
        self._first = self._writer = PROGRAM
        self._edited: dict[str, str] = {}
        self._with = OLDER
        self.about.setText(_("you can edit it"))
        name = _("compare with")
        self.add_to_head(Label(theme, name, role=Role.SMALL, ink="muted"))
        self.switch = Segments(theme, _sides(), name)
        self.switch.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.add_to_head(self.switch)
        self.writers = MergeWriters(theme)
        self.writers.chosen.connect(self._on_writer)
        self.add_above(self.writers)
        self.left_out = Label(theme, _("Not in the merge"), role=Role.SMALL_STRONG)
        self.lost = MarkedText(theme, _("Not in the merge"))
        self.add_below(self.left_out)
        self.add_below(self.lost)
        self._icon = IconLabel(theme, "circle-alert", "danger")
        self.vanishing = Label(theme, role=Role.SMALL, ink="danger")
        self.vanishing.setWordWrap(True)
        self._below = QWidget()
        row = QHBoxLayout(self._below)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._icon)
        row.addWidget(self.vanishing, 1)
        self.add_below(self._below)
        self.text.setReadOnly(False)
        self.text.setUndoRedoEnabled(True)
        self.text.setAccessibleName(_("Proposed merge"))
        self._soon = QTimer(self, singleShot=True, interval=_COMPARE_MS)
        self._soon.timeout.connect(self._compare)
        self.text.textChanged.connect(self._soon.start)
        self.switch.chosen.connect(self._on_chosen)
        self.text.installEventFilter(self)

    @property
    def merged(self) -> str | None:
        """The merged text if the user edited it; None while it is the proposed one."""
        if self._asked is None:
            return None
        if self.text.document().isModified():
            return self.text.toPlainText()
        shown = self._texts[self._writer]
        return shown.text if shown.by else None

    @property
    def is_edited(self) -> bool:
        """Whether the user changed the text."""
        return self._asked is not None and self.text.document().isModified()

    def show_card(self, asked: OpenCard) -> None:
        """Show the proposed text of a card, if it can be merged."""
        texts = {MODEL if merge.by else PROGRAM: merge for merge in asked.merges}
        if not texts:
            self._asked = None
            self.hide()
            return
        same = self._asked is not None and self._asked.card.id == asked.card.id
        if same and texts == self._texts:
            self.show()
            return  # keep what the user has written so far
        writes = same and self.text.document().isModified()
        going_on = writes and texts.get(self._writer) == self._texts[self._writer]
        self._asked, self._texts, self._first = asked, texts, next(iter(texts))
        conflict = asked.card.theirs is not None
        for side, name in (
            ((OLDER, _("The note")), (NEWER, _("The other"))) if conflict else _sides()
        ):
            self.switch.buttons[side].setText(name)
        if going_on:  # the other text was added or removed meanwhile
            self._show_writer()
        else:
            self._edited = {}
            self._show_text(self._first)
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() != Qt.Key.Key_Escape:
            return False
        self.left.emit()
        return True

    def _on_writer(self, writer: str) -> None:
        """Show the text of the other writer; edits to this one are restored when the user switches back."""
        if writer == self._writer:
            return
        if self.text.document().isModified():
            self._edited[self._writer] = self.text.toPlainText()
        self._show_text(writer)

    def _show_text(self, writer: str) -> None:
        self._writer = writer
        edited = self._edited.pop(writer, None)
        self.text.setPlainText(self._texts[writer].text if edited is None else edited)
        self.text.document().setModified(edited is not None)
        self._show_writer()
        self._compare()

    def _show_writer(self) -> None:
        self.writers.setVisible(MODEL in self._texts)
        self.writers.show_writer(self._writer, lossy=self._first == PROGRAM)

    def _on_chosen(self, side: str) -> None:
        self._with = side
        self._compare()

    def _compare(self) -> None:
        """Mark what the other side does not have, and show every line of both that is left out."""
        self._soon.stop()
        self.switch.show_chosen(self._with)
        asked = self._asked
        if asked is None:
            return
        text = self.text.toPlainText()
        note = asked.older.body if asked.card.theirs is not None else asked.older_body
        base = note if self._with == OLDER else asked.other_body
        self.text.mark(added(base, text))
        lines = asked.lost_lines(text)
        self.lost.show_marked(removed(lines, text))
        for part in (self.left_out, self.lost):
            part.setVisible(bool(lines))
        lost = asked.vanishing(text)
        self._below.setVisible(bool(lost))
        warning = _("Would be lost from the text: {values}.").format(values=", ".join(lost))
        written = self.text.document().isModified()  # our suggestion did not consider user edits
        if asked.card.offer.proposed is not Answer.MERGE and not written:
            warning = f"{warning} {_('That is why merging is not suggested.')}"
        self.vanishing.setText(warning)


MODEL, PROGRAM = "model", "program"
_MESSAGE = 120


class MergeWriters(QWidget):
    """Shows who wrote the text, and lets the user switch."""

    chosen = Signal(str)
    """`MODEL` or `PROGRAM`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._icon = IconLabel(theme, "cloud", "muted")
        self.message = Label(theme, role=Role.SMALL, ink="text2")
        self.message.setWordWrap(True)
        texts = (MODEL, _("From your account")), (PROGRAM, _("From this computer"))
        self.switch = Segments(theme, texts, _("Proposed merge"))
        self.switch.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.switch.chosen.connect(self.chosen)
        said = QWidget()
        row = QHBoxLayout(said)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._icon)
        row.addWidget(self.message, 1)
        self._row = FoldingRow(said, self.switch, self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.px(8))
        self._row.set_least(theme.px(_MESSAGE))

    def show_writer(self, writer: str, *, lossy: bool) -> None:
        """Show who wrote the current text.

        Args:
            lossy: Whether the model's text leaves something out, which is why the other one is shown first.
        """
        self.switch.show_chosen(writer)
        self._icon.set_icon("cloud" if writer == MODEL else "monitor", "muted")
        if writer == MODEL:
            self.message.setText(_("Written by the model in your account"))
        elif lossy:
            self.message.setText(_("The text from your account leaves something out"))
        else:
            self.message.setText(_("Combined on this computer"))
