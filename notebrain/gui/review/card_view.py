"""The view of one card: the differences, both notes, the proposed merge, the answers."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from notebrain.app.notes.card_views import Agreement, AnsweredCard, InboxView, OpenCard
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.review.cards import Answer, CardKind
from notebrain.gui.core import date_format
from notebrain.gui.review import texts
from notebrain.gui.review.agreement import AgreementLine
from notebrain.gui.review.answer_bar import AnswerBar
from notebrain.gui.review.marked_text import quoted, sides
from notebrain.gui.review.merge_view import MergePane
from notebrain.gui.review.side_by_side import SidePanes
from notebrain.gui.review.value_table import ValueRows
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel, Label
from notebrain.gui.widgets.layouts import hairline


class CardView(QFrame):
    """Shows a card; emits signals for what the user answers."""

    answered = Signal(object)
    """The user wants this `Answer`."""
    next_requested = Signal()
    opened = Signal(str)
    """The user wants to see this note."""
    back_requested = Signal(object)
    """The user wants to undo this answer (`AnsweredCard`)."""
    quieter_requested = Signal(object)
    """The user wants fewer cards of this `CardKind`."""
    all_requested = Signal(object)
    """The user wants all cards of this `CardKind` again."""

    def __init__(self, theme: Theme, now: Callable[[], datetime]) -> None:
        super().__init__()
        self.setObjectName("editor")
        self._theme = theme
        self._now = now
        self._asked: OpenCard | None = None
        self._given: AnsweredCard | None = None
        self._inbox = InboxView()
        self.back = IconButton(theme, "arrow-left", _("Back to the list"))
        self.back.hide()
        self._icon = IconLabel(theme, "inbox", "muted", size=16)
        self.title = ElidedLabel(theme, role=Role.SECTION)
        self.number = Label(theme, role=Role.NUMBER, ink="muted")
        self.next = IconButton(theme, "chevron-down", _("Next card"), key="J")
        self.more = IconButton(theme, "ellipsis", _("More"))
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.more)
        self.more.setMenu(self._menu)
        self.why = Label(theme, role=Role.BODY, ink="text2")
        self.why.setWordWrap(True)
        self.values = ValueRows(theme)
        self.sides = SidePanes(theme)
        self.merge = MergePane(theme)
        self.agreement = AgreementLine(theme)
        self.answers = AnswerBar(theme)
        self._fill()
        self._connect()
        theme.follow(self._apply_theme)

    @property
    def merged(self) -> str | None:
        """The merged text if the user edited it; None if they left the proposed one."""
        return self.merge.merged

    def show_card(
        self,
        asked: OpenCard,
        position: tuple[int, int],
        inbox: InboxView,
        given: AnsweredCard | None = None,
    ) -> None:
        """Show a card with its number and the total; `given` if it is answered already."""
        self._inbox = inbox
        number, count = (date_format.number(value) for value in position)
        self.number.setText(_("{number} of {count}").format(number=number, count=count))
        self.next.setEnabled(position[0] < position[1])
        self.agreement.show_agreement(self._agreement_with(asked.card.kind))
        if (asked, given) == (self._asked, self._given):
            return
        self._asked, self._given = asked, given
        card = asked.card
        icon, ink = texts.ICONS[card.kind]
        self._icon.set_icon(icon, ink)
        self.title.setText(texts.heading(card.kind))
        first, second = captions(asked, self._now())
        conflict = card.kind is CardKind.CONFLICT
        if asked.learned is not None and card.proposed is not None:
            older, newer = quoted(asked.older_body, card.evidence), quoted(asked.newer_body, ())
        else:
            older, newer = sides(asked.older_body, asked.newer_body, card.evidence, rivals=conflict)
        self.sides.older.show_text(*first, older)
        self.sides.newer.show_text(*second, newer)
        for side, theirs in (
            (self.sides.older, asked.note_is_newer),
            (self.sides.newer, not asked.note_is_newer),
        ):
            # no note contains that text
            there = card.theirs is None or not theirs
            if asked.learned is not None:
                there = side is self.sides.older and card.proposed is None
            self.sides.open[side].setVisible(there)
        if given is None:
            self.why.setText(" ".join(filter(None, (texts.why(asked), asked.stays))))
            self.values.show_values(texts.values(asked))
            self.merge.show_card(asked)
            self.answers.show_card(card)
        else:
            self.why.setText("" if asked.learned else _("The notes as they are now:"))
            self.values.show_values(())
            self.merge.hide()
            self.answers.show_given(given, self._now())
        self._offer_more(asked)
        self._area.verticalScrollBar().setValue(0)

    def _offer_more(self, asked: OpenCard) -> None:
        self._menu.clear()
        kind = asked.card.kind
        more = () if self._given else asked.card.offer.more
        for answer in more:
            action = self._menu.addAction(texts.answer(answer, kind))
            action.triggered.connect(lambda _on=False, one=answer: self.answered.emit(one))
        if more:
            self._menu.addSeparator()
        if kind not in (CardKind.CONFLICT, CardKind.LEARNED):
            text = _("Show fewer “{kind}” cards, only surer ones").format(kind=texts.kind(kind))
            quieter = self._menu.addAction(text)
            quieter.triggered.connect(lambda: self.quieter_requested.emit(kind))
        self.more.setVisible(bool(self._menu.actions()))

    def _agreement_with(self, kind: CardKind) -> Agreement | None:
        if kind in (CardKind.CONFLICT, CardKind.LEARNED):
            return None
        return next(
            (agreement for agreement in self._inbox.agreements if agreement.kind is kind), None
        )

    def _open(self, note_id: NoteId | None) -> None:
        if note_id is not None:
            self.opened.emit(note_id)

    def _fill(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.back)
        self._head.addWidget(self._icon)
        self._head.addWidget(self.title)
        self._head.addStretch(1)
        self._head.addWidget(self.number)
        for button in (self.next, self.more):
            self._head.addWidget(button)
        self._bar = QWidget()
        self._bar.setLayout(self._head)
        content = QWidget()
        self._content = QVBoxLayout(content)
        shown: tuple[QWidget, ...] = (self.why, self.values, self.sides, self.merge)
        for widget in shown:
            self._content.addWidget(widget)
        self._content.addStretch(1)
        self._content.addWidget(self.agreement)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(content)
        content.setAutoFillBackground(False)
        self._area.viewport().setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._bar, hairline()):
            column.addWidget(part)
        column.addWidget(self._area, 1)
        column.addWidget(hairline())
        column.addWidget(self.answers)

    def _connect(self) -> None:
        self.answers.answered.connect(self.answered)
        self.answers.back_requested.connect(lambda: self.back_requested.emit(self._given))
        self.agreement.quieter_requested.connect(self.quieter_requested)
        self.agreement.all_requested.connect(self.all_requested)
        self.next.clicked.connect(self.next_requested)
        self.sides.older_requested.connect(
            lambda: self._open(self._asked.card.older if self._asked else None)
        )
        self.sides.newer_requested.connect(
            lambda: self._open(self._asked.card.newer if self._asked else None)
        )

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._bar.setFixedHeight(self._theme.metrics.header)
        self._head.setContentsMargins(px(24), 0, px(12), 0)
        self._head.setSpacing(px(8))
        self._content.setContentsMargins(px(24), px(16), px(24), px(20))
        self._content.setSpacing(px(14))


def answers_of(asked: OpenCard) -> tuple[Answer, ...]:
    """Return all answers to a card."""
    return (*asked.card.offer.answers, *asked.card.offer.more)


def captions(asked: OpenCard, now: datetime) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the names of the older and the newer side, with date and origin."""
    if asked.card.kind is CardKind.CONFLICT:
        return _versions(asked, now)
    if asked.learned is not None:
        when = date_format.stamp(asked.learned.made_at, now)
        if asked.card.proposed is None:
            return (_("Your note"), _origin(asked.older, now)), (_("To remember"), when)
        said = _("You said") if asked.learned.candidate.own else _("Your notes said")
        return (said, when), (_("To remember"), texts.becomes(asked.learned.candidate))
    return (_("Older"), _origin(asked.older, now)), (_("New"), _origin(asked.newer, now))


