"""The chosen hit is shown beside the list as it reads, with what was searched for marked."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextFormat

from notebrain.ask.service import AskRequest
from notebrain.gui.app.features import AppWindow
from notebrain.gui.preview.hit_preview import HitPreview
from notebrain.gui.search.side import BESIDE_FROM
from notebrain.gui.window.pages import SEARCH

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def search(open_window, qtbot) -> Callable[[str], tuple[AppWindow, HitPreview]]:
    """Open the search page wide enough for a preview, and search."""

    def search(query: str) -> tuple[AppWindow, HitPreview]:
        app = open_window()
        app.window.resize(1280, 820)
        app.pages.show(SEARCH)
        panel = app.search.panel
        panel.search(query)

        def is_done() -> bool:
            """Return whether the hits are there, by words and by meaning, or that there are none."""
            rows = panel.results.model.rows
            recent = any(row.hit is None and row.conversation is None for row in rows)
            listed = recent is not bool(query) if rows else panel.way_out.isVisible()
            return listed and not panel.status.busy

        qtbot.waitUntil(is_done)
        found = panel.findChild(HitPreview)
        assert isinstance(found, HitPreview)
        return app, found

    return search


def test_the_chosen_hit_is_shown_with_its_words_marked(search, take, qtbot) -> None:
    take("Gas\n\nThe **bottle** lasts. More bottles below.\n\n- [ ] order")

    _app, preview = search("bottle ")

    qtbot.waitUntil(lambda: preview.marked == ["bottle", "bottles"])
    assert preview.title.text() == "Gas"
    assert "The bottle lasts." in preview.pane.page.toPlainText()
    assert "Gas" not in preview.pane.page.toPlainText()  # not a second time below the title


def test_the_preview_follows_the_arrow_keys(search, take, qtbot) -> None:
    take("Older\n\nThe bottle lasts.")
    take("Newer\n\nThe bottle is empty.")
    app, preview = search("bottle ")
    qtbot.waitUntil(lambda: preview.title.text() in ("Older", "Newer"))
    first = preview.title.text()

    is_last = app.search.panel.results.model.rows[-1].title == first
    qtbot.keyClick(app.search.panel.field.edit, Qt.Key.Key_Up if is_last else Qt.Key.Key_Down)

    qtbot.waitUntil(lambda: preview.title.text() not in ("", first))


def test_a_passage_far_down_is_scrolled_to(search, take, qtbot) -> None:
    take("Gas\n\n" + "Words of no use.\n\n" * 80 + "The bottle lasts.\n\n" + "More.\n\n" * 80)

    _app, preview = search("bottle ")

    qtbot.waitUntil(lambda: preview.marked == ["bottle"])
    page = preview.pane.page
    (mark,) = page.extraSelections()
    assert page.verticalScrollBar().value() > 0
    assert page.viewport().rect().contains(page.cursorRect(mark.cursor).center())


def test_what_was_found_by_its_meaning_is_underlined(search, take, qtbot) -> None:
    take("Gas\n\nNothing. One **cartridge** boils 14 litres. The rest.")
    _app, preview = search("")
    qtbot.waitUntil(lambda: preview.title.text() == "Gas")
    assert preview.hit is not None

    preview.show_hit(replace(preview.hit, quote="…One cartridge boils 14 litres.", by_meaning=True))

    qtbot.waitUntil(lambda: preview.marked == ["One cartridge boils 14 litres."])
    (mark,) = preview.pane.page.extraSelections()
    assert mark.format.hasProperty(QTextFormat.Property.TextUnderlineStyle)


def test_a_conversation_is_shown_with_its_questions_and_answers(
    search, take, services, qtbot
) -> None:
    take("Gas\n\nThe bottle lasts 21 days.")
    conversations = services.memory.conversations
    answer = services.asking.ask(AskRequest("How long does the bottle last?"))
    at = services.clock.now()
    conversations.keep(conversations.begin(), 0, answer, at=at).result()

    _app, preview = search("bottle is:conversation ")

    qtbot.waitUntil(lambda: preview.title.text() == "How long does the bottle last?")
    assert "The bottle lasts 21 days. [1]" in preview.pane.page.toPlainText()
    assert preview.details.text().startswith("1 question")


def test_without_hits_the_preview_says_what_it_is_for(search, take, qtbot) -> None:
    take("Gas")

    _app, preview = search("zzyzx ")

    qtbot.waitUntil(lambda: "shown here" in preview.notice.text())
    assert preview.notice.isVisible()
    assert not preview.pane.page.isVisible()


def narrow(app, qtbot):
    app.window.resize(900, 600)
    qtbot.waitUntil(lambda: app.search.panel.width() < app.theme.px(BESIDE_FROM))


@pytest.mark.styled
def test_where_there_is_no_room_beside_the_hits_a_key_shows_the_preview_over_them(
    search, take, qtbot
) -> None:
    take("Gas\n\nThe bottle lasts.")
    app, preview = search("bottle ")
    narrow(app, qtbot)
    assert not preview.isVisible()
    field = app.search.panel.field

    qtbot.keyClick(field.edit, Qt.Key.Key_M, CTRL_SHIFT)

    qtbot.waitUntil(lambda: preview.isVisible() and preview.title.text() == "Gas")
    assert field.preview.isChecked()
    assert field.edit.hasFocus()
    qtbot.keyClick(field.edit, Qt.Key.Key_M, CTRL_SHIFT)
    assert not preview.isVisible()


def test_esc_closes_the_preview_over_the_hits_before_it_leaves_the_search(
    search, take, qtbot
) -> None:
    take("Gas\n\nThe bottle lasts.")
    app, preview = search("bottle ")
    narrow(app, qtbot)
    app.search.panel.field.preview.click()
    assert preview.isVisible()

    qtbot.keyClick(app.search.panel.field.edit, Qt.Key.Key_Escape)

    assert not preview.isVisible()
    assert app.search.panel.isVisible()


def test_the_ranking_takes_the_place_of_the_preview_over_the_hits(search, take, qtbot) -> None:
    take("Gas\n\nThe bottle lasts.")
    app, preview = search("bottle ")
    narrow(app, qtbot)
    app.search.panel.field.preview.click()

    app.search.panel.field.ranking.click()
    assert app.search.panel.ranking.isVisible()
    assert not preview.isVisible()
    app.search.panel.field.ranking.click()

    assert preview.isVisible()


@pytest.mark.styled
def test_with_room_there_is_no_button_for_the_preview(search, take, qtbot) -> None:
    take("Gas\n\nThe bottle lasts.")
    app, preview = search("bottle ")

    assert preview.isVisible()
    assert not app.search.panel.field.preview.isVisible()
