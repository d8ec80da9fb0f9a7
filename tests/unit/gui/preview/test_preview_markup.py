"""Markdown for the preview: what it means is shown, what it could load or run is not."""

import pytest
from hypothesis import given, strategies as st

from notebrain.gui.preview.renderer import (
    LONGEST,
    MOST_BLOCKS,
    line_of_box,
    line_starts,
    note_of,
    render,
)


def html(text: str) -> str:
    return "".join(block.html for block in render(text).blocks)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# Gas", '<p class="h1"><a name="L0"></a>Gas</p>'),
        ("**six** ~~seven~~", "<strong>six</strong> <s>seven</s>"),
        ("| a | b |\n|---|---|\n| 1 | 2 |", "<td>1</td>"),
        ("```py\n<b>\n```", "<pre>&lt;b&gt;</pre>"),
        ("Anna\n12345 Berlin", "Anna<br />\n12345 Berlin"),
        ("> quoted", 'class="quote"'),
        ("[[Gas: supplier#Days|when]]", f'<a href="note:{b"Gas: supplier#Days".hex()}">when</a>'),
        ("see https://example.org/a?b=1&c, then", '<a href="https://example.org/a?b=1&amp;c">'),
        ("- [ ] milk", '<a class="box" href="box:0">☐</a>&nbsp;<span class="open">milk</span>'),
        ("x\n\n1. [x] **done** it", 'href="box:2">☑</a>&nbsp;<span class="done"><strong>done'),
    ],
)
def test_what_is_meant_is_shown(text, shown) -> None:
    assert shown in html(text)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src='file:///etc/passwd'>",
        "![x](https://example.org/a.png)",
        "![x](file:///etc/passwd)",
        "[x](javascript:alert(1))",
        "[x]: data:text/html,x\n\n[x]",
        "a <iframe src=x> b",
        "<style>a { background: url(x) }</style>",
    ],
)
def test_nothing_is_loaded_or_run(text) -> None:
    shown = html(text)

    for mark in ("<script", "<img", "<iframe", "<style", 'href="javascript', 'href="data'):
        assert mark not in shown


def test_a_picture_is_named_quietly() -> None:
    assert '<span class="quiet">Picture: the &lt;stove&gt;</span>' in html("![the <stove>](s.png)")


def test_a_wiki_link_in_code_stays_as_it_is() -> None:
    assert "[[Gas]]" in html("`[[Gas]]`")


def test_every_part_knows_its_line() -> None:
    text = "# One\r\n\r\ntwo\r\nmore\r\n\r\n- three\r\n"

    assert [block.line for block in render(text).blocks] == [0, 2, 5]
    assert [text[start:].splitlines()[0] for start in line_starts(text)[:-1]] == text.splitlines()


def test_addresses_of_notes_and_boxes_are_told_apart() -> None:
    assert note_of("note:" + "Gas: é".encode().hex()) == "Gas: é"
    assert note_of("https://example.org") is None
    assert line_of_box("box:12") == 12
    assert line_of_box("box:x") is None
    assert line_of_box("note:12") is None


def test_a_very_long_note_is_cut_between_paragraphs() -> None:
    rendered = render("word " * 20 + "\n\n" + ("long paragraph " * 50 + "\n\n") * (LONGEST // 500))

    assert rendered.cut
    assert rendered.blocks[-1].html == rendered.blocks[-2].html.replace(
        f"L{rendered.blocks[-2].line}", f"L{rendered.blocks[-1].line}"
    )


@given(st.text(st.sampled_from("[]()!<>`*_#|-> \n\r\txX:/ahref\u2028é")))
def test_no_text_can_break_the_preview(text) -> None:
    shown = html(text)

    assert "<img" not in shown
    assert "<script" not in shown


def test_a_note_of_very_many_parts_is_cut_too() -> None:
    rendered = render("a\n\n" * 5_000)

    assert rendered.cut
    assert len(rendered.blocks) == MOST_BLOCKS
