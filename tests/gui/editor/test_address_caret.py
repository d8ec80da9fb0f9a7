"""The caret in the line of a file: its hash is never seen there, never half deleted, and always copied."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from notebrain.gui.editor.live_view import TextMode
from tests.gui.editor.test_live_view import Editor
from tests.gui.widgets.test_hidden_addresses import seen

pytestmark = pytest.mark.gui
Key, Mod = Qt.Key, Qt.KeyboardModifier

ADDRESS = f"attachment:{'ab12' * 16}/"
BODY = f"😀 ![drips]({ADDRESS}tap.png) end\nBelow"
OPENS, NAME = BODY.index("](") + 2, BODY.index(f"{ADDRESS}tap") + len(f"{ADDRESS}") + 1
"""Where the bracket opens the address, and where the name begins, in UTF-16 units."""


@pytest.fixture
def editor(qtbot, theme):
    made = Editor(theme)
    qtbot.addWidget(made.view)
    return made


def press(editor, key, modifier=Mod.NoModifier):
    QTest.keyClick(editor.view, key, modifier)


def line(editor):
    editor.view.grab()
    return seen(editor.document.firstBlock())


def at(editor):
    return editor.view.textCursor().position()


def test_the_line_shows_the_words_and_the_name_but_not_the_hash(editor):
    editor.open(BODY)

    assert line(editor) == "😀 ![drips](tap.png) end"


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (f"![]({ADDRESS}tap.png)", "![](tap.png)"),
        (f"[]({ADDRESS}bill.pdf)", "[](bill.pdf)"),
        (f"`{ADDRESS}tap.png`", "`tap.png`"),
        (f"| ![a]({ADDRESS}b.png) | c |", "| ![a](b.png) | c |"),
        (f"![a]({ADDRESS[:-1]})", "![a]()"),
    ],
)
def test_no_form_of_a_link_shows_the_hash(editor, body, shown):
    editor.open(body)
    editor.go_to(len(body))

    assert line(editor) == shown


def test_the_markdown_mode_shows_where_the_hash_is(editor):
    editor.open(BODY, TextMode.RAW)

    assert line(editor) == "😀 ![drips](attachment:/tap.png) end"
    editor.view.grab()
    assert 8 < editor.width("ab12" * 16) < 30  # the ellipsis


def test_the_caret_passes_the_hash_in_one_step(editor):
    editor.open(BODY)
    editor.go_to(OPENS)

    press(editor, Key.Key_Right)
    assert at(editor) == NAME

    press(editor, Key.Key_Left)
    assert at(editor) == OPENS


def test_a_selection_passes_it_too_and_copies_the_whole_link(editor):
    editor.open(BODY)
    editor.go_to(OPENS)

    for _letter in range(len("(tap.png)")):
        press(editor, Key.Key_Right, Mod.ShiftModifier)

    copied = editor.view.createMimeDataFromSelection().text()
    assert copied == f"({ADDRESS}tap.png)"


def test_in_markdown_mode_the_caret_stops_before_and_after_the_hash(editor):
    editor.open(BODY, TextMode.RAW)
    editor.go_to(OPENS + 1 + len("attachment:"))

    press(editor, Key.Key_Right)
    assert at(editor) == NAME - 1

    press(editor, Key.Key_Left)
    assert at(editor) == OPENS + 1 + len("attachment:")


@pytest.mark.parametrize("modifier", [Mod.NoModifier, Mod.ControlModifier])
@pytest.mark.parametrize(("key", "place"), [(Key.Key_Backspace, NAME), (Key.Key_Delete, OPENS)])
def test_a_key_that_would_break_the_link_selects_it_and_the_next_one_deletes_it(
    editor, key, place, modifier
):
    editor.open(BODY)
    editor.go_to(place)

    press(editor, key, modifier)
    assert editor.document.stored == BODY
    assert editor.view.textCursor().selectedText() == f"![drips]({ADDRESS}tap.png)"

    press(editor, key, modifier)
    assert editor.document.stored == "😀  end\nBelow"

    editor.view.undo()
    assert editor.document.stored == BODY


def test_other_letters_are_deleted_as_ever(editor):
    editor.open(BODY)
    editor.go_to(NAME + 1)

    press(editor, Key.Key_Backspace)

    assert editor.document.stored == BODY.replace("tap.png", "ap.png")


def test_words_typed_into_the_name_do_not_end_the_address(editor):
    editor.open(BODY)
    editor.go_to(NAME + 3)

    QTest.keyClicks(editor.view, " (1)")

    assert editor.document.stored == BODY.replace("tap.png", "tap%20%281%29.png")


def test_words_typed_elsewhere_are_as_typed(editor):
    editor.open(BODY)
    editor.go_to(BODY.index("drips") + 1)
    QTest.keyClicks(editor.view, "a (b) ")
    editor.go_to(editor.document.units - len(" end\nBelow"))
    QTest.keyClicks(editor.view, " (c)")

    assert editor.document.stored == BODY.replace("drips", "a (b) drips").replace(
        ") end", ") (c) end"
    )


def test_without_the_keyboard_it_is_painted_as_before(editor):
    editor.open(BODY, focus=False)

    assert "ab12" not in line(editor)
    assert "drips" not in line(editor)


def test_the_pointer_over_a_file_tells_its_name_and_not_its_hash(editor, qtbot):
    editor.open(f"First\n\nthe [bill]({ADDRESS}my%20bill.pdf) here")
    field = editor.view.viewport()

    QTest.mouseMove(field, QPoint(1, 1))  # it may rest on the word since an earlier test
    QTest.mouseMove(field, editor.centre_of("bill"))

    qtbot.waitUntil(lambda: field.toolTip() == "my bill.pdf")
