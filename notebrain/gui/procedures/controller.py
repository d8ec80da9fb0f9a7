"""Connects the page of procedures to the window, and carries out what the user does there."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.context.service import Matched
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.procedures.procedures import (
    DEFAULT_CATEGORY,
    Procedure,
    ProcedureDraft,
    Trigger,
    TriggerKind,
)
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.core.throttle import Throttle
from notebrain.gui.procedures.form import ProcedureForm
from notebrain.gui.procedures.page import ProceduresPage
from notebrain.notes.procedures import ProcedureAct

PAGE = "procedures"
_NAMED = 3
_EMPTY = ProcedureDraft("", Trigger(TriggerKind.WORDS, ""), DEFAULT_CATEGORY)


class ProceduresController(QObject):
    """Adds the page of procedures to the window.

    Args:
        show_entry: Shows or hides the entry that leads to the page.
    """

    def __init__(self, context: Context, show_entry: Callable[[bool], None]) -> None:
        super().__init__(context.window)
        self._context = context
        self._show_entry = show_entry
        self._tried = ""
        self._last: ProcedureAct | None = None
        self._unsaved: ProcedureDraft | None = None
        """What was typed for a new procedure when the form was left without saving."""
        self._refresh = Throttle(self._read, self)
        context.actions.bind(CommandId.PROCEDURES, self.open)
        context.pages.requested_before_loaded.connect(self._on_requested)
        context.pages.shown.connect(self._on_shown)
        for news in (
            context.events.notes_changed,
            context.events.changed_elsewhere,
            context.events.cards_changed,
            context.window.activated,
        ):
            news.connect(self._refresh.ask)
        self._refresh.ask()

    @cached_property
    def page(self) -> ProceduresPage:
        """The page; created when it is first needed."""
        page = ProceduresPage(self._context.theme)
        page.tried.connect(self._on_tried)
        page.new_requested.connect(lambda: self._context.tasks.start(self._write(None)))
        page.edit_requested.connect(self._on_edit)
        page.remove_requested.connect(self._on_remove)
        page.switched.connect(self._on_switched)
        page.undo_requested.connect(self._on_undo)
        page.left.connect(self._context.navigator.leave_page)
        self._context.pages.add(PAGE, page, lambda _typing: page.enter())
        return page

    def open(self) -> None:
        """Show the page."""
        self._context.pages.show(PAGE)

    def _on_requested(self, name: str) -> None:
        if name == PAGE:
            _ = self.page

    def _on_shown(self, name: str) -> None:
        if name == PAGE:
            self._read()

    def _read(self) -> None:
        procedures = self._context.services.memory.procedures
        self._context.reader.read(PAGE, procedures.all, self._on_procedures)

    def _on_procedures(self, procedures: Sequence[Procedure]) -> None:
        shown = self._context.pages.current == PAGE
        self._show_entry(bool(procedures) or shown)
        if shown:
            self.page.show_procedures(procedures)

    def _on_tried(self, question: str) -> None:
        """Show which procedures would apply to a question."""
        self._tried = question
        if not question:
            self.page.show_matching(None)
            return
        matching = self._context.services.memory.context.matching
        future = self._context.reader.lane(Lane.SEARCH).submit(matching, question)

        def done(found: Sequence[Matched]) -> None:
            if question == self._tried:
                self.page.show_matching({one.procedure.id: one.why for one in found})

        def failed(error: Exception) -> None:
            if question == self._tried:
                self.page.show_problem(str(error))

        self._context.events.when_done(future, done, failed=failed)

    async def _write(self, known: Procedure | None) -> None:
        """Let the user write a procedure, and save it."""
        draft = known.draft if known is not None else self._unsaved or _EMPTY
        form = self._form(known, draft)
        if not await dialogs.accepted(self._context.tasks, form):
            self._keep_typed(known, form)
            return
        typed = form.draft
        procedures = self._context.services.memory.procedures
        if known is None:
            self._unsaved = None
            self._do(partial(procedures.add, typed), _("The procedure was added"))
        else:
            self._do(partial(procedures.change, known.id, typed), _("The procedure was changed"))

    def _form(self, known: Procedure | None, draft: ProcedureDraft) -> ProcedureForm:
        services = self._context.services
        form = ProcedureForm(
            self._context.theme,
            draft,
            title=_("New procedure") if known is None else _("Change procedure"),
            searches=services.searches.kept.saved,
            categories=sorted({card.procedure.category for card in self.page.cards}),
            parent=self._context.window,
        )
        form.preview_requested.connect(partial(self._preview, form))
        return form

    def _keep_typed(self, known: Procedure | None, form: ProcedureForm) -> None:
        """Offer what was typed once more, so that a key pressed by mistake loses nothing."""
        if not form.is_changed:
            return
        typed = form.draft
        if known is None:
            self._unsaved = typed if typed.content.strip() or typed.trigger.text.strip() else None
            if self._unsaved is not None:
                text = _("The procedure was not saved; what you typed is in the form")
                self._context.messages.show_info(text)
            return
        procedures = self._context.services.memory.procedures
        act = partial(procedures.change, known.id, typed)
        self._context.messages.show_offer(
            _("The changes were not saved"),
            _("Save them"),
            lambda: self._do(act, _("The procedure was changed")),
        )

    def _preview(self, form: ProcedureForm, trigger: Trigger) -> None:
        """Show in the form what its trigger would apply to now."""
        if not trigger.text:
            form.show_preview("")
            return
        services = self._context.services
        questions = services.searches.kept.recent
        future = self._context.reader.lane(Lane.SEARCH).submit(
            services.memory.context.would_match, trigger, questions
        )

        def done(found: Sequence[str]) -> None:
            show(_preview_text(trigger.kind, found, asked=bool(questions)))

        def show(text: str) -> None:
            if not form.is_closed and form.draft.trigger.text.strip() == trigger.text:
                form.show_preview(text)

        self._context.events.when_done(future, done, failed=lambda error: show(str(error)))

    def _on_edit(self, procedure: Procedure) -> None:
        self._context.tasks.start(self._write(procedure))

    def _on_remove(self, procedure: Procedure) -> None:
        procedures = self._context.services.memory.procedures
        self._do(partial(procedures.remove, procedure.id), _("The procedure was removed"))

    def _on_switched(self, procedure: Procedure, on: bool) -> None:
        procedures = self._context.services.memory.procedures
        draft = replace(procedure.draft, is_off=not on)
        text = _("The procedure applies again") if on else _("The procedure never applies now")
        self._do(partial(procedures.change, procedure.id, draft), text)

    def _on_undo(self) -> None:
        if self._last is None:
            self._context.messages.show_info(_("There is nothing to undo on this page"))
            return
        self._undo(self._last)

    def _undo(self, act: ProcedureAct) -> None:
        self._last = None
        undone = self._context.services.memory.procedures.undo(act)
        self._when_done(undone, _("Undone"))

    def _do(self, start: Callable[[], ProcedureAct], text: str) -> None:
        """Carry out an act and offer to undo it."""
        try:
            act = start()
        except NoteBrainError as error:
            self._context.on_error(error)
            return
        self._when_done(act, text, undoable=True)

    def _when_done(self, act: ProcedureAct, text: str, *, undoable: bool = False) -> None:
        def done(_changes: object) -> None:
            self._read()
            if undoable and act.number is not None:
                self._last = act
                self._context.messages.show_offer(text, _("Undo"), lambda: self._undo(act))
            else:
                self._context.messages.show_info(text)

        def failed(error: Exception) -> None:
            self._read()
            self._context.on_error(error)

        self._context.events.when_done(act.future, done, failed=failed)


def _preview_text(kind: TriggerKind, found: Sequence[str], *, asked: bool) -> str:
    names = ", ".join(_("“{title}”").format(title=one) for one in found[:_NAMED])
    more = len(found) - _NAMED
    if more > 0:
        names = _("{names} and {n} more").format(names=names, n=date_format.number(more))
    if kind is TriggerKind.SEARCH:
        if not found:
            return _("This search finds no note now.")
        text = ngettext("Finds {n} note now: {names}", "Finds {n} notes now: {names}", len(found))
        return text.format(n=date_format.number(len(found)), names=names)
    if found:
        return _("Of your recent searches, it would apply to {names}").format(names=names)
    return _("None of your recent searches has these words.") if asked else ""
