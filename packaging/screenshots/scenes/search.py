"""Screens of the search."""

from typing import TYPE_CHECKING

from notebrain.domain.search.saved_searches import KeptSearches, SavedSearch
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


_QUESTION = "how long does the gas bottle last"


def _search(desk: "Desk") -> None:
    answers: list[str] = []
    desk.search.told.connect(answers.append)
    desk.show_search()
    desk.search.search(_QUESTION + " ")
    wait(lambda: any(answers))


def _search_suggestions(desk: "Desk") -> None:
    answers: list[str] = []
    desk.search.told.connect(answers.append)
    desk.show_search()
    desk.search.search("gas bottle -camping after:2025 tag:")
    settle()  # the tags are read meanwhile
    desk.search.suggestions.offer()
    desk.search.refresh()
    wait(lambda: any(answers) and not desk.search.said.busy)


def _search_kept(desk: "Desk") -> None:
    kept = KeptSearches(
        ("gas bottle", 'tag:garden "first frost"', "who feeds the cat", "is:pinned"),
        (SavedSearch("Garden this year", "tag:garden after:2026"), SavedSearch("Open", "todo")),
    )
    desk.services.searches.keep(kept)
    desk.show_search()


def _search_nothing(desk: "Desk") -> None:
    answers: list[str] = []
    desk.search.told.connect(answers.append)
    desk.show_search()
    desk.search.search("heater tag:music is:bogus ")
    wait(lambda: any(answers))


def _search_narrow(desk: "Desk") -> None:
    _search(desk)
    desk.search.field.ranking.click()


SHOTS = (
    Shot("search", _search),
    Shot("search-suggestions", _search_suggestions),
    Shot("search-kept", _search_kept),
    Shot("search-nothing", _search_nothing),
    Shot("search-small", _search, size=(1024, 640)),
    Shot("search-narrow", _search_narrow, size=(1024, 640)),
)
