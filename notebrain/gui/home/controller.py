"""The controller of Home, which keeps the page up to date and carries out the user's actions."""

from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFrame, QVBoxLayout

from notebrain.app.commands.command import CommandId
from notebrain.app.commands.keymap import Keys
from notebrain.app.settings.table import START_PAGE
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, ListFilter, NoteId
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.window.pages import HOME, REVIEW
from notebrain.gui.window.status_bar import StatusBar
from notebrain.gui.window.window_state import WindowState

if TYPE_CHECKING:
    from datetime import date

    from notebrain.app.notes.home import Overview, Task
    from notebrain.gui.home.page import HomePage

_REVIEW, _DATES, _DAY = "home.review", "home.dates", "home.day"
_WELCOME = "welcome"


class HomeController(QObject):
    """Connects Home to the window; the page itself is created when it is first shown."""

    def __init__(
        self,
        context: Context,
        editor: EditorPanel,
        acts: NoteActions,
        keys: Keys,
        status: StatusBar,
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._acts = acts
        self._keys = keys
        self._status = status
        self._frame = QFrame()
        self._frame.setObjectName("home")
        QVBoxLayout(self._frame).setContentsMargins(0, 0, 0, 0)
        self._page: HomePage | None = None
        self._overview: Overview | None = None
        self._welcome: Sequence[NoteId] = ()
        self._tour = False
        self._seen_enough: set[NoteId] = set()
        self._day: date | None = None
        context.pages.add(HOME, self._frame, self._enter)
        context.pages.shown.connect(self._on_shown)
        context.actions.bind(CommandId.HOME, lambda: context.pages.show(HOME))
        context.actions.bind(CommandId.REMOVE_WELCOME, self._remove_welcome)
        context.actions[CommandId.REMOVE_WELCOME].setEnabled(False)
        context.events.notes_changed.connect(self._on_changes)
        context.events.changed_elsewhere.connect(self._refresh_shown)
        context.window.activated.connect(self._refresh_shown)
        context.window.page_changed.connect(self._offer_words)
        context.window.painted.connect(self._check_welcome)
        context.window.starting.connect(self._on_starting)

    @property
    def page(self) -> "HomePage":
        """The page, created on first use."""
        if self._page is None:
            from notebrain.gui.home.page import (
                HomePage,  # imported only now, since a start that shows the notes does not need it
            )

            new_key = self._keys.map.first(CommandId.NEW_NOTE)
            self._page = page = HomePage(
                self._context.theme, self._context.services.clock.now, new_key=new_key
            )
            self._connect(page)
            page.show_tour(self._tour)
            layout = self._frame.layout()
            if layout is not None:
                layout.addWidget(page)
        return self._page

    def _enter(self, typing: bool) -> None:
        self.page.enter(typing)

    def refresh(self) -> None:
        """Read again what Home shows."""
        services, workspace = self._context.services, self._context.navigator.workspace
        now = services.clock.now()
        if now.astimezone().date() != self._day:
            self._day = now.astimezone().date()
            self._seen_enough.clear()
        skipped = frozenset(self._seen_enough)

        def load() -> "Overview":
            return services.home.content(workspace, now=now, skipped=skipped)

        self._context.reader.read(HOME, load, self._show_overview)
        self._context.reader.read(_REVIEW, services.review.counts, self.page.review.show_counts)
        today = now.astimezone().date()
        self._context.reader.read(
            _DATES,
            lambda: services.home.coming_up(workspace, today=today),
            self.page.upcoming.show_dates,
        )

    def _connect(self, page: "HomePage") -> None:
        self._context.events.settings_changed.connect(self._refresh_shown)
        page.submitted.connect(self._on_submitted)
        page.opened.connect(self._context.navigator.open_note)
        page.all_requested.connect(self._context.navigator.show_all)
        page.ticked.connect(self._on_ticked)
        page.another_requested.connect(self._on_another)
        page.never_requested.connect(self._on_never)
        page.left.connect(self._context.navigator.leave_page)
        page.review_requested.connect(lambda: self._context.pages.show(REVIEW))
        page.day_requested.connect(self._on_day)
        page.tour_end_requested.connect(self._remove_welcome)

    def _show_overview(self, overview: "Overview") -> None:
        if overview.resurfaced is None and self._seen_enough:
            self._seen_enough.clear()  # all were shown, so start over
            self.refresh()
            return
        self._overview = overview
        self.page.show_overview(overview)

    def _on_starting(self, state: WindowState | None) -> None:
        choice = self._context.services.settings.get(START_PAGE)
        if choice == HOME or (choice == "last" and state is not None and state.page == HOME):
            self._context.pages.show(HOME)
        elif state is None and choice == "last":
            self._show_around(self._context.services.welcome.there())

    def _show_around(self, notes: Sequence[NoteId]) -> None:
        """Start with Home if there are only the welcome notes, without opening any of them."""
        if notes and len(self._context.services.library.keys(ListFilter(), limit=4)) == len(notes):
            self._context.navigator.rest_at(notes)
            self._context.pages.show(HOME)

    def _on_shown(self, name: str) -> None:
        if name == HOME:
            self.page.show()
            self.refresh()

    def _offer_words(self) -> None:
        self._status.offer_words(self._context.window.shows_notes)
        if self._context.window.shows_notes:
            self._context.navigator.wake()

    def _refresh_shown(self) -> None:
        if self._context.pages.current == HOME:
            self.refresh()

    def _on_changes(self, changes: Changes) -> None:
        if not changes.notes:
            return
        self._refresh_shown()
        if self._welcome or changes.act is Act.RESTORE:
            self._check_welcome()

    def _on_submitted(self, text: str, go_on: bool) -> None:
        capture = self._context.services.notes
        draft = Draft(text, workspace=self._context.navigator.workspace or DEFAULT_WORKSPACE)
        made: list[Future[Changes]] = []

        def save() -> Future[Changes]:
            made.append(capture.capture(draft))
            return made[-1]

        def then(changes: Changes) -> None:
            if go_on:
                self._context.navigator.write_in(changes.note)

        self._acts.carry_out(
            _("Saved “{title}”").format(title=text.strip()),
            None,
            forth=save,
            back=lambda: capture.forget([made[-1].result().note]),
        )
        if made:
            self._context.events.when_done(
                made[0], then, failed=lambda _error: self._give_back(text)
            )
        else:
            self._give_back(text)

    def _give_back(self, text: str) -> None:
        """Put a line that could not be saved back into the field, unless the user has typed another one."""
        if not self.page.field.edit.text():
            self.page.field.edit.setText(text)

    def _on_ticked(self, task: "Task") -> None:
        capture = self._context.services.notes
        self._editor.flush()  # what was typed in the note comes first
        ticked = replace(task.box, ticked=True)
        self._acts.carry_out(
            _("Checked off “{text}”").format(text=task.box.text),
            task.note_id,
            forth=lambda: capture.tick(task.note_id, task.box, ticked=True),
            back=lambda: capture.tick(task.note_id, ticked, ticked=False),
        )

    def _on_day(self, day: "date") -> None:
        """List the notes that were written on this day."""
        home, workspace = self._context.services.home, self._context.navigator.workspace
        name = date_format.weekday(day)

        def show(notes: Sequence[NoteId]) -> None:
            if notes and self._context.pages.current == HOME:
                chosen = Location(LocationKind.CHOSEN, name=name, notes=tuple(notes), page=HOME)
                self._context.navigator.show_location(chosen, notes[0])

        self._context.reader.read(_DAY, lambda: home.written_on(day, workspace), show)

    def _on_another(self) -> None:
        if self._overview is not None and self._overview.resurfaced is not None:
            self._seen_enough.add(self._overview.resurfaced.id)
            self.refresh()

    def _on_never(self, note_id: str) -> None:
        home, note = self._context.services.home, NoteId(note_id)
        self._acts.carry_out(
            _("This note will not appear here again"),
            note,
            forth=lambda: home.never_again(note),
            back=lambda: home.again(note),
        )

    def _check_welcome(self) -> None:
        services = self._context.services

        def read() -> tuple[Sequence[NoteId], bool]:
            from notebrain.domain.notes.home import OWN_ENOUGH

            own = len(services.library.keys(ListFilter(own=True), limit=OWN_ENOUGH))
            return services.welcome.there(), own >= OWN_ENOUGH

        self._context.reader.read(_WELCOME, read, lambda found: self._show_tour(*found))

    def _show_tour(self, notes: Sequence[NoteId], at_home: bool) -> None:
        """Offer to remove the welcome notes, on Home only until the user has enough notes of their own."""
        self._welcome = notes
        self._tour = bool(notes) and not at_home
        self._context.actions[CommandId.REMOVE_WELCOME].setEnabled(bool(notes))
        if self._page is not None:
            self._page.show_tour(self._tour)

    def _remove_welcome(self) -> None:
        there = self._context.services.welcome.there
        self._context.reader.read("remove welcome", there, self._remove)

    def _remove(self, notes: Sequence[NoteId]) -> None:
        capture = self._context.services.notes
        if notes:
            self._acts.carry_out(
                _("Removed the welcome notes"),
                None,
                forth=lambda: capture.forget(notes),
                back=lambda: capture.restore(notes),
            )
