"""Connects the page for questions to the window."""

from functools import cached_property

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QGuiApplication

from notebrain.app.commands.command import CommandId
from notebrain.ask.candidates import Scope
from notebrain.ask.service import AskRequest
from notebrain.domain.errors import NotFound
from notebrain.domain.grounding.answers import Answer, Source
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE
from notebrain.gui.ask import texts
from notebrain.gui.ask.page import AskPage
from notebrain.gui.ask.turn import Turn
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.notes.navigation import ReturnLocation

PAGE = "ask"
_SOURCE = "consolidated"
"""Where notes come from that were saved from an answer (`Note.source`)."""


class AskController(QObject):
    """Adds the page to the window, and answers what is asked there."""

    def __init__(self, context: Context, return_location: ReturnLocation) -> None:
        super().__init__(context.window)
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
        page.hint.setText(_("Answers are quotes from your notes, found on this computer."))
        self._context.pages.add(PAGE, page, lambda _typing: page.enter())
        return page

    def open(self) -> None:
        """Show the page."""
        self._context.pages.show(PAGE)

    def ask(self, question: str) -> None:
        """Ask the notes that are chosen, and show the answer when it is there."""
        scope = self.page.scope.currentData()
        request = AskRequest(question, scope=scope if isinstance(scope, Scope) else Scope())
        turn = self.page.begin(" ".join(question.split()))
        asking = self._context.services.asking
        future = self._context.reader.lane(Lane.SEARCH).submit(asking.ask, request)

        def failed(error: Exception) -> None:
            if turn in self.page.turns:
                text = _("This could not be answered: {cause}").format(cause=error)
                turn.show_state(text, ink="danger")

        self._context.events.when_done(
            future, lambda answer: self._on_answer(turn, answer), failed=failed
        )

    def _on_answer(self, turn: Turn, answer: Answer) -> None:
        self.page.show_answer(turn, answer)
        if self._context.pages.current == PAGE:
            event = QAccessibleAnnouncementEvent(self.page, turn.spoken())
            QAccessible.updateAccessibility(event)

    def _on_requested(self, name: str) -> None:
        if name == PAGE:
            _ = self.page

    def _on_shown(self, name: str) -> None:
        """Offer the workspace and the note that the user comes from."""
        if name != PAGE:
            return
        workspace, note = self._context.navigator.workspace, self._context.navigator.note
        scopes: list[tuple[object, str]] = [(Scope(), _("All notes"))]
        if workspace is not None:
            text = _("Workspace {name}").format(name=workspace)
            scopes.append((Scope(workspace=workspace), text))
        if note is not None:
            title = note.title or _("Untitled")
            scopes.append((Scope(notes=(note.id,)), _("Only “{title}”").format(title=title)))
        self.page.offer_scopes(scopes)

    def _on_opened(self, source: Source) -> None:
        """Show the quote in its note; the way back leads here."""
        navigator, quote = self._context.navigator, source.quote
        try:
            note = self._context.services.library.opening(quote.note_id)
        except NotFound:
            self._context.messages.show_warning(_("This note is no longer there."))
            return
        changed = note.body[quote.start : quote.end] != quote.text
        navigator.open_passage(quote.note_id, quote.start, quote.end)
        shown = navigator.note
        if shown is not None and shown.id == quote.note_id:
            self._return_location.begin(shown.id, self.open)
        if changed:
            text = _("The note was changed since; the quote was: “{quote}”")
            self._context.messages.show_info(text.format(quote=" ".join(quote.text.split())))

    def _on_copy(self, answer: Answer) -> None:
        QGuiApplication.clipboard().setText(texts.as_text(answer))
        self._context.messages.show_info(_("The answer and its quotes were copied"))

    def _on_save(self, answer: Answer) -> None:
        draft = Draft(
            body=texts.as_note(answer),
            workspace=self._context.navigator.workspace or DEFAULT_WORKSPACE,
            # made of a text that stays here, it stays here, too
            local_only=any(source.local_only for source in answer.sources),
            source=_SOURCE,
        )

        def saved(changes: Changes) -> None:
            self._context.messages.show_offer(
                _("The answer is a note now"),
                _("Open"),
                lambda: self._context.navigator.open_note(changes.note),
            )

        self._context.events.when_done(
            self._context.services.notes.capture(draft), saved, failed=self._context.on_error
        )
