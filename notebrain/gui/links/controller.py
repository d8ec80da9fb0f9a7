"""The controllers of links: the pane of the shown note, and the offer to update links to a title that was changed."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import UPDATE_LINKS
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.links import link_key
from notebrain.domain.notes.mentions import Around, Mention
from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.links.link_opener import LinkOpener
from notebrain.gui.links.pane import LinksPane
from notebrain.gui.notes.actions import NoteActions
from notebrain.notes.links import LinkChange

PART = "links"
_SETTLES_MS = 400


class LinksController(QObject):
    """Adds the links pane to the window."""

    def __init__(
        self, context: Context, active: ActiveEditor, acts: NoteActions, opener: LinkOpener
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._acts = acts
        self._opener = opener
        self.pane = LinksPane(context.theme)
        self._timer = QTimer(context.side, singleShot=True, interval=_SETTLES_MS)
        self._timer.timeout.connect(self.refresh)
        context.side.add(PART, _("Links"), self.pane, focus=self.pane.enter)
        context.actions.bind(CommandId.LINKS, lambda: context.side.toggle(PART))
        context.side.changed.connect(self._on_side)
        context.side.connect_while_shown(
            PART,
            {
                active.note_shown: self._on_note,
                context.events.notes_changed: self._on_changes,
                context.events.changed_elsewhere: self._timer.start,
            },
        )
        self.pane.passage_opened.connect(self._on_passage)
        self.pane.opened.connect(opener.go_to)
        self.pane.elsewhere_requested.connect(context.navigator.elsewhere_requested)
        self.pane.creation_requested.connect(opener.create)
        self.pane.link_requested.connect(self._on_link)

    def refresh(self) -> None:
        """Show the links of the shown note, if the pane is visible."""
        note = self._active.note
        if self._context.side.current != PART:
            return
        if note is None:
            self.pane.show_links(Around())
            return
        links = self._context.services.links

        def load() -> tuple[Note, Around]:
            try:
                return note, links.around(note.id)
            except NotFound:
                return note, Around()

        def go(found: tuple[Note, Around]) -> None:
            now = self._active.note
            if now is not None and now.id == found[0].id:
                self.pane.show_links(found[1])

        self._context.reader.read(PART, load, go)

    def link(self, mention: Mention) -> None:
        """Turn a mention of the shown note into a link; this can be undone."""
        note = self._active.note
        if note is None:
            return
        acts, done, title = self._context.services.linking, LinkChange(), note.title
        self._active.panel.flush()
        self._acts.carry_out(
            _("Linked “{title}”").format(title=mention.title or _("Untitled")),
            mention.note_id,
            forth=lambda: acts.link(mention, title, done),
            back=lambda: acts.undo(done),
        )

    def _on_link(self, mention: object) -> None:
        if isinstance(mention, Mention):
            self.link(mention)

    def _on_passage(self, mention: object) -> None:
        if isinstance(mention, Mention):
            self._context.navigator.open_passage(mention.note_id, mention.start, mention.end)

    def _on_side(self, name: str) -> None:
        if name == PART:
            self.refresh()

    def _on_note(self, _note: object) -> None:
        self.refresh()

    def _on_changes(self, changes: Changes) -> None:
        if changes.act is not Act.FILE:
            self._timer.start()


_RESTS_MS = 2_000
# when the user leaves a note, its last changes are still being saved
_LEFT_MS = 600


@dataclass(frozen=True, slots=True)
class _Visit:
    """A note that is or was shown, and its title when it was opened."""

    note: NoteId
    title: str


@dataclass(frozen=True, slots=True)
class _Stale:
    """How many notes link to a title that no longer exists, and the new title."""

    visit: _Visit
    title: str
    notes: int


class LinkUpdater(QObject):
    """Watches the title of the note that is shown."""

    def __init__(self, context: Context, editor: EditorPanel, acts: NoteActions) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._acts = acts
        self._waiting: dict[NoteId, _Stale] = {}
        self._here: _Visit | None = None
        self._left: _Visit | None = None
        self._rests = QTimer(context.side, singleShot=True, interval=_RESTS_MS)
        self._rests.timeout.connect(lambda: self._check(self._here))
        self._gone = QTimer(context.side, singleShot=True, interval=_LEFT_MS)
        self._gone.timeout.connect(lambda: self._check(self._left))
        context.window.closing.connect(self._rests.stop)
        context.window.closing.connect(self._gone.stop)
        context.navigator.note_shown.connect(self._on_note)
        context.navigator.titled.connect(self._on_titled)

    def _on_note(self, note: Note | None) -> None:
        here = self._here
        if note is not None and here is not None and note.id == here.note:
            self._on_titled(note.title)
            return
        self._rests.stop()
        self._left, self._here = here, _Visit(note.id, note.title) if note else None
        if self._left is not None:
            self._gone.start()

    def _on_titled(self, title: str) -> None:
        if self._here is not None and link_key(title) != link_key(self._here.title):
            self._rests.start()

    def _check(self, visit: _Visit | None) -> None:
        if visit is None or not link_key(visit.title):
            return
        services = self._context.services

        def load() -> _Stale:
            """Count the links to the old title; zero if the note has that title again."""
            try:
                title = services.library.opening(visit.note).title
            except NotFound:
                title = ""
            if not link_key(title) or link_key(title) == link_key(visit.title):
                return _Stale(visit, title, 0)
            return _Stale(visit, title, services.links.linking(visit.title, besides=visit.note))

        self._context.reader.read("renamed", load, self._offer)

    def _offer(self, stale: _Stale) -> None:
        self._waiting.pop(stale.visit.note, None)
        wanted = self._context.settings.get(UPDATE_LINKS)
        if stale.notes and wanted == "always":
            self._update(stale)
        elif stale.notes and wanted == "ask":
            self._waiting[stale.visit.note] = stale
        self._ask()

    def _ask(self) -> None:
        """Ask about the note that was renamed last, in a bar that stays until it is answered."""
        question = self._editor.question
        if not isValid(question):
            return  # the window was closed before the links were counted
        if not self._waiting:
            question.hide()
            return
        stale = next(reversed(self._waiting.values()))
        question.show_notice(
            "warning",
            "link",
            _message(stale),
            (_("Update the links"), lambda: self._update(stale)),
            (_("Always"), self._always),
            (_("Leave them"), lambda: self._leave(stale)),
        )

    def _always(self) -> None:
        self._context.settings.put(UPDATE_LINKS, "always")
        for stale in list(self._waiting.values()):
            self._update(stale)

    def _leave(self, stale: _Stale) -> None:
        self._waiting.pop(stale.visit.note, None)
        self._ask()

    def _update(self, stale: _Stale) -> None:
        old = stale.visit
        self._leave(stale)
        acts, done = self._context.services.linking, LinkChange()
        self._editor.flush()
        if self._here == old:
            self._here = _Visit(old.note, stale.title)
        self._acts.carry_out(
            _("Links to “{old}” now lead to “{new}”").format(old=old.title, new=stale.title),
            old.note,
            forth=lambda: acts.retarget(old.title, stale.title, done, named=old.note),
            back=lambda: acts.undo(done),
        )


def _message(stale: _Stale) -> str:
    return ngettext(
        "{n} note still links to “{title}”", "{n} notes still link to “{title}”", stale.notes
    ).format(n=date_format.number(stale.notes), title=stale.visit.title)
