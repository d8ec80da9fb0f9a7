"""Footnotes are numbered as they are mentioned, and stay where they are written."""

import re

import pytest

from notebrain.gui.preview.footnotes import with_places, without_links
from notebrain.gui.preview.renderer import render


def rendered(text: str) -> str:
    return "".join(block.html for block in render(text).blocks)


def seen(text: str) -> str:
    """Return the rendered text with numbers in place of the links of footnotes."""
    html = without_links(rendered(text)).replace('<p class="foot">', "<foot>")
    return re.sub(r'<a name="L\d+"></a>', "", html)


def test_they_are_numbered_in_the_order_of_their_marks() -> None:
    text = "One[^b], two[^a], one again[^b].\n\n[^a]: Second.\n[^b]: First.\n"

    html = seen(text)

    assert "One<sup>1</sup>, two<sup>2</sup>, one again<sup>1</sup>." in html
    assert "<foot>2 Second.</p>" in html
    assert "<foot>1 First.</p>" in html


def test_a_mark_links_to_the_footnote_and_that_back_to_the_mark() -> None:
    html = rendered("One[^x].\n\n[^x]: Said.\n")

    assert '<sup><a name="fnref-1" href="#fn-1">1</a></sup>' in html
    assert '<a name="fn-1" href="#fnref-1">1</a> Said.' in html


def test_a_mark_without_a_footnote_stays_as_written() -> None:
    assert "One[^1] and [^]" in seen("One[^1] and [^]")


def test_a_footnote_nobody_mentions_keeps_its_name() -> None:
    assert seen("[^why]: Because of this.") == "<foot>why Because of this.</p>"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a[^1]\n[^1]: One word", "<foot>1 One word</p>"),
        ("a[^1]\n\n[^1]: word", "<foot>1 word</p>"),
        ("a[^1]\n\n[^1]: goes\n  on here\nnext", "<foot>1 goes<br />\non here</p>"),
        ("a[^1]\n\n[^1]:\n", "<foot>1 </p>"),
        ("a[^1]\n\n[^1]: with **marks** and `code`", "<foot>1 with <strong>marks</strong>"),
        ("a[^1]\n\n[^1]: <b>raw</b> & more", "<foot>1 &lt;b&gt;raw&lt;/b&gt; &amp; more"),
        ("a[^Ü]\n\n[^ü]: in small letters", "<foot>1 in small letters</p>"),
        ("a[^1]\n\n[^1]: first\n[^1]: again", "<foot>1 again</p>"),
        ("`[^1]`\n\n[^1]: in code", "<code>[^1]</code>"),
        ("    [^1]: indented code", "[^1]: indented code"),
        ("> a[^1]\n>\n> [^1]: in a quote", "<foot>1 in a quote</p>"),
    ],
)
def test_footnotes_as_people_write_them(text: str, html: str) -> None:
    assert html in seen(text)


def test_several_notes_on_a_page_have_footnotes_of_their_own() -> None:
    html = with_places(rendered("One[^x].\n\n[^x]: Said.\n"), "n7")

    assert 'name="n7-fnref-1" href="#n7-fn-1"' in html
    assert 'name="n7-fn-1" href="#n7-fnref-1"' in html
