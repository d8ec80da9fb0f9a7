"""The controller of Home, which keeps the page up to date and carries out the user's actions."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFrame, QVBoxLayout

from notebrain.app.commands.command import CommandId
from notebrain.app.events import ChangedElsewhere, Event, IndexProgress, NotesChanged
from notebrain.app.settings.table import START_PAGE
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, ListFilter, NoteId
from notebrain.gui.review.controller import REVIEW
from notebrain.gui.window.pages import HOME
from notebrain.gui.window.status_bar import coverage
from notebrain.gui.window.window_state import WindowState

if TYPE_CHECKING:
    from datetime import date

    from notebrain.app.notes.home import Overview, Task
    from notebrain.gui.app.window_builder import Desk
    from notebrain.gui.home.page import HomePage

_REVIEW_COUNT = "home.review"
_UNSEEN = (Act.OPEN, Act.INDEX)


class HomeController(QObject):
    """Connects Home to a desk; the page itself is created when it is first shown."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._frame = QFrame()
        self._frame.setObjectName("home")
        QVBoxLayout(self._frame).setContentsMargins(0, 0, 0, 0)
        self._page: HomePage | None = None
        self._overview: Overview | None = None
        self._index = ""
        self._welcome: Sequence[NoteId] = ()
        self._seen_enough: set[NoteId] = set()
        self._day: date | None = None
        desk.pages.add(HOME, self._frame, self._enter)
        desk.pages.shown.connect(self._on_shown)
        desk.actions.bind(CommandId.HOME, lambda: desk.pages.show(HOME))
        desk.actions.bind(CommandId.REMOVE_WELCOME, self._remove_welcome)
        desk.actions[CommandId.REMOVE_WELCOME].setEnabled(False)
        desk.bridge.happened.connect(self._on_event)
        desk.window.activated.connect(self._refresh_shown)
        desk.window.page_changed.connect(self._offer_words)
        desk.window.painted.connect(self._look_for_welcome)
        desk.starting.connect(self._on_starting)

    @property
    def page(self) -> "HomePage":
        """The page, created on first use."""
        if self._page is None:
            from notebrain.gui.home.page import (
                HomePage,  # imported only now, since a start that shows the notes does not need it
            )

            desk = self._desk
            new_key = desk.keys.map.first(CommandId.NEW_NOTE)
            self._page = page = HomePage(desk.theme, desk.services.clock.now, new_key=new_key)
            self._connect(page)
            page.tell_index(self._index)
            page.tell_tour(bool(self._welcome))
            layout = self._frame.layout()
            if layout is not None:
                layout.addWidget(page)
        return self._page

    def _enter(self, typing: bool) -> None:
        self.page.enter(typing)

    def refresh(self) -> None:
        """Read again what Home shows."""
        services, workspace = self._desk.services, self._desk.browser.workspace
        now = services.clock.now()
        if now.astimezone().date() != self._day:
            self._day = now.astimezone().date()
            self._seen_enough.clear()
        skipped = frozenset(self._seen_enough)

        def look() -> "Overview":
            return services.home.look(workspace, now=now, skipped=skipped)

        self._desk.reader.read(HOME, look, self._tell)
        self._desk.reader.read(_REVIEW_COUNT, services.review.count, self.page.tell_review)

    def _connect(self, page: "HomePage") -> None:
        desk = self._desk
        page.kept.connect(self._on_kept)
        page.opened.connect(desk.open_note)
        page.all_requested.connect(desk.browser.show_all)
        page.ticked.connect(self._on_ticked)
        page.another_requested.connect(self._on_another)
        page.never_requested.connect(self._on_never)
        page.left.connect(desk.leave_page)
        page.review_requested.connect(lambda: desk.pages.show(REVIEW))
        page.tour_end_requested.connect(self._remove_welcome)

    def _tell(self, overview: "Overview") -> None:
        if overview.resurfaced is None and self._seen_enough:
            self._seen_enough.clear()  # all were shown, so start over
            self.refresh()
            return
        self._overview = overview
        self.page.tell(overview)

    def _on_starting(self, state: WindowState | None) -> None:
        desk = self._desk
        choice = desk.services.settings.get(START_PAGE)
        if choice == HOME or (choice == "last" and state is not None and state.page == HOME):
            desk.pages.show(HOME)
        elif state is None and choice == "last":
            self._show_around(desk.services.welcome.there())

    def _show_around(self, notes: Sequence[NoteId]) -> None:
        """Start with Home if there are only the welcome notes, without opening any of them."""
        desk = self._desk
        if notes and len(desk.services.library.keys(ListFilter(), limit=4)) == len(notes):
            desk.browser.rest_at(notes)
            desk.pages.show(HOME)

    def _on_shown(self, name: str) -> None:
        if name == HOME:
            self.page.show()
            self.refresh()

    def _offer_words(self) -> None:
        self._desk.status.offer_words(self._desk.window.shows_notes)
        if self._desk.window.shows_notes:
            self._desk.browser.wake()

    def _refresh_shown(self) -> None:
        if self._desk.pages.current == HOME:
            self.refresh()

    def _on_event(self, event: Event) -> None:
        match event:
            case NotesChanged(changes) if changes.act not in _UNSEEN and changes.notes:
                self._refresh_shown()
                if self._welcome or changes.act is Act.RESTORE:
                    self._look_for_welcome()
            case ChangedElsewhere():
                self._refresh_shown()
            case IndexProgress():
                self._index = coverage(event) if event.total else ""
                if self._page is not None:
                    self._page.tell_index(self._index)
            case _:
                pass

    def _on_kept(self, text: str, go_on: bool) -> None:
        desk, capture = self._desk, self._desk.services.capture
        draft = Draft(text, workspace=desk.browser.workspace or DEFAULT_WORKSPACE)
        made: list[Future[Changes]] = []

        def keep() -> Future[Changes]:
            made.append(capture.capture(draft))
            return made[-1]

        def then(changes: Changes) -> None:
            if go_on:
                desk.write_in(changes.note)

        desk.acts.carry_out(
            _("Saved “{title}”").format(title=text.strip()),
            None,
            forth=keep,
            back=lambda: capture.forget([made[-1].result().note]),
        )
        if made:
            desk.bridge.when_done(made[0], then, failed=lambda _error: self._give_back(text))
        else:
            self._give_back(text)

    def _give_back(self, text: str) -> None:
        """Put a line that could not be saved back into the field, unless the user has typed another one."""
        if not self.page.field.edit.text():
            self.page.field.edit.setText(text)

    def _on_ticked(self, task: "Task") -> None:
        desk, capture = self._desk, self._desk.services.capture
        desk.editor.flush()  # what was typed in the note comes first
        ticked = replace(task.box, ticked=True)
        desk.acts.carry_out(
            _("Ticked “{text}”").format(text=task.box.text),
            task.note_id,
            forth=lambda: capture.tick(task.note_id, task.box, ticked=True),
            back=lambda: capture.tick(task.note_id, ticked, ticked=False),
        )

    def _on_another(self) -> None:
        if self._overview is not None and self._overview.resurfaced is not None:
            self._seen_enough.add(self._overview.resurfaced.id)
            self.refresh()

    def _on_never(self, note_id: str) -> None:
        home, note = self._desk.services.home, NoteId(note_id)
        self._desk.acts.carry_out(
            _("This note will not come back here"),
            note,
            forth=lambda: home.never_again(note),
            back=lambda: home.again(note),
        )

    def _look_for_welcome(self) -> None:
        self._desk.reader.read("welcome", self._desk.services.welcome.there, self._tell_welcome)

    def _tell_welcome(self, notes: Sequence[NoteId]) -> None:
        self._welcome = notes
        self._desk.actions[CommandId.REMOVE_WELCOME].setEnabled(bool(notes))
        if self._page is not None:
            self._page.tell_tour(bool(notes))

    def _remove_welcome(self) -> None:
        there = self._desk.services.welcome.there
        self._desk.reader.read("remove welcome", there, self._remove)

    def _remove(self, notes: Sequence[NoteId]) -> None:
        capture = self._desk.services.capture
        if notes:
            self._desk.acts.carry_out(
                _("Removed the welcome notes"),
                None,
                forth=lambda: capture.forget(notes),
                back=lambda: capture.restore(notes),
            )
