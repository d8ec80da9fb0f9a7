"""The order of what is found over time: words at once, meaning joining below what is chosen; without Qt."""

from collections.abc import Sequence

from notebrain.domain.notes.note import NoteId
from notebrain.domain.search.types import Hit, SearchResult
from notebrain.gui.quick_search.rows import Row, hit_rows
from notebrain.gui.search.joining import join


class Found:
    """The hits of one query."""

    def __init__(self) -> None:
        self._hits: dict[str, Hit] = {}
        self._order: Sequence[str] = ()
        self._by_words: frozenset[str] = frozenset()

    @property
    def rows(self) -> Sequence[Row]:
        """The hits as they are listed."""
        return hit_rows((self._hits[one] for one in self._order), joined=self.joined)

    @property
    def joined(self) -> frozenset[str]:
        """The hits that only the meaning found."""
        return frozenset(self._order) - self._by_words

    def show_words(self, result: SearchResult) -> None:
        """Begin anew with what the words found."""
        self._hits = {hit.note_id: hit for hit in result.hits}
        self._order = [hit.note_id for hit in result.hits]
        self._by_words = frozenset(self._order)

    def join(self, result: SearchResult, chosen: NoteId | None) -> None:
        """Let what the meaning found join; down to the chosen note, everything stays where it is."""
        self._hits |= {hit.note_id: hit for hit in result.hits}
        self._order = join(self._order, [hit.note_id for hit in result.hits], chosen).order
