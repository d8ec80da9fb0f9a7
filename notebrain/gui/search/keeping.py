"""Keeps searches from the panel: the star in the field, and the shelf of what is kept."""

from PySide6.QtCore import QObject, Signal

from notebrain.domain.search.saved_searches import KeptSearches
from notebrain.gui.search.field import SearchField
from notebrain.gui.search.shelf import SearchShelf


class Keeping(QObject):
    """Shows what is kept in both places; tells what the user keeps from now on."""

    changed = Signal(object)
    """`KeptSearches` to keep."""
    rename_asked = Signal(str, str)

    def __init__(self, field: SearchField, shelf: SearchShelf) -> None:
        super().__init__(field)
        self._field = field
        self._shelf = shelf
        self._kept = KeptSearches()
        self._query = ""
        field.star.clicked.connect(self._on_star)
        shelf.kept.connect(self._on_kept)
        shelf.rename_asked.connect(self.rename_asked)

    def show_kept(self, kept: KeptSearches) -> None:
        """Show that this is kept."""
        self._kept = kept
        self._shelf.show_kept(kept)
        texts = [one.query for one in kept.saved]
        self._field.edit.complete_with([*kept.recent, *texts])
        self.show_query(self._query)

    def show_query(self, query: str) -> None:
        """Show whether this is kept; the shelf stands only where nothing is asked."""
        self._query = query
        asked = bool(query.strip())
        if asked:
            self._shelf.forget_undo()
        self._field.show_saved(offered=asked, saved=self._kept.is_saved(query))
        self._shelf.setVisible(not asked and self._shelf.holds_something)

    def _on_star(self) -> None:
        saved = self._kept.is_saved(self._query)
        change = self._kept.without_saved if saved else self._kept.with_saved
        self._on_kept(change(self._query))

    def _on_kept(self, kept: KeptSearches) -> None:
        self.show_kept(kept)
        self.changed.emit(kept)
