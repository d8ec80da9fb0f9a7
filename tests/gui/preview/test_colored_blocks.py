"""Callouts and code look the same in the preview, on paper and in a web page as in the live text."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest
from PySide6.QtGui import QBrush

from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.output.note_files import NoteFiles
from notebrain.gui.output.web_page import fragment, page
from notebrain.gui.preview.colored_blocks import code_html
from notebrain.gui.preview.pane import PreviewPane
from notebrain.gui.preview.renderer import render
from notebrain.gui.theme.colors import DARK, LIGHT
from notebrain.gui.theme.theme import ThemeMode

AT = datetime(2026, 3, 1, tzinfo=UTC)
CODE = "```python\ndef add(a):\n    return 'sum'  # of all\n```"


def html_of(text: str) -> str:
    """Return what the preview and paper show."""
    return "".join(block.html for block in render(text).blocks)


def web(text: str) -> str:
    """Return what a web page shows."""
    note = Note(NoteId("n"), "Personal", "", text, AT, AT)
    return fragment(note, lambda _note, _link: None, NoteFiles())


@pytest.mark.parametrize("shown", [html_of, web])
@pytest.mark.parametrize(
    ("first", "look", "title"),
    [
        ("[!note]", "note", "Note"),
        ("[!WARNING] Mind the **gap**", "warning", "Mind the <strong>gap</strong>"),
        ("[!faq]- Folded", "warning", "Folded"),
        ("[!unheard-of] x", "other", "x"),
    ],
)
def test_a_callout_has_its_color_and_its_title(shown, first: str, look: str, title: str) -> None:
    html = shown(f"> {first}\n> words\n> below")

    assert f'callout-{look}"' in html
    assert f'<p class="title title-{look}">{title}</p>\n<p>words<br />\nbelow</p>' in html
    assert "[!" not in html


@pytest.mark.parametrize("shown", [html_of, web])
@pytest.mark.parametrize(
    "text",
    ["> words [!note]", "> \\[!note] x", "[!note] x", "- [!note] x", "`> [!note]`", "> # [!note]"],
)
def test_what_is_no_callout_stays_as_it_is(shown, text: str) -> None:
    assert "callout" not in shown(text)
    assert "[!note]" in shown(text)


def test_boxes_links_and_code_work_in_a_callout() -> None:
    html = html_of("> [!tip] See [[Dal]]\n> and\n>\n> - [ ] salt\n>\n> ```sh\n> echo 1\n> ```")

    assert 'href="note:' in html
    assert 'href="box:3"' in html  # the line that a click ticks
    assert '<span class="keyword">echo</span>' in html


@pytest.mark.parametrize("shown", [html_of, web])
def test_fenced_code_is_colored_and_other_code_is_not(shown) -> None:
    assert '<span class="keyword">def</span> add(a):\n    <span class="keyword">return' in shown(
        CODE
    )
    assert '<span class="comment"># of all</span>' in shown(CODE)
    assert "<span" not in shown("    def indented(): return 'x'\n\n`def inline()`")


def test_what_spans_lines_is_colored_line_by_line() -> None:
    html = code_html("x = '''<a>\nb'''\ny", "PY title=x")

    assert html == (
        'x = <span class="value">&#x27;&#x27;&#x27;&lt;a&gt;</span>\n'
        '<span class="value">b&#x27;&#x27;&#x27;</span>\ny'
    )


def test_no_letter_of_long_or_odd_code_is_lost() -> None:
    code = "\n".join(["x = '" * 2_000, "\t<a href='&amp;'>", "", "9" * 40, "z = 1\n" * 9_000])
    for language in ("", "python", "html", "diff", "no such one"):
        assert unescape(re.sub("</?span[^>]*>", "", code_html(code, language))) == code


@pytest.mark.parametrize(("mode", "tokens"), [(ThemeMode.LIGHT, LIGHT), (ThemeMode.DARK, DARK)])
def test_the_preview_has_the_colors_of_the_live_text(theme, qtbot, mode, tokens) -> None:
    theme.set_mode(mode)
    pane = PreviewPane(theme)
    qtbot.addWidget(pane)

    with qtbot.waitSignal(pane.shown):
        pane.show_note(render(f"> [!danger] Stop\n> words\n\n{CODE}"))

    document = pane.page.document()
    title = document.find("Stop")
    assert title.charFormat().foreground().color().name() == tokens.danger
    ground = title.currentTable().cellAt(title).format().background()
    assert ground == QBrush(tokens.color("danger_tint"))
    assert document.find("return").charFormat().foreground().color().name() == tokens.hues[5].ink


def test_a_web_page_has_both_themes_and_loads_nothing() -> None:
    html = page(
        [Note(NoteId("n"), "Personal", "", CODE, AT, AT)], lambda _note, _link: None, NoteFiles()
    )

    light, _query, dark = html.partition("prefers-color-scheme: dark")
    assert f".callout-tip {{ background-color: {LIGHT.success_tint}" in light
    assert f".callout-tip {{ background-color: {DARK.success_tint}" in dark
