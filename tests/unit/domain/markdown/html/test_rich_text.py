"""Rich text from other programs becomes Markdown."""

import pytest
from hypothesis import given, strategies as st

from notebrain.domain.markdown.html.cleaning import is_code, is_readable
from notebrain.domain.markdown.html.reader import markdown_of


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<h2>Gas</h2><p>lasts <b>12</b> days</p>", "## Gas\n\nlasts **12** days"),
        ("<ul><li>a<li>b<ul><li>c</ul></ul>", "- a\n- b\n  - c"),
        ("<ol start=3><li>one<li>two <i>x</i></li></ol><p>after", "3. one\n4. two *x*\n\nafter"),
        (
            "<p>see <a href='https://a.org/x(1)'>here </a>now",
            "see [here](https://a.org/x%281%29) now",
        ),
        ("<a href='https://a.org'>https://a.org</a>", "https://a.org"),
        ("<a href='javascript:x()'>bad</a>", "bad"),
        ("<img src='https://a/b.png' alt='pic'>", "[pic](https://a/b.png)"),
        ("<img src='file:///etc/x' alt='pic'>", "pic"),
        ("<pre><code class='language-py'>a = 1\n  b</code></pre>", "```py\na = 1\n  b\n```"),
        (
            "<table><tr><th>a<th>b</tr><tr><td>1</td><td><p>2|3</p></td></tr></table>",
            "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |",
        ),
        ("<b style='font-weight:normal'><p><span style='font-weight:700'>B</span> x", "**B** x"),
        ("<blockquote><p>one<p>two</blockquote><p>x", "> one\n>\n> two\n\nx"),
        ("a<b> b </b>c<br>d <code>x*y</code> <s>g</s>", "a **b** c\nd `x*y` ~~g~~"),
        ("<p>3*4 [x]</p><p># a</p><p>1. b", "3\\*4 \\[x\\]\n\n\\# a\n\n1\\. b"),
        ("<!-- no --><script>alert(1)</script>words<b></b>", "words"),
        ("<li><input type=checkbox checked> done", "- [x] done"),
        ("<p>a<hr>b", "a\n\n---\n\nb"),
        ("", ""),
    ],
)
def test_html_becomes_markdown(html, markdown):
    assert markdown_of(html) == markdown


@pytest.mark.parametrize(
    "html", ["<div>" * 100_000, "x" * 2_000_000, "<!--" * 50_000, "&" * 50_000, ""]
)
def test_what_would_take_long_is_not_read(html):
    assert not is_readable(html)


@pytest.mark.parametrize("tag", ["<div>", "<b><i>", "<ul><li>", "<!--", "<?", "<table><tr><td>"])
def test_deep_nesting_does_no_harm(tag):
    assert "x" in markdown_of("x" + tag * 3_000)


def test_the_colors_of_a_code_editor_are_no_format():
    assert is_code("<meta><div style='color: #ccc; white-space: pre;'><div>a</div></div>")
    assert not is_code("<p>a</p>")


_TAGS = ["<b>", "</b>", "<p>", "<ul>", "<li>", "</ul>", "<table>", "<td>", "<tr>", "</table>", "x"]


@given(st.lists(st.sampled_from([*_TAGS, "<a href='https://a'>", "</a>", "<pre>", "</pre>", "* "])))
def test_any_order_of_tags_is_read(parts):
    assert "\x00" not in markdown_of("".join(parts))
