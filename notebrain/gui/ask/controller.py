"""Connects the page for questions to the window."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.ask import ASK_MODEL_ALLOWED
from notebrain.ask.candidates import MOST_NOTES, Scope
from notebrain.ask.extract import MOST_SENTENCES
from notebrain.ask.service import AskRequest
from notebrain.ask.written_answer import WrittenAnswer
from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.conversations.markdown_file import answer_text
from notebrain.domain.errors import NotFound
from notebrain.domain.grounding.answers import Answer, Source
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, NoteId
from notebrain.domain.ports import Sent
from notebrain.gui.ask import texts
from notebrain.gui.ask.conversations import ConversationKeeper
from notebrain.gui.ask.page import AskPage
from notebrain.gui.ask.sent_dialog import SentDialog
from notebrain.gui.ask.turn import Turn
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.notes.navigation import ReturnLocation
from notebrain.gui.window.pages import ASK

if TYPE_CHECKING:
    from notebrain.app.account.model_answers import ModelAnswers

_SOURCE = "consolidated"
"""Where notes come from that were saved from an answer (`Note.source`)."""
_SENTENCES_OF_SUMMARY = 4


class _Relay(QObject):
    """Brings what a model writes from the account's thread to the window's."""

    prepared = Signal(object)
    text = Signal(str)


class AskController(QObject):
    """Adds the page to the window, and answers what is asked there.

    Args:
        selected: Returns the notes selected in the list, or none if they are more than this.
    """

    def __init__(
        self,
        context: Context,
        return_location: ReturnLocation,
        selected: Callable[[int], Sequence[NoteId]],
    ) -> None:
        super().__init__(context.window)
        self._selected = selected
        self._context = context
        self._return_location = return_location
        context.actions.bind(CommandId.ASK, self.open)
        context.pages.requested_before_loaded.connect(self._on_requested)
        context.pages.shown.connect(self._on_shown)

    @cached_property
    def page(self) -> AskPage:
        """The page; created when it is first needed."""
        page = AskPage(self._context.theme, self._context.services.clock.now)
        page.asked.connect(self.ask)
        page.opened.connect(self._on_opened)
        page.copy_requested.connect(self._on_copy)
        page.save_requested.connect(self._on_save)
        page.left.connect(self._context.navigator.leave_page)
        self.keeper = ConversationKeeper(self._context, page, self._show_again)
        self._context.pages.add(ASK, self.keeper.frame, lambda _typing: page.enter())
        return page

    @property
    def _answers(self) -> "ModelAnswers":
        return self._context.services.cloud.answers

    def open(self) -> None:
        """Show the page."""
        self._context.pages.show(ASK)

    def open_with(self, question: str) -> None:
        """Show the page with the answer to this question."""
        self.open()
        self.ask(question)

    def open_conversation(self, conversation: str) -> None:
        """Show the page with an earlier conversation."""
        self.open()
        self.keeper.open(ConversationId(conversation))

    def sum_up(self, query: str, notes: Sequence[NoteId]) -> None:
        """Show the page with a few sentences of the notes that a search found."""
        self.open()
        scope = Scope(notes=tuple(notes[:MOST_NOTES]))
        results = scope, _("The results of the search")
        self.page.offer_scopes([*self._scopes(), results])
        self.page.scope.show_value(scope)
        self.ask(query, most=_SENTENCES_OF_SUMMARY)

    def ask(self, question: str, most: int = MOST_SENTENCES) -> None:
        """Ask the notes that are chosen, and show the answer when it is there."""
        scope = self.page.scope.currentData()
        scope = scope if isinstance(scope, Scope) else Scope()
        request = AskRequest(question, most=most, scope=scope)
        turn = self._begin(" ".join(question.split()))
        self.keeper.begin(turn)
        asking = self._context.services.asking
        future = self._context.reader.lane(Lane.SEARCH).submit(asking.ask, request)

        def failed(error: Exception) -> None:
            if turn in self.page.turns:
                text = _("This could not be answered: {cause}").format(cause=error)
                turn.show_state(text, ink="danger")

        def answered(answer: Answer) -> None:
            self.keeper.keep(turn, answer, lambda: self._on_answer(turn, answer))

        self._context.events.when_done(future, answered, failed=failed)

    def _begin(self, question: str) -> Turn:
        turn = self.page.begin(" ".join(question.split()))
        turn.model_requested.connect(partial(self._offer_models, turn))
        turn.sent_requested.connect(self._show_sent)
        return turn

    def _show_again(self, question: str, answer: Answer, marks: Mapping[int, str]) -> Turn:
        """Show a question and its answer of an earlier conversation."""
        turn = self._begin(question)
        turn.show_answer(answer, marks)
        turn.model.setVisible(self._answers.connected and not answer.abstained)
        return turn

    def _on_answer(self, turn: Turn, answer: Answer) -> None:
        self.page.show_answer(turn, answer)
        if answer.abstained or not self._answers.connected:
            self._announce(turn)
        elif self._answers.allowed:
            self._let_write(turn, answer)
        else:
            turn.model.show()
            self._announce(turn)

    def _let_write(self, turn: Turn, quotes: Answer, model: str | None = None) -> None:
        """Let a model answer from the notes that were found."""
        relay = _Relay(self)  # the account's thread uses it, also when the turn is gone
        running = self._answers.ask(
            quotes,
            self._earlier(turn),
            model=model,
            on_prepared=relay.prepared.emit,
            on_text=relay.text.emit,
        )
        relay.prepared.connect(turn.keep_sent)
        relay.text.connect(turn.show_writing)
        turn.stop_requested.connect(running.stop)
        turn.destroyed.connect(running.stop)
        turn.show_writing()

        def done(written: WrittenAnswer) -> None:
            relay.deleteLater()
            self.keeper.keep(turn, written.answer, lambda: self._show_written(turn, written))

        def failed(error: Exception) -> None:
            relay.deleteLater()
            if turn in self.page.turns:
                turn.show_answer(quotes)
                turn.model.show()
            self._context.on_error(error)

        self._context.events.when_done(running.future, done, failed=failed)

    def _show_written(self, turn: Turn, written: WrittenAnswer) -> None:
        if turn in self.page.turns:
            turn.show_answer(written.answer, texts.since_read(written.freshness))
            turn.model.show()
            self._announce(turn)

    def _show_sent(self, sent: Sent) -> None:
        dialogs.show_alone(SentDialog(self._context.theme, sent, self._context.window))

    def _earlier(self, turn: Turn) -> list[Answer]:
        """Return the answers before this one."""
        turns = self.page.turns
        before = turns[: turns.index(turn)] if turn in turns else []
        return [one.answer for one in before if one.answer is not None]

    def _offer_models(self, turn: Turn, button: QWidget) -> None:
        """Let the user choose a model for this answer; the first time, ask whether any may be asked."""
        if not self._answers.allowed:
            self._context.tasks.start(self._ask_leave(turn))
            return
        passages = 0 if turn.quotes is None else len(turn.quotes.sources)
        menu = QMenu(button)
        for name, title in self._answers.choices(passages):
            act = menu.addAction(title)
            act.triggered.connect(lambda _on=False, one=name: self._again(turn, one))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(button.mapToGlobal(QPoint(0, button.height())))

    def _again(self, turn: Turn, model: str | None) -> None:
        if turn.quotes is not None:
            self._let_write(turn, turn.quotes, model)

    async def _ask_leave(self, turn: Turn) -> None:
        passages = 0 if turn.answer is None else len(turn.answer.sources)
        text = _(
            "The question and passages of these notes are sent to a model in your Cloudflare account, now and "
            "whenever you ask. Notes that stay on this computer are never sent. An answer costs about {n} neurons, "
            "and all of them together at most half of your daily budget. You can change this in the settings under "
            "Cloudflare."
        ).format(n=date_format.number(round(self._answers.likely_neurons(passages))))
        more = _(
            "It also reads what you asked and what was answered, to sum conversations up and to propose in Review "
            "what to remember."
        )
        yes = await dialogs.confirm(
            self._context.tasks,
            self._context.window,
            title=_("Let a model answer?"),
            text=f"{text}\n\n{more}",
            yes=_("Let it answer"),
        )
        if yes:
            self._context.services.settings.put(ASK_MODEL_ALLOWED, True)
            self._again(turn, None)

    def _announce(self, turn: Turn) -> None:
        """Let a screen reader say the answer, once it is whole."""
        if self._context.pages.current == ASK:
            event = QAccessibleAnnouncementEvent(self.page, turn.spoken())
            QAccessible.updateAccessibility(event)

    def _on_requested(self, name: str) -> None:
        if name == ASK:
            _ = self.page

    def _on_shown(self, name: str) -> None:
        """Offer the notes that the user comes from."""
        if name != ASK:
            return
        self.keeper.look_after()
        by_model = self._answers.connected and self._answers.allowed
        self.page.hint.setText(
            _("A model in your account answers from passages of the notes that fit.")
            if by_model
            else _("Answers are quotes from your notes; nothing leaves this computer.")
        )
        self.page.offer_scopes(list(self._scopes()))

    def _scopes(self) -> Iterator[tuple[Scope, str]]:
        navigator = self._context.navigator
        location, note, selected = navigator.location, navigator.note, self._selected(MOST_NOTES)
        yield Scope(), _("All notes")
        if navigator.workspace is not None:
            text = _("Workspace {name}").format(name=navigator.workspace)
            yield Scope(workspace=navigator.workspace), text
        if location.tag is not None:
            yield Scope(tag=location.tag), _("Tag {name}").format(name=location.tag)
        if 0 < len(location.notes) <= MOST_NOTES:
            yield Scope(notes=location.notes), f"“{location.name}”"
        if len(selected) > 1:
            text = _("The selected notes ({n})").format(n=date_format.number(len(selected)))
            yield Scope(notes=tuple(selected)), text
        if note is not None:
            title = note.title or _("Untitled")
            yield Scope(notes=(note.id,)), _("Only “{title}”").format(title=title)

    def _on_opened(self, source: Source) -> None:
        """Show the quote in its note; the way back leads here."""
        navigator, quote = self._context.navigator, source.quote
        try:
            note = self._context.services.library.opening(quote.note_id)
        except NotFound:
            self._context.messages.show_warning(_("This note is no longer there."))
            return
        # of a very long note, only the beginning is here
        is_as_written = note.body[quote.start : quote.end] == quote.text
        changed = note.version != quote.revision and not is_as_written
        navigator.open_passage(quote.note_id, quote.start, quote.end)
        opened = navigator.note
        if opened is not None and opened.id == quote.note_id:
            self._return_location.begin(opened.id, self.open)
        if changed:
            text = _("The note was changed since; the quote was: “{quote}”")
            self._context.messages.show_info(text.format(quote=" ".join(quote.text.split())))

    def _on_copy(self, answer: Answer) -> None:
        QGuiApplication.clipboard().setText(texts.as_text(answer))
        self._context.messages.show_info(_("The answer and its quotes were copied"))

    def _on_save(self, answer: Answer) -> None:
        draft = Draft(
            body=answer_text(answer, level=1),
            workspace=self._context.navigator.workspace or DEFAULT_WORKSPACE,
            # made of a text that stays here, it stays here, too
            local_only=any(source.local_only for source in answer.shown_sources),
            source=_SOURCE,
        )

        def saved(changes: Changes) -> None:
            note = changes.note

            def show() -> None:
                self._context.navigator.open_note(note)

            self._context.messages.show_offer(_("The answer is a note now"), _("Open"), show)

        self._context.events.when_done(
            self._context.services.notes.capture(draft), saved, failed=self._context.on_error
        )
