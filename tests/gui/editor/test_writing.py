"""What is done in the editor and in the search reaches the notes."""

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMenu, QMessageBox

from notebrain.app.settings.search import ALPHA, HALF_LIFE, PROFILE
from notebrain.domain.errors import Broken, UserError
from notebrain.domain.search.types import ProfileName
from notebrain.gui.core.locations import TRASH, Location, LocationKind
from notebrain.gui.search.ranking_panel import Ranking
from notebrain.gui.window.pages import SEARCH
from notebrain.notes.service import Filing


@pytest.fixture
def opened(monkeypatch):
    """The addresses handed to the system."""
    addresses: list[str] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: addresses.append(QUrl(url).toString())
    )
    return addresses


def test_filing_in_the_editor_can_be_taken_back(open_window, take, services, qtbot) -> None:
    note = take("Dal")
    app = open_window()

    app.editor.filing_requested.emit(Filing(importance=5), "Changed “{title}”")

    qtbot.waitUntil(lambda: services.library.note(note).importance == 5)
    qtbot.waitUntil(lambda: app.window.toast.text.text() == "Changed “Dal”")
    app.acts.undo()
    qtbot.waitUntil(lambda: services.library.note(note).importance == 3)


def test_a_tag_in_the_editor_leads_to_its_notes(open_window, take) -> None:
    take("Dal", tags=("recipes",))
    app = open_window()

    app.editor.tag_shown.emit("recipes")

    assert app.browser.location == Location(LocationKind.TAG, tag="recipes")


def test_the_editor_moves_its_note_to_the_trash_and_back(
    open_window, take, services, qtbot
) -> None:
    note = take("Dal")
    app = open_window()

    app.editor.trash_requested.emit()
    qtbot.waitUntil(lambda: services.library.note(note).deleted_at is not None)
    qtbot.waitUntil(lambda: app.editor.note is None or not app.editor.view.isVisible())
    app.browser.show_location(TRASH)
    app.editor.restore_requested.emit()

    qtbot.waitUntil(lambda: services.library.note(note).deleted_at is None)


def test_the_editor_deletes_for_good_only_after_asking(open_window, take, services, qtbot) -> None:
    note = take("Dal")
    services.notes.forget([note]).result()
    app = open_window()
    app.browser.show_location(TRASH)

    app.editor.purge_requested.emit()
    qtbot.waitUntil(lambda: bool(app.window.findChildren(QMessageBox)))
    app.window.findChildren(QMessageBox)[0].buttons()[0].click()

    qtbot.waitUntil(lambda: services.library.counts().trashed == 0)


def test_the_menu_of_the_editor_is_that_of_its_note(open_window, take) -> None:
    take("Dal")
    app = open_window()

    app.editor.menu_requested.emit(app.window.rect().center())

    menus = [m for m in app.window.findChildren(QMenu) if m.isVisible()]
    assert "Move to trash" in [action.text() for action in menus[0].actions()]
    menus[0].close()


def test_without_a_note_nothing_happens(open_window, qtbot) -> None:
    app = open_window()

    app.editor.filing_requested.emit(Filing(pinned=True), "Pinned “{title}”")
    app.editor.trash_requested.emit()
    app.editor.restore_requested.emit()
    app.editor.purge_requested.emit()
    app.editor.menu_requested.emit(app.window.rect().center())

    assert not app.acts.can_undo


def test_a_save_that_failed_is_told_with_a_way_on(open_window, take) -> None:
    take("Dal")
    app = open_window()

    app.editor.save_failed.emit(UserError("The disk is full."))

    assert app.status.saved.text() == "The disk is full."
    assert app.status.act.text() == "Try again"


