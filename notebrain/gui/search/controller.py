"""Connects the search page to the rest of the window."""

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from notebrain.app.notes.library import Library
from notebrain.app.settings.remembered import SAVED_OPEN
from notebrain.app.settings.search import ALPHA, HALF_LIFE, PROFILE, SEARCH_HITS
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import ListFilter, Note, NoteId, NoteRow
from notebrain.domain.search.hit_text import word_to_find
from notebrain.domain.search.saved_searches import StoredSearches
from notebrain.domain.search.suggestions import Known
from notebrain.domain.search.types import Hit, ProfileName
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.core.threads import Lane
from notebrain.gui.editor.new_note import create_note
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.notes.navigation import ReturnLocation
from notebrain.gui.search.panel import SearchPanel
from notebrain.gui.search.ranking_panel import Ranking
from notebrain.gui.sidebar.panel import Sidebar
from notebrain.gui.window.pages import SEARCH
from notebrain.gui.window.status_bar import StatusBar

RECENT = 12


def recent_notes(library: Library) -> Sequence[NoteRow]:
    """Return the notes that were edited last, to show before anything is searched."""
    return library.rows(library.keys(ListFilter(), limit=RECENT))


class SearchController(QObject):
    """Connects the search page, its panel, with the window."""

    def __init__(
        self,
        context: Context,
        editor: EditorPanel,
        sidebar: Sidebar,
        acts: NoteActions,
        return_location: ReturnLocation,
        status: StatusBar,
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._sidebar = sidebar
        self._acts = acts
        self._return_location = return_location
        self._hits: dict[NoteId, Hit] = {}
        """The hits that are listed beside the note."""
        self._passage_of: NoteId | None = None
        self._status = status
        self.panel = search = self._panel()
        context.pages.add(SEARCH, search, lambda _typing: search.focus_query())
        context.window.closing.connect(search.stop)
        search.opened.connect(self._on_opened)
        search.elsewhere_requested.connect(context.navigator.elsewhere_requested)
        search.closed.connect(context.navigator.leave_page)
        search.pin_requested.connect(self._on_pin)
        search.create_requested.connect(self._on_create)
        search.ranking_changed.connect(self._on_ranking)
        search.message.connect(self._on_message)
        search.asked.connect(context.services.searches.ask)
        search.saving.changed.connect(self._on_change)
        search.saving.rename_requested.connect(self._on_rename)
        context.pages.shown.connect(self._on_shown)
        sidebar.search_requested.connect(self._on_saved)
        sidebar.saved_folded.connect(self._on_folded)
        sidebar.set_saved_searches_open(context.services.settings.get(SAVED_OPEN))
        sidebar.show_saved_searches(context.services.searches.kept.saved)
        acts.done.connect(self._on_done)
        context.window.page_changed.connect(self._on_page)
        context.navigator.note_shown.connect(self._on_note)
        editor.view.back_requested.connect(self._on_back)

    def _panel(self) -> SearchPanel:
        services = self._context.services
        return SearchPanel(
            self._context.theme,
            services.search,
            self._context.reader.lane(Lane.SEARCH),
            self._context.events,
            now=services.clock.now,
            recent=lambda: recent_notes(services.library),
        )

    def _on_opened(self, note_id: str, start: int, end: int) -> None:
        self._list_hits(NoteId(note_id))
        self._context.navigator.open_passage(NoteId(note_id), start, end)
        shown = self._context.navigator.note
        if shown is not None and shown.id == note_id:
            self._return_location.begin(shown.id, self._return)
            self._prepare_find(shown)

    def _list_hits(self, opened: NoteId) -> None:
        """Show the hits instead of the list of notes, so that the user can go from hit to hit."""
        rows = [row for row in self.panel.results.model.rows if row.hit is not None]
        self._hits = {row.note_id: row.hit for row in rows if row.hit is not None}
        self._passage_of = opened
        if opened not in self._hits or not self._exists(opened):
            return
        name = _("“{query}”").format(query=self.panel.query.strip())
        notes = tuple(row.note_id for row in rows)
        quotes = tuple(" ".join(row.quote.split()) for row in rows)
        hits = Location(LocationKind.CHOSEN, name=name, notes=notes, quotes=quotes, page=SEARCH)
        self._context.navigator.show_location(hits, opened)

    def _on_note(self, note: Note | None) -> None:
        """Show the passage of the hit that the user went on to."""
        if note is None or self._context.navigator.location.page != SEARCH:
            return
        if note.id == self._passage_of or note.id not in self._hits:
            return
        self._passage_of = note.id
        focused = self._context.window.focusWidget()
        self._editor.show_passage(*self._hits[note.id].span)
        self._prepare_find(note)
        if isinstance(cast("object", focused), QWidget):
            focused.setFocus(Qt.FocusReason.OtherFocusReason)
        self.panel.results.choose(note.id)
        self._return_location.begin(note.id, self._return)

    def _prepare_find(self, note: Note) -> None:
        """Let the keys to find in the note look for what the user searched for."""
        if note.id in self._hits:
            self._editor.find_bar.prepare(word_to_find(self._hits[note.id], note.body))

    def _exists(self, note_id: NoteId) -> bool:
        try:
            self._context.services.library.key_of(note_id)
        except NotFound:
            return False
        return True

    def _on_back(self) -> None:
        if self._context.window.shows_notes:
            self._return_location.go_back()

    def _return(self) -> None:
        """Show the search as it was, with the opened hit selected."""
        chosen = self.panel.results.current
        self._context.pages.show(SEARCH, False)
        if chosen is not None:
            self.panel.results.choose(chosen.note_id)
        self.panel.field.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_shown(self, page: str) -> None:
        """Search in the current workspace, with its ranking."""
        if page != SEARCH:
            return
        search, workspace = self.panel, self._context.navigator.workspace
        search.show_ranking(self._ranking(workspace))
        search.show_at_most(self._context.services.settings.get(SEARCH_HITS))
        search.use_workspace(workspace)
        search.saving.show_searches(self._context.services.searches.shown)
        search.refresh()
        library, files = self._context.services.library, self._context.services.files
        self._context.reader.read(
            "search_known",
            lambda: Known(library.tags(), library.workspaces(), files.names()),
            search.suggestions.know,
        )

    def _on_saved(self, query: str, typing: bool) -> None:
        self.panel.search(query)
        self._context.pages.show(SEARCH, typing)
        self._sidebar.select_saved(query)

    def _on_folded(self, shown: bool) -> None:
        self._context.services.settings.put(SAVED_OPEN, shown)

    def _on_change(self, searches: StoredSearches) -> None:
        self._context.services.searches.save_shown(searches)
        self._sidebar.show_saved_searches(searches.saved)

    def _on_rename(self, query: str, name: str) -> None:
        """Ask for a new name for a saved search."""

        async def ask() -> None:
            called = await dialogs.ask_text(
                self._context.tasks,
                self._context.window,
                title=_("Rename saved search"),
                label=_("Name of the search"),
                text=name,
            )
            if called:
                renamed = self._context.services.searches.shown.renamed(query, called)
                self._context.services.searches.save_shown(renamed)
                self.panel.saving.show_searches(renamed)
                self._sidebar.show_saved_searches(renamed.saved)

        self._context.tasks.start(ask())

    def _on_done(self) -> None:
        """Show what an action changed, for example that a hit is pinned now."""
        if self._context.window.page is self.panel:
            self.panel.refresh()

    def _on_message(self, text: str) -> None:
        """Show how much was found; results may arrive after the user has left the page."""
        if self._context.window.page is self.panel:
            self._status.show_right_text(text)

    def _on_page(self) -> None:
        if self._context.window.page is not self.panel:
            self._status.show_right_text("")

    def _ranking(self, workspace: str | None) -> Ranking:
        settings = self._context.services.settings
        half_life = settings.get(HALF_LIFE, workspace=workspace)
        alpha = settings.get(ALPHA, workspace=workspace)
        return Ranking(
            profile=ProfileName(settings.get(PROFILE, workspace=workspace)),
            # values that were never set are left to the profile, which may have better ones
            half_life_days=None if half_life == HALF_LIFE.default else half_life,
            alpha=None if alpha == ALPHA.default else alpha,
        )

    def _on_ranking(self, ranking: Ranking) -> None:
        settings, workspace = self._context.services.settings, self._context.navigator.workspace
        settings.put(PROFILE, ranking.profile.value, workspace=workspace)
        settings.put(HALF_LIFE, ranking.half_life_days, workspace=workspace)
        settings.put(ALPHA, ranking.alpha, workspace=workspace)

    def _on_pin(self, note_id: str) -> None:
        try:
            note = self._context.services.library.opening(NoteId(note_id))
        except NotFound:
            return
        self._acts.pin([note])

    def _on_create(self, text: str) -> None:
        """Create a note from the text that was searched for and not found."""
        create_note(self._context, self._editor, text)
