"""Addresses that other programs open: what the window shows of them, and that nothing else happens."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.events import LinkAsked
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.app.features import AppWindow
from notebrain.gui.app.url_handler import follow
from tests.gui.conftest import Take

pytestmark = pytest.mark.gui


@pytest.fixture
def app(take: Take, open_window: Callable[[], AppWindow]) -> AppWindow:
    take("Tulips\n\nNot before March.", workspace="Garden")
    take("Bread")
    return open_window()


def titles(app: AppWindow) -> list[str]:
    return sorted(row.title for row in app.services.library.list(ListFilter()))


def test_a_note_to_take_is_only_offered(app: AppWindow, qtbot: QtBot) -> None:
    app.events.publish(LinkAsked("notebrain://capture?text=Buy%20seeds&tag=garden"))

    window = app.quick_capture.window
    qtbot.waitUntil(window.isVisible)
    assert window.text.stored == "Buy seeds #garden"
    assert window.text.textCursor().selectedText() == "Buy seeds #garden"  # one key removes it
    assert titles(app) == ["Bread", "Tulips"]


def test_a_note_goes_to_a_workspace_that_there_is(app: AppWindow, qtbot: QtBot) -> None:
    follow(app, "notebrain://capture?text=a&workspace=Elsewhere")
    follow(app, "notebrain://capture?text=b&workspace=Garden")
    qtbot.waitUntil(lambda: app.quick_capture.window.foot.workspace.text() == "Garden")

    follow(app, "notebrain://capture?text=c&workspace=Elsewhere")
    assert app.quick_capture.window.foot.workspace.text() == "Garden"
    assert "Elsewhere" not in app.services.library.workspaces()


def test_a_draft_that_waits_is_not_lost_to_an_address(app: AppWindow, qtbot: QtBot) -> None:
    app.quick_capture.ask()
    qtbot.keyClicks(app.quick_capture.window.text, "Half a thought")

    follow(app, "notebrain://capture?text=evil")

    assert app.quick_capture.window.text.stored.startswith("Half a thought")


def test_a_note_is_shown_by_its_id_or_the_beginning_of_it(
    app: AppWindow, take: Take, qtbot: QtBot
) -> None:
    note = next(row.id for row in app.services.library.list(ListFilter()) if row.title == "Tulips")

    follow(app, f"notebrain://note/{note}")

    qtbot.waitUntil(lambda: app.browser.note is not None and app.browser.note.id == note)


def test_a_note_that_is_not_there_is_said_to_be_missing(app: AppWindow) -> None:
    follow(app, "notebrain://note/ffffffff")

    assert "no such note" in app.status.saved.text()


def test_a_search_is_shown_with_its_question(app: AppWindow) -> None:
    follow(app, "notebrain://search?query=tulips")

    assert app.pages.current == "search"
    assert app.search.panel.query == "tulips"


@pytest.mark.parametrize(
    "address",
    [
        "notebrain://delete?id=018f",
        "notebrain://capture?text=%00",
        "notebrain://capture?save=1&text=x",
        f"notebrain://capture?text={quote('x' * 33_000)}",
        "file:///etc/passwd",
    ],
)
def test_what_is_refused_is_said_and_changes_nothing(app: AppWindow, address: str) -> None:
    before = titles(app)

    follow(app, address)

    assert "The link was not opened." in app.status.saved.text()
    assert not app.quick_capture.window.isVisible()
    assert titles(app) == before


@pytest.mark.parametrize(
    "text",
    ["<img src=file:///etc/passwd>", "[[x]] `rm -rf`", "\u202egnp.exe", "=cmd|' /C calc'!A0"],
)
def test_whatever_a_text_looks_like_it_is_text(app: AppWindow, text: str) -> None:
    follow(app, f"notebrain://capture?text={quote(text)}")

    assert app.quick_capture.window.text.toPlainText() == text
