"""Addresses that other programs open: what the window shows of them, and that nothing else happens."""

from collections.abc import Callable
from urllib.parse import quote

import pytest
from pytestqt.qtbot import QtBot

from notebrain.app.events import LinkAsked
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.app.url_handler import follow
from notebrain.gui.app.window_builder import Desk
from notebrain.gui.quick_capture.controller import flow_of
from tests.gui.conftest import Take

pytestmark = pytest.mark.gui


@pytest.fixture
def desk(take: Take, open_desk: Callable[[], Desk]) -> Desk:
    take("Tulips\n\nNot before March.", workspace="Garden")
    take("Bread")
    return open_desk()


def titles(desk: Desk) -> list[str]:
    return sorted(row.title for row in desk.services.library.list(ListFilter()))


def test_a_note_to_take_is_only_offered(desk: Desk, qtbot: QtBot) -> None:
    desk.bridge.publish(LinkAsked("notebrain://capture?text=Buy%20seeds&tag=garden"))

    window = flow_of(desk).window
    qtbot.waitUntil(window.isVisible)
    assert window.text.stored == "Buy seeds #garden"
    assert window.text.textCursor().selectedText() == "Buy seeds #garden"  # one key removes it
    assert titles(desk) == ["Bread", "Tulips"]


def test_a_note_goes_to_a_workspace_that_there_is(desk: Desk, qtbot: QtBot) -> None:
    follow(desk, "notebrain://capture?text=a&workspace=Elsewhere")
    follow(desk, "notebrain://capture?text=b&workspace=Garden")
    qtbot.waitUntil(lambda: flow_of(desk).window.foot.workspace.text() == "Garden")

    follow(desk, "notebrain://capture?text=c&workspace=Elsewhere")
    assert flow_of(desk).window.foot.workspace.text() == "Garden"
    assert "Elsewhere" not in desk.services.library.workspaces()


def test_a_draft_that_waits_is_not_lost_to_an_address(desk: Desk, qtbot: QtBot) -> None:
    flow_of(desk).ask()
    qtbot.keyClicks(flow_of(desk).window.text, "Half a thought")

    follow(desk, "notebrain://capture?text=evil")

    assert flow_of(desk).window.text.stored.startswith("Half a thought")


def test_a_note_is_shown_by_its_id_or_the_beginning_of_it(
    desk: Desk, take: Take, qtbot: QtBot
) -> None:
    note = next(row.id for row in desk.services.library.list(ListFilter()) if row.title == "Tulips")

    follow(desk, f"notebrain://note/{note}")

    qtbot.waitUntil(lambda: desk.browser.note is not None and desk.browser.note.id == note)


def test_a_note_that_is_not_there_is_said_to_be_missing(desk: Desk) -> None:
    follow(desk, "notebrain://note/ffffffff")

    assert "no such note" in desk.status.saved.text()


def test_a_search_is_shown_with_its_question(desk: Desk) -> None:
    follow(desk, "notebrain://search?query=tulips")

    assert desk.pages.current == "search"
    assert desk.search.query == "tulips"


@pytest.mark.parametrize(
    "address",
    [
        "notebrain://delete?id=018f",
        "notebrain://capture?text=%00",
        "notebrain://capture?save=1&text=x",
        f"notebrain://capture?text={quote('x' * 9_000)}",
        "file:///etc/passwd",
    ],
)
def test_what_is_refused_is_said_and_changes_nothing(desk: Desk, address: str) -> None:
    before = titles(desk)

    follow(desk, address)

    assert "A link was not followed." in desk.status.saved.text()
    assert not flow_of(desk).window.isVisible()
    assert titles(desk) == before


@pytest.mark.parametrize(
    "text",
    ["<img src=file:///etc/passwd>", "[[x]] `rm -rf`", "\u202egnp.exe", "=cmd|' /C calc'!A0"],
)
def test_whatever_a_text_looks_like_it_is_text(desk: Desk, text: str) -> None:
    follow(desk, f"notebrain://capture?text={quote(text)}")

    assert flow_of(desk).window.text.toPlainText() == text
