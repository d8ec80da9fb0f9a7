"""The searches that are kept: those asked lately, and those the user saved under a name."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

MOST_RECENT = 12
LONGEST = 500


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A query the user kept, and what he calls it."""

    name: str
    query: str


@dataclass(frozen=True, slots=True)
class KeptSearches:
    """All that is kept, newest first."""

    recent: tuple[str, ...] = ()
    saved: tuple[SavedSearch, ...] = ()

    def asked(self, query: str) -> "KeptSearches":
        """Return this with a query asked just now."""
        text = _tidy(query)
        if not text or len(text) > LONGEST:
            return self
        rest = (one for one in self.recent if one.casefold() != text.casefold())
        return replace(self, recent=(text, *rest)[:MOST_RECENT])

    def forgotten(self, query: str) -> "KeptSearches":
        """Return this without a recent query."""
        return replace(self, recent=tuple(one for one in self.recent if one != query))

    def is_saved(self, query: str) -> bool:
        """Tell whether a query is saved."""
        return any(one.query == _tidy(query) for one in self.saved)

    def with_saved(self, query: str) -> "KeptSearches":
        """Return this with a query saved; it is called like itself until the user renames it."""
        text = _tidy(query)
        if not text or self.is_saved(text):
            return self
        return replace(self, saved=(SavedSearch(text, text), *self.saved))

    def without_saved(self, query: str) -> "KeptSearches":
        """Return this with a query saved no more."""
        text = _tidy(query)
        return replace(self, saved=tuple(one for one in self.saved if one.query != text))

    def renamed(self, query: str, name: str) -> "KeptSearches":
        """Return this with a saved query called differently; an empty name is its own text."""
        called = _tidy(name)
        return replace(
            self,
            saved=tuple(
                SavedSearch(called or one.query, one.query) if one.query == query else one
                for one in self.saved
            ),
        )


def recent_from_text(text: str) -> tuple[str, ...]:
    """Return recent queries as they were kept; nothing if the text is none of ours."""
    return tuple(one for one in _listed(text) if isinstance(one, str))[:MOST_RECENT]


def saved_from_text(text: str) -> tuple[SavedSearch, ...]:
    """Return saved queries as they were kept; nothing if the text is none of ours."""
    found: list[SavedSearch] = []
    for one in _listed(text):
        match one:
            case [str(name), str(query)]:
                found.append(SavedSearch(name, query))
            case _:
                pass
    return tuple(found)


def recent_to_text(recent: Sequence[str]) -> str:
    """Return recent queries as they are kept."""
    return json.dumps(list(recent), ensure_ascii=False) if recent else ""


def saved_to_text(saved: Sequence[SavedSearch]) -> str:
    """Return saved queries as they are kept."""
    return json.dumps([[one.name, one.query] for one in saved], ensure_ascii=False) if saved else ""


def _listed(text: str) -> list[object]:
    try:
        found: object = json.loads(text or "[]")
    except ValueError:
        return []
    return cast("list[object]", found) if isinstance(found, list) else []


def _tidy(text: str) -> str:
    return " ".join(text.split())
