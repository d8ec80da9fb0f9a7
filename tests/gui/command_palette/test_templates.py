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


def choose(desk, qtbot):
    qtbot.keyClick(desk.window, Qt.Key.Key_T, CTRL)
    shown = lambda: [one for one in desk.window.findChildren(Overlay) if one.isVisible()]  # noqa: E731
    qtbot.waitUntil(lambda: bool(shown()))
    return shown()[0]


def test_a_template_becomes_a_note_with_the_date_in_it(
    open_desk, take, services, qtbot, clock
) -> None:
    take("# Call {{date}}\n\nwith: ", tags=("template", "work"))
    take("# Recipe\n\nserves", tags=("template",))
    take("Dal")
    desk = open_desk()

    overlay = choose(desk, qtbot)
    qtbot.keyClicks(overlay.panel.edit, "cal")
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return)

    title = f"Call {clock.now().astimezone().date().isoformat()}"
    qtbot.waitUntil(lambda: desk.browser.note.title == title)
    assert desk.browser.note.tags == ("work",)
    assert desk.browser.note.body == f"# {title}\n\nwith: "
    assert desk.editor.view.hasFocus()
    assert desk.editor.view.textCursor().atEnd()
    assert not overlay.isVisible()


def test_a_template_is_written_where_the_caret_is(open_desk, take, qtbot) -> None:
    take("Block\r\n{{title}} again", tags=("template",))
    take("Dal")
    desk = open_desk()
    desk.editor.write_at_end()

    overlay = choose(desk, qtbot)
    qtbot.keyClick(overlay.panel.edit, Qt.Key.Key_Return, CTRL)

    assert desk.editor.view.note.stored == "DalBlock\nDal again"
    desk.editor.view.undo()
    assert desk.editor.view.note.stored == "Dal"


def test_without_a_template_it_says_how_to_make_one(open_desk, take, qtbot) -> None:
    take("Dal")
    desk = open_desk()

    overlay = choose(desk, qtbot)

    assert "give a note the tag" in overlay.panel.model.rows[0].text
    qtbot.keyClick(desk.window, Qt.Key.Key_T, CTRL)
    assert not overlay.isVisible()


def test_today_has_one_note_however_often_it_is_opened(
    open_desk, take, services, qtbot, today
) -> None:
    take("Dal")
    desk = open_desk()

    for _time in range(2):
        qtbot.keyClick(desk.window, Qt.Key.Key_J, CTRL | SHIFT)
        qtbot.waitUntil(lambda: desk.browser.note.title == today)
        assert desk.browser.note.body == f"# {today}\n\n"
        desk.notes.select(services.library.list(ListFilter())[-1].id)

    assert services.library.counts().notes == 2


def test_the_note_of_today_begins_as_its_template_says(
    open_desk, take, services, qtbot, clock
) -> None:
    take("Daily\n\n- [ ] {{date:YYYY}} plan", tags=("template",))
    services.settings.put(DAILY_TITLE, "[Day] D.M.YYYY").result()
    desk = open_desk()
    local = clock.now().astimezone()

    qtbot.keyClick(desk.window, Qt.Key.Key_J, CTRL | SHIFT)

    title = f"Day {local.day}.{local.month}.{local.year}"
    qtbot.waitUntil(lambda: desk.browser.note.title == title)
    assert desk.browser.note.body == f"Daily\n\n- [ ] {local.year} plan"
    assert desk.browser.note.title_is_set
