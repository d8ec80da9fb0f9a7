"""What a page becomes, whatever is written in it."""

import pytest

from notebrain.domain.errors import UserError
from notebrain.domain.web_pages.page import LONGEST_TEXT, NoText, Part, WebPage, page_of

HERE = "https://a.example/x/y.html"


def page(body: str, head: str = "<title>A page</title>", **given: object) -> WebPage:
    return page_of(f"<html><head>{head}</head><body>{body}</body></html>", HERE, **given)  # type: ignore[arg-type]


def body(html: str, head: str = "<title>A page</title>") -> str:
    return page(html, head).body(lambda one: f"({one.address or one.source})")


def test_a_note_begins_with_the_title_and_a_line_with_address_and_date() -> None:
    head = '<title>Tap &amp; sink</title><meta property="article:published_time" content="2026-03-01T10:00Z">'

    assert body("<h1>Tap &amp; sink</h1><p>It drips.</p>", head) == (
        "# Tap & sink\n\n<https://a.example/x/y.html> · 2026-03-01\n\nIt drips.\n"
    )


def test_links_are_absolute_and_those_to_scripts_are_only_words() -> None:
    text = body(
        '<p>See <a href="z.html">one</a>, <a href="/q?a=1">two</a>, <a href="#n">three</a>, '
        '<a href="javascript:alert(1)">four</a>, <a href="JaVa\nscript:alert(1)">five</a>, '
        '<a href="data:text/html,x">six</a> and <a href="mailto:a@b.example">seven</a>.</p>'
    )

    assert (
        "See [one](https://a.example/x/z.html), [two](https://a.example/q?a=1), "
        "[three](https://a.example/x/y.html#n), four, five, six and [seven](mailto:a@b.example)."
        in text
    )


def test_base_moves_what_is_relative() -> None:
    text = body('<p><a href="b.html">there</a></p>', '<title>t</title><base href="/deep/er/">')

    assert "[there](https://a.example/deep/er/b.html)" in text


def test_links_follow_the_address_that_the_page_gives_itself_where_nobody_told_another() -> None:
    head = '<title>A page</title><link rel="canonical" href="https://a.example/own">'
    found = page_of(f'<head>{head}</head><p>See <a href="/next">more</a>.</p>', "")

    assert "See [more](https://a.example/next)." in found.body(lambda _one: "")


@pytest.mark.parametrize(
    ("canonical", "address"),
    [
        ("https://a.example/own", "https://a.example/own"),
        ("/own?utm_source=x&id=3#top", "https://a.example/own?id=3"),
        ("https://www.a.example/own", "https://www.a.example/own"),
        ("https://other.example/own", HERE),
        ("https://a.example/", HERE),
        ("javascript:x", HERE),
        ("", HERE),
    ],
)
def test_a_page_may_name_itself_only_on_its_own_site(canonical: str, address: str) -> None:
    found = page("<p>Text.</p>", f'<title>t</title><link rel="canonical" href="{canonical}">')

    assert found.address == address


def test_a_page_that_does_not_say_where_it_is_from_is_refused_without_an_address() -> None:
    with pytest.raises(UserError, match="give its address"):
        page_of("<p>Text.</p>")
    with pytest.raises(UserError, match="give its address"):
        page_of("<p>Text.</p>", "file:///home/me/x.html")


def test_a_selection_is_taken_as_it_was_selected_with_the_title_of_its_page() -> None:
    found = page("<p>All of it.</p>", part=Part.SELECTION, selection="<li>one <b>two</b><li>three")

    assert found.title == "A page"
    assert found.text == "- one **two**\n- three"


def test_a_bookmark_is_the_title_and_the_address() -> None:
    found = page("<p>All of it.</p>", part=Part.BOOKMARK)

    assert found.body(lambda _one: "") == f"# A page\n\n<{HERE}>\n"


def test_what_is_hidden_or_never_shown_is_left_out() -> None:
    text = body(
        "<article><p>Seen, and long enough to be an article, as it has some words.</p>"
        "<p hidden>no1</p><p style='display:none'>no2</p><div aria-hidden='true'>no3</div>"
        "<script>no4</script><style>no5</style><template>no6</template><button>no7</button></article>"
    )

    assert "Seen" in text
    assert not any(f"no{n}" in text for n in range(1, 8))


