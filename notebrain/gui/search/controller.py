"""Connects the search page to the rest of the window."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt

from notebrain.app.notes.library import Library
from notebrain.app.settings.table import ALPHA, HALF_LIFE, PROFILE, SAVED_OPEN
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import ListFilter, NoteId, NoteRow
from notebrain.domain.search.saved_searches import KeptSearches
from notebrain.domain.search.suggestions import Known
from notebrain.domain.search.types import ProfileName
from notebrain.gui.core import dialogs
from notebrain.gui.notes.new_note import create_note
from notebrain.gui.search.panel import SearchPanel
from notebrain.gui.search.ranking_panel import Ranking
from notebrain.gui.window.pages import SEARCH

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


RECENT = 12


def recent_notes(library: Library) -> Sequence[NoteRow]:
    """Return the notes that were edited last, to show before anything is searched."""
    return library.rows(library.keys(ListFilter(), limit=RECENT))


class SearchController(QObject):
    """Connects the search of a desk."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        # two, so that the word search of the next query need not wait for the semantic search of the last one
        self._searchers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="search")
        desk.search = search = self._panel()
        desk.pages.add(SEARCH, search, lambda _typing: search.focus_query())
        desk.closing.connect(self._on_closing)
        search.opened.connect(self._on_opened)
        search.closed.connect(desk.leave_page)
        search.pin_requested.connect(self._on_pin)
        search.create_requested.connect(self._on_create)
        search.ranking_changed.connect(self._on_ranking)
        search.told.connect(self._on_told)
        search.asked.connect(desk.services.searches.ask)
        search.keeping.changed.connect(self._on_kept)
        search.keeping.rename_requested.connect(self._on_rename)
        desk.pages.shown.connect(self._on_shown)
        desk.sidebar.search_requested.connect(self._on_saved)
        desk.sidebar.saved_folded.connect(self._on_folded)
        desk.sidebar.tell_saved_open(bool(desk.services.settings.get(SAVED_OPEN)))
        desk.sidebar.tell_saved(desk.services.searches.kept.saved)
        desk.acts.done.connect(self._on_done)
        desk.window.page_changed.connect(self._on_page)
        desk.editor.view.back_requested.connect(self._on_back)

    def _panel(self) -> SearchPanel:
        services = self._desk.services
        return SearchPanel(
            self._desk.theme,
            services.recall,
            self._searchers,
            self._desk.bridge,
            now=services.clock.now,
            recent=lambda: recent_notes(services.library),
        )

    def _on_closing(self) -> None:
        self._desk.search.stop()
        self._searchers.shutdown(wait=True, cancel_futures=True)

    def _on_opened(self, note_id: str, start: int, end: int) -> None:
        self._desk.open_hit(note_id, start, end)
        shown = self._desk.browser.note
        if shown is not None and shown.id == note_id:
            self._desk.detour.begin(shown.id, self._return)

    def _on_back(self) -> None:
        if self._desk.window.shows_notes:
            self._desk.detour.go_back()

    def _return(self) -> None:
        """Show the search as it was, with the opened hit selected."""
        desk = self._desk
        chosen = desk.search.results.current
        desk.show_search(typing=False)
        if chosen is not None:
            desk.search.results.choose(chosen.note_id)
        desk.search.field.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_shown(self, page: str) -> None:
        """Search in the current workspace, with its ranking."""
        if page != SEARCH:
            return
        search, workspace = self._desk.search, self._desk.browser.workspace
        search.show_ranking(self._ranking(workspace))
        search.use_workspace(workspace)
        search.keeping.show_kept(self._desk.services.searches.shown)
        search.refresh()
        library = self._desk.services.library
        self._desk.reader.read(
            "search_known",
            lambda: Known(library.tags(), library.workspaces()),
            search.suggestions.know,
        )

    def _on_saved(self, query: str, typing: bool) -> None:
        desk = self._desk
        desk.search.search(query)
        desk.show_search(typing)
        desk.sidebar.select_saved(query)

    def _on_folded(self, shown: bool) -> None:
        self._desk.services.settings.put(SAVED_OPEN, shown)

    def _on_kept(self, kept: KeptSearches) -> None:
        self._desk.services.searches.keep_shown(kept)
        self._desk.sidebar.tell_saved(kept.saved)

    def _on_rename(self, query: str, name: str) -> None:
        """Ask for a new name for a saved search."""
        desk = self._desk

        async def ask() -> None:
            called = await dialogs.ask_text(
                desk.tasks,
                desk.window,
                title=_("Rename saved search"),
                label=_("Name of the search"),
                text=name,
            )
            if called:
                kept = desk.services.searches.shown.renamed(query, called)
                desk.services.searches.keep_shown(kept)
                desk.search.keeping.show_kept(kept)
                desk.sidebar.tell_saved(kept.saved)

        desk.tasks.start(ask())

    def _on_done(self) -> None:
        """Show what an action changed, for example that a hit is pinned now."""
        if self._desk.window.page is self._desk.search:
            self._desk.search.refresh()

    def _on_told(self, text: str) -> None:
        """Show how much was found; results may arrive after the user has left the page."""
        if self._desk.window.page is self._desk.search:
            self._desk.status.tell_right(text)

    def _on_page(self) -> None:
        if self._desk.window.page is not self._desk.search:
            self._desk.status.tell_right("")

    def _ranking(self, workspace: str | None) -> Ranking:
        settings = self._desk.services.settings
        half_life = settings.get(HALF_LIFE, workspace=workspace)
        alpha = settings.get(ALPHA, workspace=workspace)
        return Ranking(
            profile=ProfileName(str(settings.get(PROFILE, workspace=workspace))),
            # values that were never set are left to the profile, which may have better ones
            half_life_days=None if half_life == HALF_LIFE.default else float(half_life),
            alpha=None if alpha == ALPHA.default else float(alpha),
        )

    def _on_ranking(self, ranking: Ranking) -> None:
        settings, workspace = self._desk.services.settings, self._desk.browser.workspace
        settings.put(PROFILE, ranking.profile.value, workspace=workspace)
        settings.put(HALF_LIFE, ranking.half_life_days, workspace=workspace)
        settings.put(ALPHA, ranking.alpha, workspace=workspace)

    def _on_pin(self, note_id: str) -> None:
        try:
            note = self._desk.services.library.opening(NoteId(note_id))
        except NotFound:
            return
        self._desk.acts.pin([note])

    def _on_create(self, text: str) -> None:
        """Create a note from the text that was searched for and not found."""
        create_note(self._desk, text)