def _versions(asked: OpenCard, now: datetime) -> tuple[tuple[str, str], tuple[str, str]]:
    """Return the captions for the texts of a conflict, the older first: where each is, who wrote it, and when."""
    note = _("In the note"), asked.computer_in_note, asked.older.updated_at
    theirs = asked.card.theirs
    at = asked.older.updated_at if theirs is None else theirs.at
    other = _("The other text"), asked.other_computer, at
    older, newer = (other, note) if asked.note_is_newer else (note, other)
    day = date_format.stamp(max(at, asked.older.updated_at), now)
    # a note stores the later of both times: of an older text in it, only that it is older is known
    when = date_format.stamp(at, now) if asked.note_is_newer else _("the older")
    text = _("{day}, the newer").format(day=day)
    return (older[0], _by(older[1], when)), (newer[0], _by(newer[1], text))


def _by(computer: str, when: str) -> str:
    return _("{computer}, {when}").format(computer=computer, when=when) if computer else when


def _origin(note: Note, now: datetime) -> str:
    origin = [_("only on this computer") if note.local_only else "", source(note.source)]
    text = date_format.stamp(note.updated_at, now)
    for part in filter(None, origin):
        text = _("{day}, {source}").format(day=text, source=part)
    return text


def source(of: str) -> str:
    """Return where a note came from, in a word or two; "" if the kind of its source has no name."""
    if of.startswith("import:"):
        return _("imported")
    return {
        "typed": _("typed here"),
        "hotkey": _("from quick capture"),
        "cli": _("from the command line"),
        "python": _("from a program"),
        "review": _("from the review"),
        "consolidated": _("from an answer"),
        "extracted": _("learned from a conversation"),
        "welcome": "",
    }.get(of, of)
