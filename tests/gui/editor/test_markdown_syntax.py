"""How lines of Markdown look."""

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from notebrain.gui.editor.formats import SyntaxFormats
from notebrain.gui.editor.highlighter import Highlighter
from notebrain.gui.editor.markdown_syntax import LONGEST, box_at, is_code, parse_line
from notebrain.gui.editor.text_style import Style


def styled(line, state=0, *, first=False):
    return [(line[s:e], style) for s, e, style in parse_line(line, state, first=first).spans]


@pytest.mark.parametrize(
    ("line", "spans"),
    [
        ("plain words, 3 * 4 * 5", []),
        ("# One", [("# ", Style.H1 | Style.MARK), ("One", Style.H1)]),
        ("#### Four", [("#### ", Style.H3 | Style.MARK), ("Four", Style.H3)]),
        ("#no heading but a tag", [("#no", Style.TAG)]),
        (
            "is **6 °C** now",
            [("**", Style.MARK), ("6 °C", Style.STRONG), ("**", Style.MARK)],
        ),
        ("a *b* c", [("*", Style.MARK), ("b", Style.EMPHASIS), ("*", Style.MARK)]),
        ("snake_case_name", []),
        ("~~gone~~", [("~~", Style.MARK), ("gone", Style.STRIKE), ("~~", Style.MARK)]),
        (
            "use `**x**` here",
            [
                ("`", Style.CODE | Style.MARK),
                ("**x**", Style.CODE),
                ("`", Style.CODE | Style.MARK),
            ],
        ),
        (
            "see [[Gas]]",
            [("[[", Style.MARK), ("Gas", Style.LINK | Style.INSIDE), ("]]", Style.MARK)],
        ),
        (
            "a [b](http://c)",
            [("[", Style.MARK), ("b", Style.LINK), ("](http://c)", Style.MARK)],
        ),
        ("go https://x.org/a.", [("https://x.org/a", Style.LINK)]),
        ("colour #ff0000 and #winter/2026", [("#winter/2026", Style.TAG)]),
        ("issue #12", []),
        ("- item", [("- ", Style.LIST)]),
        ("1. item", [("1. ", Style.LIST)]),
        ("- [ ] open", [("- [ ] ", Style.LIST)]),
        ("- [x] done", [("- [x] ", Style.LIST | Style.MARK), ("done", Style.DONE)]),
        ("> said", [("> ", Style.MARK), ("said", Style.QUOTE)]),
        ("---", [("---", Style.MARK)]),
        (
            "|a|b|",
            [
                ("|", Style.TABLE | Style.MARK),
                ("a", Style.TABLE),
                ("|", Style.TABLE | Style.MARK),
                ("b", Style.TABLE),
                ("|", Style.TABLE | Style.MARK),
            ],
        ),
        ("|---|:-:|", [("|---|:-:|", Style.TABLE | Style.MARK)]),
        ("  - below", [("  ", Style.LIST), ("- ", Style.LIST)]),
        (r"\*not\*", [("\\", Style.MARK), ("\\", Style.MARK)]),
    ],
)
def test_each_mark_has_its_look(line, spans):
    assert styled(line) == spans


def test_the_columns_of_a_table_stand_below_each_other(theme, qtbot):
    view = QPlainTextEdit()
    qtbot.addWidget(view)
    view.setPlainText("| iiii | x |\n| MMMM | x |")
    highlighter = Highlighter(view.document(), SyntaxFormats(theme))
    view.show()

    places = []
    for line in range(2):
        cursor = QTextCursor(view.document().findBlockByNumber(line))
        cursor.setPosition(cursor.position() + 7)
        places.append(view.cursorRect(cursor).left())

    assert places[0] == places[1]
    assert highlighter.document() is view.document()


def test_nested_marks_combine():
    spans = dict(styled("# A **b *c***"))

    assert spans["b "] == Style.H1 | Style.STRONG
    assert spans["c"] == Style.H1 | Style.STRONG | Style.EMPHASIS


def test_marks_in_a_done_item_keep_their_look():
    spans = dict(styled("- [x] see [[Gas]]"))

    assert spans["Gas"] == Style.DONE | Style.LINK | Style.INSIDE


def test_a_fence_holds_code_until_the_same_fence():
    opened = parse_line("````ini", 0)
    inside = parse_line("P1 = 6.0 ; night", opened.state)
    nearly = parse_line("```", inside.state)
    closed = parse_line("````", nearly.state)
    after = parse_line("**text**", closed.state)

    spans = [one for one in styled("P1 = 6.0 ; night", opened.state) if one[1] != Style.CODE]
    assert spans == [("6.0", Style.CODE | Style.VALUE), ("; night", Style.CODE | Style.COMMENT)]
    assert is_code(opened.state)
    assert is_code(inside.state)
    assert is_code(nearly.state)
    assert is_code(closed.state)
    assert not is_code(after.state)


def test_a_tilde_fence_is_not_closed_by_backticks():
    opened = parse_line("~~~", 0)

    assert parse_line("```", opened.state).state == opened.state
    assert parse_line("~~~", opened.state).state != opened.state


def test_a_line_with_code_in_ticks_is_no_fence():
    assert not is_code(parse_line("```not a fence``` here", 0).state)


def test_front_matter_stands_only_at_the_top():
    opened = parse_line("---", -1, first=True)
    inside = parse_line("title: **x**", opened.state)
    closed = parse_line("---", inside.state)

    assert styled("title: **x**", opened.state) == [("title: **x**", Style.CODE | Style.COMMENT)]
    assert parse_line("words", closed.state).state == 0
    assert parse_line("---", 0).state == 0


def test_only_the_head_of_a_very_long_line_is_looked_at():
    spans = parse_line("**b** " * 20_000, 0).spans

    assert max(span.end for span in spans) <= LONGEST


@pytest.mark.parametrize(
    ("line", "box"),
    [
        ("- [ ] a", (3, False)),
        ("  * [X] a", (5, True)),
        ("- [ ]", (3, False)),
        ("- a", None),
        ("[ ] a", None),
    ],
)
def test_a_check_box_is_found(line, box):
    assert box_at(line) == box
