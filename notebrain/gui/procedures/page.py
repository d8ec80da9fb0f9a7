"""The page of procedures: a field to try which would apply, and all of them below."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.procedures.procedures import Procedure, ProcedureId
from notebrain.gui.core import date_format
from notebrain.gui.procedures.card import ProcedureCard
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import paint_kind
from notebrain.gui.widgets.empty_page import EmptyPage
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FoldingRow

_WIDEST, _MARGIN = 760, 32
_TRIED_AFTER_MS = 200


class ProceduresPage(QFrame):
    """Shows the procedures; emits what the user wants to do with them."""

    tried = Signal(str)
    """The user typed a question to see what would apply; empty if the field is."""
    new_requested = Signal()
    edit_requested = Signal(object)
    remove_requested = Signal(object)
    switched = Signal(object, bool)
    undo_requested = Signal()
    left = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("search")
        self.setAccessibleName(_("Procedures"))
        self._theme = theme
        self.cards: list[ProcedureCard] = []
        self.title = Label(theme, _("Procedures"), role=Role.PAGE)
        self.new = QPushButton(_("New procedure"))
        self.new.setAutoDefault(True)
        paint_kind(self.new, "go")
        self.hint = Label(
            theme,
            _(
                "What you do in which situation. A model is told those that apply to a question. They are in backups "
                "and exports, but they are not synced: they stay on this computer."
            ),
            ink="muted",
        )
        self.hint.setWordWrap(True)
        self.field = QLineEdit()
        self.field.setPlaceholderText(_("Try a question: what would apply now?"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.field.setClearButtonEnabled(True)
        self.result = Label(theme, "", role=Role.SMALL, ink="muted")
        self.result.setWordWrap(True)
        self.empty = EmptyPage(
            theme,
            "layers",
            _("No procedures yet"),
            example=_("“In code reviews, check the error handling first.”"),
            hint=_("Write down a habit once, and say when it applies."),
        )
        self._pause = QTimer(self, singleShot=True, interval=_TRIED_AFTER_MS)
        self._fill()
        self._pause.timeout.connect(lambda: self.tried.emit(self.field.text().strip()))
        self.field.textChanged.connect(self._on_typed)
        self.field.returnPressed.connect(lambda: self.tried.emit(self.field.text().strip()))
        self.new.clicked.connect(self.new_requested)
        self.show_procedures(())
        theme.follow(self._apply_theme)

    def show_procedures(self, procedures: Sequence[Procedure]) -> None:
        """Show these procedures; nothing happens if they are shown already."""
        if [card.procedure for card in self.cards] == list(procedures) and self._shown:
            return
        self._shown = True
        focused = next((card.procedure.id for card in self.cards if _has_focus(card)), None)
        for card in self.cards:
            card.deleteLater()
        self.cards = [self._card(one) for one in procedures]
        for place, card in enumerate(self.cards):
            self._list.insertWidget(place, card)
        self.empty.setVisible(not self.cards)
        self._area.setVisible(bool(self.cards))
        for part in (self.field, self.result):
            part.setVisible(bool(self.cards))
        again = next((card for card in self.cards if card.procedure.id == focused), None)
        if again is not None:
            again.switch.setFocus()
        self.tried.emit(self.field.text().strip())

    def show_matching(self, reasons: Mapping[ProcedureId, str] | None) -> None:
        """Light the procedures that would apply, each with its reason; None if no question is tried."""
        found = reasons or {}
        for card in self.cards:
            card.show_why(found.get(card.procedure.id))
        if reasons is None:
            self.result.setText("")
        elif not found:
            self.result.setText(_("No procedure would apply now."))
        else:
            text = ngettext(
                "{n} procedure would apply now.", "{n} procedures would apply now.", len(found)
            )
            self.result.setText(text.format(n=date_format.number(len(found))))
        self.result.setVisible(bool(self.result.text()))

    def show_problem(self, text: str) -> None:
        """Show why the question could not be tried."""
        self.show_matching(None)
        self.result.setText(text)
        self.result.setVisible(True)

    def enter(self) -> None:
        """Move the focus to where the user most likely types."""
        (self.field if self.cards else self.new).setFocus(Qt.FocusReason.OtherFocusReason)

    def event(self, event: QEvent) -> bool:
        # otherwise the window undoes an act on notes
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.matches(QKeySequence.StandardKey.Undo)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.field.hasFocus() and self.field.text():
                self.field.clear()
            else:
                self.left.emit()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        else:
            super().keyPressEvent(event)

    _shown = False

    def _on_typed(self, _text: str) -> None:
        self._pause.start()

    def _on_switched(self, card: ProcedureCard) -> None:
        self.switched.emit(card.procedure, card.switch.isChecked())

    def _card(self, procedure: Procedure) -> ProcedureCard:
        card = ProcedureCard(self._theme, procedure)
        card.edit_requested.connect(lambda: self.edit_requested.emit(procedure))
        card.remove_requested.connect(lambda: self.remove_requested.emit(procedure))
        card.switched.connect(partial(self._on_switched, card))
        return card

    def _fill(self) -> None:
        head, cards = QWidget(), QWidget()
        self._head = FoldingRow(self.title, self.new, head)
        self._head.setContentsMargins(0, 0, 0, 0)
        self._list = QVBoxLayout(cards)
        self._list.addStretch(1)
        self._area = QScrollArea()
        self._area.setWidget(cards)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QScrollArea.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.viewport().setAutoFillBackground(False)
        cards.setAutoFillBackground(False)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = QVBoxLayout(self)
        for part in (head, self.hint, self.field, self.result):
            self._column.addWidget(part)
        self._column.addWidget(self.empty, 1)
        self._column.addWidget(self._area, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        px = self._theme.px
        side = max(px(_MARGIN), (self.width() - px(_WIDEST)) // 2)
        self._column.setContentsMargins(side, px(24), side, px(16))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setSpacing(px(12))
        self._head.setSpacing(px(10))
        self._list.setSpacing(px(8))
        self._list.setContentsMargins(0, px(4), px(12), px(8))
        self._fit()


def _has_focus(card: ProcedureCard) -> bool:
    return any(part.hasFocus() for part in (card.switch, card.edit, card.remove))
