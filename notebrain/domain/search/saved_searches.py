"""Stored searches: recent ones, and those that the user saved under a name."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

MOST_RECENT = 12
LONGEST = 500


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A query that the user saved, and its name."""

    name: str
    query: str


@dataclass(frozen=True, slots=True)
class StoredSearches:
    """All stored searches, newest first."""

    recent: tuple[str, ...] = ()
    saved: tuple[SavedSearch, ...] = ()

    def asked(self, query: str) -> "StoredSearches":
        """Return the searches with a new recent query."""
        text = _tidy(query)
        if not text or len(text) > LONGEST:
            return self
        rest = (one for one in self.recent if one.casefold() != text.casefold())
        return replace(self, recent=(text, *rest)[:MOST_RECENT])

    def forgotten(self, query: str) -> "StoredSearches":
        """Return the searches without a recent query."""
        return replace(self, recent=tuple(one for one in self.recent if one != query))

    def is_saved(self, query: str) -> bool:
        """Return whether a query is saved."""
        return any(search.query == _tidy(query) for search in self.saved)

    def with_saved(self, query: str) -> "StoredSearches":
        """Return the searches with a query saved; its name is its text until the user renames it."""
        text = _tidy(query)
        if not text or self.is_saved(text):
            return self
        return replace(self, saved=(SavedSearch(text, text), *self.saved))

    def without_saved(self, query: str) -> "StoredSearches":
        """Return the searches without a saved query."""
        text = _tidy(query)
        return replace(self, saved=tuple(search for search in self.saved if search.query != text))

    def renamed(self, query: str, name: str) -> "StoredSearches":
        """Return the searches with a saved query renamed; an empty name resets it to the query's text."""
        called = _tidy(name)
        return replace(
            self,
            saved=tuple(
                SavedSearch(called or search.query, search.query)
                if search.query == query
                else search
                for search in self.saved
            ),
        )


def recent_from_text(text: str) -> tuple[str, ...]:
    """Return the recent queries in a stored text; empty if the text is invalid."""
    return tuple(one for one in _listed(text) if isinstance(one, str))[:MOST_RECENT]


def saved_from_text(text: str) -> tuple[SavedSearch, ...]:
    """Return the saved queries in a stored text; empty if the text is invalid."""
    found: list[SavedSearch] = []
    for entry in _listed(text):
        match entry:
            case [str(name), str(query)]:
                found.append(SavedSearch(name, query))
            case _:
                pass
    return tuple(found)


def recent_to_text(recent: Sequence[str]) -> str:
    """Return the text to store for recent queries."""
    return json.dumps(list(recent), ensure_ascii=False) if recent else ""


def saved_to_text(saved: Sequence[SavedSearch]) -> str:
    """Return the text to store for saved queries."""
    return (
        json.dumps([[search.name, search.query] for search in saved], ensure_ascii=False)
        if saved
        else ""
    )


def _listed(text: str) -> list[object]:
    try:
        found: object = json.loads(text or "[]")
    except ValueError:
        return []
    return cast("list[object]", found) if isinstance(found, list) else []


def _tidy(text: str) -> str:
    return " ".join(text.split())
