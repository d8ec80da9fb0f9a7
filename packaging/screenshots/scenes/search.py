"""Screens of the search."""

from typing import TYPE_CHECKING

from notebrain.domain.search.saved_searches import SavedSearch, StoredSearches
from notebrain.gui.ask.page import AskPage
from notebrain.gui.window.pages import SEARCH
from screenshots.scenes.ask import ask_questions
from screenshots.shot import Shot, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


_QUESTION = "how long does the gas bottle last"


def _search(app: "AppWindow") -> None:
    answers: list[str] = []
    app.search.panel.message.connect(answers.append)
    app.pages.show(SEARCH)
    app.search.panel.search(_QUESTION + " ")
    wait(lambda: any(answers))
    settle()  # the chosen hit is read for its preview


def _search_conversations(app: "AppWindow") -> None:
    """Search for conversations, two of which were had just now."""
    for question in ("what is growing in the garden?", _QUESTION):
        ask_questions(question)(app)
        page = app.window.findChild(AskPage)
        if isinstance(page, AskPage):
            page.clear.click()
            settle()
    answers: list[str] = []
    app.search.panel.message.connect(answers.append)
    app.pages.show(SEARCH)
    app.search.panel.search("is:conversation ")
    wait(lambda: any(answers))
    settle()


def _search_suggestions(app: "AppWindow") -> None:
    answers: list[str] = []
    app.search.panel.message.connect(answers.append)
    app.pages.show(SEARCH)
    app.search.panel.search("gas bottle -camping after:2025 tag:")
    settle()  # the tags are read meanwhile
    app.search.panel.suggestions.offer()
    app.search.panel.refresh()
    wait(lambda: any(answers) and not app.search.panel.status.busy)


def _search_kept(app: "AppWindow") -> None:
    kept = StoredSearches(
        ("gas bottle", 'tag:garden "first frost"', "who feeds the cat", "is:pinned"),
        (SavedSearch("Garden this year", "tag:garden after:2026"), SavedSearch("Open", "todo")),
    )
    app.services.searches.save(kept)
    app.pages.show(SEARCH)


def _search_nothing(app: "AppWindow") -> None:
    answers: list[str] = []
    app.search.panel.message.connect(answers.append)
    app.pages.show(SEARCH)
    app.search.panel.search("heater tag:music is:bogus ")
    wait(lambda: any(answers))


def _search_ranking(app: "AppWindow") -> None:
    _search(app)
    app.search.panel.field.ranking.click()


def _search_opened(app: "AppWindow") -> None:
    _search(app)
    app.search.panel.field.edit.entered.emit()
    app.notes.steps.after.click()
    settle()


def _search_preview(app: "AppWindow") -> None:
    _search(app)
    app.search.panel.side.toggle_preview()
    settle()


def _search_in_file(app: "AppWindow") -> None:
    answers: list[str] = []
    app.search.panel.message.connect(answers.append)
    app.pages.show(SEARCH)
    app.search.panel.search("ferry refund in a storm ")
    wait(lambda: any(answers))
    settle()


SHOTS = (
    Shot("search-file", _search_in_file, files=True),
    Shot("search-file-narrow", _search_in_file, files=True, size=(900, 600), large=False),
    Shot("search-preview-narrow", _search_preview, size=(900, 600)),
    Shot("search", _search),
    Shot("search-opened", _search_opened),
    Shot("search-ranking", _search_ranking),
    Shot("search-talks", _search_conversations),
    Shot("search-talks-narrow", _search_conversations, size=(900, 600), large=False),
    Shot("search-suggestions", _search_suggestions),
    Shot("search-kept", _search_kept),
    Shot("search-nothing", _search_nothing),
    Shot("search-small", _search, size=(1024, 640)),
    Shot("search-narrow", _search_ranking, size=(1024, 640)),
)
