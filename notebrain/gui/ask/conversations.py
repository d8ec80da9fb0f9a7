"""Keeps the conversation on the page for questions, and shows earlier ones beside it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout

from notebrain.app.settings.ask import LEARN_BY_ITSELF
from notebrain.domain.conversations.conversation import Conversation, ConversationId
from notebrain.domain.grounding.answers import Answer
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.content import mentioned
from notebrain.domain.review.cards import Answer as CardAnswer
from notebrain.gui.ask import texts
from notebrain.gui.ask.conversation_list import ConversationPanel
from notebrain.gui.ask.page import AskPage
from notebrain.gui.ask.turn import Turn
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.theme.theme import Theme

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notebrain.app.memory_services import MemoryServices
    from notebrain.ask.conversations import OpenConversation
    from notebrain.ask.lessons import Batch

_LISTED: Final = "ask.conversations"
_LOOK_EVERY_MS: Final = 5 * 60_000
_WIDTH, _BESIDE_FROM = 300, 860
"""The width of the list, and from which width of the page on it stands beside the conversation."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an answer is kept: its conversation, its place there, and when it was asked."""

    conversation: ConversationId
    position: int
    at: datetime


class AskFrame(QFrame):
    """Holds the page with the questions and, on demand, the list of conversations beside it or in its place."""

    def __init__(self, theme: Theme, page: AskPage, panel: ConversationPanel) -> None:
        super().__init__()
        self._theme = theme
        self._page = page
        self._panel = panel
        self._line = QFrame()
        self._line.setObjectName("hairline")
        self._line.setFixedWidth(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(panel)
        row.addWidget(self._line)
        row.addWidget(page, 1)
        self.lists = False
        self._arrange()
        theme.changed.connect(self._arrange)

    def show_list(self, shown: bool) -> None:
        """Show or hide the list."""
        self.lists = shown
        self._arrange()

    @property
    def beside(self) -> bool:
        """Whether there is room for the list and the conversation."""
        return self.width() >= self._theme.px(_BESIDE_FROM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        beside = self.beside
        self._panel.setVisible(self.lists)
        self._line.setVisible(self.lists and beside)
        self._page.setVisible(beside or not self.lists)
        wide = self._theme.px(_WIDTH)
        self._panel.setMinimumWidth(wide if beside else 0)
        self._panel.setMaximumWidth(wide if beside else 16_777_215)


class ConversationKeeper(QObject):
    """Stores each answer before it is shown, lists the conversations, and sums up those that ended.

    Args:
        show_turn: Shows a question with its answer and the marks of its sources on the page.
    """

    def __init__(
        self,
        context: Context,
        page: AskPage,
        show_turn: Callable[[str, Answer, Mapping[int, str]], Turn],
    ) -> None:
        super().__init__(page)
        self._context = context
        self._page = page
        self._show_turn = show_turn
        self._places: dict[Turn, _Place] = {}
        self._conversation: ConversationId | None = None
        self._next = 0
        self.panel = ConversationPanel(context.theme, context.services.clock.now)
        self.frame = AskFrame(context.theme, page, self.panel)
        self._timer = QTimer(self, interval=_LOOK_EVERY_MS)
        self._timer.timeout.connect(self.look_after)
        page.list_requested.connect(self._toggle)
        page.finish_requested.connect(self.finish)
        self.panel.searched.connect(self.refresh)
        self.panel.opened.connect(self._open)
        self.panel.rename_requested.connect(self._rename)
        self.panel.delete_requested.connect(self._delete)
        self.panel.left.connect(self._close_list)
        context.window.closing.connect(self._on_closing)

    @property
    def conversation(self) -> ConversationId | None:
        """The conversation on the page, or None before its first question."""
        return self._conversation

    @property
    def _memory(self) -> "MemoryServices":
        return self._context.services.memory

    def begin(self, turn: Turn) -> None:
        """Give a question that was just asked its place in the conversation."""
        if self._conversation is None:
            self._conversation = self._memory.conversations.begin()
            self._next = 0
        place = _Place(self._conversation, self._next, self._context.services.clock.now())
        self._next += 1
        self._places[turn] = place
        turn.destroyed.connect(partial(self._places.pop, turn, None))
        self._timer.start()

    def keep(self, turn: Turn, answer: Answer, then: Callable[[], None]) -> None:
        """Store an answer, then show it; also if it could not be stored, which the user is told."""
        place = self._places.get(turn)
        if place is None:
            then()
            return
        done = self._memory.conversations.keep(
            place.conversation, place.position, answer, at=place.at
        )

        def kept(_done: None) -> None:
            then()
            self.refresh()
            self._learn(place.conversation)

        def failed(error: Exception) -> None:
            then()
            text = _("The answer is shown, but could not be kept: {cause}").format(cause=error)
            self._context.messages.show_warning(text)

        self._context.events.when_done(done, kept, failed=failed)

    def finish(self) -> None:
        """End the conversation on the page, and begin a new one."""
        ended = self._conversation
        self._clear()
        if ended is None:
            return
        conversations = self._memory.conversations
        done = conversations.finish(ended)

        def finished(_done: None) -> None:
            self.look_after()
            text = _("The conversation is over; you find it in the list")
            self._context.messages.show_offer(text, _("Open"), partial(self.open, ended))

        self._context.events.when_done(done, finished, failed=self._context.on_error)

    def _on_closing(self) -> None:
        """End the conversation on the page with the window; it is summed up the next time."""
        if self._conversation is not None:
            self._memory.conversations.finish(self._conversation)

    def look_after(self) -> None:
        """Sum up what ended meanwhile, and make it findable; in the background."""
        waiting = self._context.reader.lane(Lane.LONG)

        def done(going_on: "list[Future[None]]") -> None:
            self.refresh()
            for one in going_on:
                self._context.events.when_done(one, self._on_improved, failed=lambda _error: None)

        self._context.events.when_done(
            waiting.submit(self._memory.look_after_conversations), done, failed=lambda _error: None
        )

    def _learn(self, conversation: ConversationId) -> None:
        """Look for what to learn, in the background, if it is time for that."""
        reader = self._memory.reader
        if not reader.may_read:
            return

        def started(future: "Future[Batch] | None") -> None:
            if future is not None:
                self._context.events.when_done(future, self._on_learned, failed=lambda _error: None)

        self._context.reader.read(f"{_LISTED}.learn", lambda: reader.learn(conversation), started)

    def _on_learned(self, batch: "Batch") -> None:
        """Keep what was learned at once, if that is what the user wants."""
        sure = [one.id for one in batch.cards if one.note is None]
        if not sure or not self._context.services.settings.get(LEARN_BY_ITSELF):
            return
        act = self._context.services.review.batch(sure, CardAnswer.REMEMBER)
        text = ngettext("{n} thing was learned", "{n} things were learned", len(sure))
        text = text.format(n=date_format.number(len(sure)))

        def undo() -> None:
            self._context.events.when_done(act.undo(), failed=self._context.on_error)

        def done(_changes: object) -> None:
            self._context.messages.show_offer(text, _("Undo"), undo)

        self._context.events.when_done(act.do(), done, failed=self._context.on_error)

    def refresh(self) -> None:
        """Read the list again, if it is shown."""
        if not self.frame.lists:
            return
        query, conversations = self.panel.field.text(), self._memory.conversations
        self._context.reader.read(
            _LISTED, lambda: conversations.listed(query), self.panel.show_conversations
        )

    def _on_improved(self, _done: None) -> None:
        self.refresh()

    def _toggle(self) -> None:
        if self.frame.lists:
            self._close_list()
            return
        self.frame.show_list(True)
        self.panel.show_current(self._conversation)
        self.refresh()
        self.panel.enter()

    def _close_list(self) -> None:
        self.frame.show_list(False)
        self._page.enter()

    def _clear(self) -> None:
        self._conversation = None
        self._page.clear_conversation()
        self.panel.show_current(None)

    def _open(self, one: Conversation) -> None:
        self.open(one.id)

    def open(self, conversation: ConversationId) -> None:
        """Show an earlier conversation on the page."""
        if conversation == self._conversation:
            self._after_opening()
            return
        conversations = self._memory.conversations
        self._context.reader.read(
            f"{_LISTED}.open", lambda: conversations.open(conversation), self._show
        )

    def _show(self, opened: "OpenConversation") -> None:
        """Show an earlier conversation on the page; what is asked next goes on with it."""
        self._clear()
        conversation = opened.conversation.id
        self._conversation, self._next = conversation, len(opened.turns)
        first = max(0, len(opened.turns) - self._page.most_turns)
        for position in range(first, len(opened.turns)):
            one = opened.turns[position]
            marks = texts.since_read(opened.freshness[position])
            turn = self._show_turn(one.question, one.answer, marks)
            self._places[turn] = _Place(conversation, position, one.at)
            turn.destroyed.connect(partial(self._places.pop, turn, None))
        self.panel.show_current(conversation)
        self._after_opening()

    def _after_opening(self) -> None:
        if not self.frame.beside:
            self.frame.show_list(False)
        self._page.enter()

    def _rename(self, conversation: Conversation) -> None:
        self._context.tasks.start(self._ask_title(conversation))

    async def _ask_title(self, conversation: Conversation) -> None:
        title = await dialogs.ask_text(
            self._context.tasks,
            self._context.window,
            title=_("Rename the conversation"),
            label=_("Title (empty for the first question)"),
            text=conversation.title,
            may_be_empty=True,
        )
        if title is not None and title != conversation.title:
            self._give_title(conversation.id, title)

    def _give_title(self, conversation: ConversationId, title: str) -> None:
        def renamed(before: str) -> None:
            self.refresh()
            back = partial(self._give_title, conversation, before)
            self._context.messages.show_offer(
                _("The conversation has a new title"), _("Undo"), back
            )

        done = self._memory.conversations.rename(conversation, title)
        self._context.events.when_done(done, renamed, failed=self._context.on_error)

    def _delete(self, conversation: Conversation) -> None:
        shown = conversation.id == self._conversation
        if shown:
            self._clear()

        def deleted(_done: None) -> None:
            self.refresh()
            text = _("“{title}” was deleted").format(title=mentioned(conversation.title))
            back = partial(self._restore, conversation.id, shown=shown)
            self._context.messages.show_offer(text, _("Undo"), back)

        done = self._memory.conversations.delete(conversation.id)
        self._context.events.when_done(done, deleted, failed=self._context.on_error)

    def _restore(self, conversation: ConversationId, *, shown: bool) -> None:
        def restored(_done: None) -> None:
            self.refresh()
            if shown:
                self.open(conversation)

        done = self._memory.conversations.restore(conversation)
        self._context.events.when_done(done, restored, failed=self._context.on_error)
