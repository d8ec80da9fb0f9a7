"""A long comparison comes in parts, and is whole in the end."""

import pytest

from notebrain.domain.text.diff import Kind
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.gui.widgets.diff_view import Change, DiffText, Shown

pytestmark = pytest.mark.gui
TEXT = "a line of an earlier text\n" * 20_000


@pytest.fixture
def view(qtbot, qapp):
    field = DiffText(Theme(qapp, ThemeMode.LIGHT))
    qtbot.addWidget(field)
    return field


def test_a_long_comparison_is_whole_a_moment_later(view, qtbot):
    view.show_shown(Shown(TEXT, (), ()))

    assert view.document().characterCount() < len(TEXT)
    qtbot.waitUntil(lambda: view.toPlainText() == TEXT)


def test_a_change_far_below_is_gone_to_at_once(view):
    stop = (len(TEXT) - 10, len(TEXT) - 2)
    view.show_shown(Shown(TEXT, (Change(*stop, Kind.ADDED),), (stop,)))

    view.go_to(stop)

    assert view.textCursor().position() == stop[0]


def test_a_short_text_after_a_long_one_stays_as_it_is(view, qapp):
    view.show_shown(Shown(TEXT, (), ()))

    view.show_shown(Shown("short", (), ()))
    qapp.processEvents()

    assert view.toPlainText() == "short"
