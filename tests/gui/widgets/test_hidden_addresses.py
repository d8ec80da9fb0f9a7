"""A text shown as Markdown shows the names of files, and gives whole links when it is copied."""

import pytest
from PySide6.QtGui import QTextBlock

from notebrain.domain.text.diff import compare
from notebrain.gui.review.marked_text import MarkedText, sides
from notebrain.gui.theme.fonts import Role
from notebrain.gui.widgets.diff_view import DiffText, shown

pytestmark = pytest.mark.styled

ADDRESS = f"attachment:{'ab12' * 16}/"
OLDER, NEWER = "😀 Tap", f"😀 Tap ![drips|300]({ADDRESS}tap.png), `{ADDRESS[:-1]}`"


def seen(block: QTextBlock) -> str:
    """Return the letters of a line that are not invisible."""
    units = block.text().encode("utf-16-le")
    hidden = {
        at
        for run in block.layout().formats()
        if run.format.foreground().color().alpha() == 0 and run.format.font().pixelSize() == 1
        for at in range(run.start, run.start + run.length)
    }
    return b"".join(
        units[2 * at : 2 * at + 2] for at in range(len(units) // 2) if at not in hidden
    ).decode("utf-16-le")


@pytest.fixture(params=["history", "review"])
def text(request, qtbot, theme):
    old, marked = DiffText(theme), MarkedText(theme, "Newer")
    old.show_shown(shown(compare(OLDER, NEWER)))
    marked.show_marked(sides(OLDER, NEWER, ())[1])
    view, other = (old, marked) if request.param == "history" else (marked, old)
    qtbot.addWidget(other)
    qtbot.addWidget(view)
    view.resize(400, 200)
    view.show()
    return view


def test_the_hash_of_a_file_is_not_seen(text) -> None:
    assert seen(text.document().firstBlock()) == "😀 Tap ![drips|300](tap.png), ``"


def test_what_is_copied_has_the_whole_link(text) -> None:
    text.selectAll()

    assert text.createMimeDataFromSelection().text() == NEWER


def test_the_hash_takes_no_room(text, theme) -> None:
    layout = text.document().firstBlock().layout()

    assert layout.lineCount() == 1
    assert layout.lineAt(0).naturalTextWidth() < theme.px(400) * 0.75
    assert theme.font(Role.EDITOR).pixelSize() > 1


def test_a_hash_that_is_no_file_is_seen(qtbot, theme) -> None:
    view = MarkedText(theme, "Newer")
    qtbot.addWidget(view)
    view.show_marked(sides("", "ab12" * 16, ())[1])

    assert seen(view.document().firstBlock()) == "ab12" * 16
