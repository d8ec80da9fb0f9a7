"""A note begins from a template, and today has one note."""

import pytest
from PySide6.QtCore import Qt

from notebrain.app.settings.table import DAILY_TITLE
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.command_palette.overlay import Overlay

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def today(clock):
    return clock.now().astimezone().date().isoformat()


def choose(app, qtbot):
    qtbot.keyClick(app.window, Qt.Key.Key_T, CTRL)
    shown = lambda: [one for one in app.window.findChildren(Overlay) if one.isVisible()]  # noqa: E731
    qtbot.waitUntil(lambda: bool(shown()))
    return shown()[0]


def test_a_template_becomes_a_note_with_the_date_in_it(
    open_window, take, services, qtbot, clock
) -> None:
    take("# Call {{date}}\n\nwith: ", tags=("template", "work"))
    take("# Recipe\n\nserves", tags=("template",))
    take("Dal")
    app = open_window()

    overlay = choose(app, qtbot)
    qtbot.keyClicks(overlay.panel.edit, "cal")
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    title = f"Call {clock.now().astimezone().date().isoformat()}"
    qtbot.waitUntil(lambda: app.browser.note.title == title)
    assert app.browser.note.tags == ("work",)
    assert app.browser.note.body == f"# {title}\n\nwith: "
    assert app.editor.view.hasFocus()
    assert app.editor.view.textCursor().atEnd()
    assert not overlay.isVisible()


def test_a_template_is_written_where_the_caret_is(open_window, take, qtbot) -> None:
    take("Block\r\n{{title}} again", tags=("template",))
    take("Dal")
    app = open_window()
    app.editor.write_at_end()

    overlay = choose(app, qtbot)
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return, CTRL)

    assert app.editor.view.note.stored == "DalBlock\nDal again"
    app.editor.view.undo()
    assert app.editor.view.note.stored == "Dal"


def test_without_a_template_it_says_how_to_make_one(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()

    overlay = choose(app, qtbot)

    assert "give a note the tag" in overlay.panel.model.rows[0].text
    qtbot.keyClick(app.window, Qt.Key.Key_T, CTRL)
    assert not overlay.isVisible()


def test_today_has_one_note_however_often_it_is_opened(
    open_window, take, services, qtbot, today
) -> None:
    take("Dal")
    app = open_window()

    for _time in range(2):
        qtbot.keyClick(app.window, Qt.Key.Key_J, CTRL | SHIFT)
        qtbot.waitUntil(lambda: app.browser.note.title == today)
        assert app.browser.note.body == f"# {today}\n\n"
        app.notes.select(services.library.list(ListFilter())[-1].id)

    assert services.library.counts().notes == 2


def test_the_note_of_today_begins_as_its_template_says(
    open_window, take, services, qtbot, clock
) -> None:
    take("Daily\n\n- [ ] {{date:YYYY}} plan", tags=("template",))
    services.settings.put(DAILY_TITLE, "[Day] D.M.YYYY").result()
    app = open_window()
    local = clock.now().astimezone()

    qtbot.keyClick(app.window, Qt.Key.Key_J, CTRL | SHIFT)

    title = f"Day {local.day}.{local.month}.{local.year}"
    qtbot.waitUntil(lambda: app.browser.note.title == title)
    assert app.browser.note.body == f"Daily\n\n- [ ] {local.year} plan"
    assert app.browser.note.title_is_set