def test_a_script_that_looks_like_a_comment_hides_nothing() -> None:
    text = body("<script>document.write('<!-- ')</script><p>Below the script stands the text.</p>")

    assert "Below the script stands the text." in text


@pytest.mark.parametrize(
    "attributes",
    [
        'src="real.jpg"',
        'src="data:image/gif;base64,R0lGOD" data-src="real.jpg"',
        'src="/img/placeholder.png" data-original="real.jpg"',
        'srcset="small.jpg 300w, real.jpg 900w" src="small.jpg"',
        'data-srcset="real.jpg 2x, small.jpg 1x"',
    ],
)
def test_of_several_addresses_the_largest_real_picture_is_taken(attributes: str) -> None:
    found = page(f'<p>Words.</p><img alt="A tap" {attributes}>')

    assert [(one.address, one.words) for one in found.pictures] == [
        ("https://a.example/x/real.jpg", "A tap")
    ]


def test_pixels_that_count_readers_and_faces_are_no_pictures() -> None:
    found = page('<p>Words.</p><img src="t.gif" width=1 height=1><img class="avatar" src="me.png">')

    assert not found.pictures


def test_a_picture_in_a_link_keeps_its_place_and_the_words_stay() -> None:
    text = body('<p>Before <a href="big.html"><img src="s.png">words</a> after.</p>')

    assert "Before (https://a.example/x/s.png) words after." in text


def test_words_of_a_page_cannot_pass_for_a_picture() -> None:
    assert "\x05" not in body("<p>A \x050\x05 mark&#5;0&#5;</p>")


def test_a_very_long_page_is_cut_and_says_so() -> None:
    found = page("<p>word " * 3 + "<p>" + "word " * 500_000)

    assert found.is_cut
    assert found.body(lambda _one: "").endswith("the rest of it is not here.*\n")
    assert len(found.text) <= 2_000_000


@pytest.mark.parametrize(
    "html",
    [
        "<div>" * 50_000 + "text",
        "<table><tr><td>" * 5_000 + "text",
        "<ul><li>" * 5_000 + "text",
        "<b><i>" * 5_000 + "text",
        "<" * 100_000 + "p>text",
        "<!--" * 50_000 + "<p>text",
        "<a href=x>" * 5_000 + "text",
        "</div>" * 50_000 + "text",
        "<p " + "a=b " * 20_000 + ">text",
        "<script " * 50_000 + "<p>text",
        "<title>" + " - a" * 2_000 + "</title><p>text",
    ],
    ids=lambda html: html[:12],
)
def test_a_page_made_to_exhaust_the_reader_ends_in_a_note_or_in_words(html: str) -> None:
    try:
        found = page_of(html, HERE)
    except NoText:
        return

    assert found.address == HERE


@pytest.mark.parametrize("html", ["", "   ", "<html></html>", "<p></p>", "<img>"])
def test_nothing_is_refused_in_words(html: str) -> None:
    with pytest.raises(NoText, match="no text"):
        page_of(html, HERE)


def test_a_page_that_is_read_in_parts_loses_nothing_between_them() -> None:
    words = [f"word{number:06d} &amp; <b title='a>b'>more</b>, again." for number in range(12_000)]
    page = page_of("<title>T</title>" + "".join(f"<p>{one}</p>" for one in words), HERE)

    lines = [line for line in page.text.split("\n") if line]

    assert len(lines) == len(words)
    assert lines[-1] == "word011999 & **more**, again."
    assert not page.is_cut


def test_of_a_page_with_words_without_end_the_beginning_is_kept_and_that_is_said() -> None:
    paragraph = "<p>" + "drip, drop. " * 1_000 + "</p>"
    page = page_of(f"<title>T</title><table><tr><td>first{paragraph * 900}last</table>", HERE)

    assert page.is_cut
    assert "first" in page.text[:20]
    assert 1_900_000 < len(page.text) <= LONGEST_TEXT
    assert "last" not in page.text