def test_the_next_save_ends_the_toast(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()
    app.window.show_done("Pinned “Dal”")

    qtbot.keyClicks(app.editor.view, "x")

    qtbot.waitUntil(lambda: not app.window.toast.isVisible())
    assert app.status.saved.text().startswith("Saved on this computer")


def test_a_fault_of_ours_is_no_silence(open_window, take) -> None:
    take("Dal")
    app = open_window()

    app.on_failed(Broken("The notes file answered unexpectedly."))

    assert app.status.saved.text() == "The notes file answered unexpectedly."
    with pytest.raises(ZeroDivisionError):
        app.on_failed(ZeroDivisionError())


@pytest.mark.parametrize("address", ["https://example.org/a", "mailto:a@example.org"])
def test_common_links_are_opened_at_once(open_window, take, opened, address) -> None:
    take("Dal")
    app = open_window()

    app.editor.link_opened.emit(address)

    assert opened == [address]


def test_a_link_of_an_unknown_kind_is_asked_about(open_window, take, opened, qtbot) -> None:
    take("Dal")
    app = open_window()

    app.editor.link_opened.emit("steam://run/1")
    qtbot.waitUntil(lambda: bool(app.window.findChildren(QMessageBox)))
    before = list(opened)
    app.window.findChildren(QMessageBox)[0].buttons()[0].click()

    assert before == []
    qtbot.waitUntil(lambda: opened == ["steam://run/1"])


def test_a_hit_is_pinned_from_the_search(open_window, take, services, qtbot) -> None:
    note = take("Dal")
    app = open_window()
    app.pages.show(SEARCH)

    app.search.panel.pin_requested.emit(note)

    qtbot.waitUntil(lambda: services.library.note(note).pinned)
    app.search.panel.pin_requested.emit("gone")


@pytest.mark.parametrize("where", ["field", "hits"])
def test_ctrl_d_in_the_search_pins_the_hit_and_no_other_note(
    open_window, take, services, qtbot, where
) -> None:
    listed = take("Other thing")
    hit = take("Cumin first")
    app = open_window()
    app.notes.select(listed)
    app.pages.show(SEARCH)
    app.search.panel.search("cumin ")
    results = app.search.panel.results
    qtbot.waitUntil(lambda: results.current is not None and results.current.note_id == hit)
    target = app.search.panel.field.edit if where == "field" else results.view
    target.setFocus()

    qtbot.keyClick(target, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)

    qtbot.waitUntil(lambda: services.library.note(hit).pinned)
    assert not services.library.note(listed).pinned


def test_what_is_not_there_yet_becomes_a_note(open_window, take, services, qtbot) -> None:
    take("Dal")
    app = open_window()
    app.pages.show(SEARCH)

    app.search.panel.create_requested.emit("Lentil soup")

    qtbot.waitUntil(lambda: app.editor.note is not None and app.editor.note.title == "Lentil soup")
    assert app.notes.isVisible()


def test_the_order_of_hits_is_remembered_where_it_was_chosen(
    open_window, take, services, qtbot
) -> None:
    take("Dal", workspace="Kitchen")
    app = open_window()
    app.browser.show_workspace("Kitchen")
    app.pages.show(SEARCH)

    app.search.panel.ranking_changed.emit(
        Ranking(ProfileName.STRICT, half_life_days=3.0, alpha=0.2)
    )

    qtbot.waitUntil(lambda: services.settings.get(ALPHA, workspace="Kitchen") == 0.2)
    assert services.settings.get(PROFILE, workspace="Kitchen") == "strict"
    assert services.settings.get(HALF_LIFE, workspace="Kitchen") == 3.0
    assert services.settings.get(PROFILE) == "balanced"
    app.browser.leave_page()
    app.pages.show(SEARCH)
    assert app.search.panel.ranking.ranking.profile is ProfileName.STRICT


def test_the_search_says_how_much_it_found_and_the_note_its_words_again(
    open_window, take, qtbot
) -> None:
    take("Toast the cumin first")
    app = open_window()
    qtbot.waitUntil(lambda: app.status.words.text() == "4 words")
    app.pages.show(SEARCH)

    app.search.panel.search("cumin ")

    qtbot.waitUntil(lambda: app.status.words.text().startswith("1 note"))
    app.browser.leave_page()
    assert app.status.words.text() == "4 words"


class StubbornWriter:
    """A store that cannot write."""

    def edit(self, note_id, edit):
        from concurrent.futures import Future

        future: Future[object] = Future()
        future.set_exception(UserError("The disk is full."))
        return future


@pytest.mark.parametrize("lose", [True, False])
def test_closing_asks_before_it_loses_what_could_not_be_saved(
    open_window, take, qtbot, lose, monkeypatch
) -> None:
    take("Dal")
    app = open_window()
    monkeypatch.setattr(app.open_notes, "_writer", StubbornWriter())
    monkeypatch.setattr(type(app.services.notes), "edit", StubbornWriter.edit)
    qtbot.keyClicks(app.editor.view, "x")

    app.window.close()
    qtbot.waitUntil(lambda: bool(app.window.findChildren(QMessageBox)))
    (box,) = app.window.findChildren(QMessageBox)
    (box.buttons()[0] if lose else box.defaultButton()).click()

    if lose:
        qtbot.waitUntil(lambda: not app.window.isVisible())
    else:
        qtbot.wait(50)
        assert app.window.isVisible()


def back_in_the_search(app, qtbot) -> None:
    """Wait for the search as the user left it, with the keyboard in its field."""
    qtbot.waitUntil(lambda: app.window.page is app.search.panel)
    qtbot.waitUntil(app.search.panel.field.edit.hasFocus)


@pytest.mark.parametrize("query", ["cumin", ""])
def test_escape_leads_from_a_hit_back_to_the_search_as_it_was(
    open_window, take, qtbot, query
) -> None:
    take("Dal\n\nToast the cumin first.")
    take("Rice\n\nSome cumin, too.")
    take("Soup\n\nNo cumin.")
    app = open_window()
    app.pages.show(SEARCH)
    qtbot.keyClicks(app.search.panel.field.edit, query)
    results = app.search.panel.results
    qtbot.waitUntil(lambda: results.model.rowCount() == 3 and len(results.hits) in (0, 3))
    qtbot.waitUntil(lambda: bool(results.hits) == bool(query))
    qtbot.keyClick(app.search.panel.field.edit, Qt.Key.Key_Down)
    chosen = results.current.note_id
    qtbot.keyClick(app.search.panel.field.edit, Qt.Key.Key_Return)
    qtbot.waitUntil(app.editor.view.hasFocus)

    if query:
        qtbot.keyClick(app.editor.view, Qt.Key.Key_Escape)
        assert app.editor.view.passage is None
        assert app.window.shows_notes
    qtbot.keyClick(app.editor.view, Qt.Key.Key_Escape)

    back_in_the_search(app, qtbot)
    assert app.search.panel.query == query
    qtbot.wait(200)
    assert results.model.rowCount() == 3
    assert results.current.note_id == chosen


def test_escape_stays_with_a_note_that_was_not_searched_for(open_window, take, qtbot) -> None:
    dal = take("Dal")
    rice = take("Rice")
    app = open_window()
    app.pages.show(SEARCH)
    app.search.panel.opened.emit(dal, 0, 3)
    app.notes.select(rice)
    app.notes.select(dal)
    app.editor.setFocus()

    for _twice in range(2):
        qtbot.keyClick(app.editor.view, Qt.Key.Key_Escape)

    assert app.window.shows_notes


def test_a_passage_is_let_go_first(open_window, take, qtbot) -> None:
    dal = take("Dal")
    app = open_window()
    app.pages.show(SEARCH)
    app.search.panel.opened.emit(dal, 0, 3)

    qtbot.keyClick(app.editor.view, Qt.Key.Key_Escape)

    assert app.editor.view.passage is None
    assert app.window.shows_notes
