"""Notes as web pages: their words in order, links, and nothing that a page would load."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest

from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.output.note_files import NoteFiles
from notebrain.gui.output.web_page import fragment, page

AT = datetime(2026, 3, 1, tzinfo=UTC)
PARTS = (
    ("## The **good** _version_", "The good version"),
    ("| Spice | Amount |\n|---|--:|\n| cumin | 2 tsp |", "Spice Amount cumin 2 tsp"),
    (
        "- [ ] open box\n- [x] ticked box\n  - inner [[Dal|named]]",
        "open box ticked box inner named",
    ),
    ("```python\nif a < b & c:\n    print('x')\n```", "if a < b & c: print('x')"),
    (
        "See [the site](https://example.org) and https://example.com/x.",
        "See the site and https://example.com/x.",
    ),
    ("שלום עולם", "שלום עולם"),
    ("مرحبا بالعالم", "مرحبا بالعالم"),
    ("Party 🎉 time, 👨‍👩‍👧", "Party 🎉 time, 👨‍👩‍👧"),
    ("> [!tip] Mind the gap\n> said words", "Mind the gap said words"),
    ("> quoted <b>not bold</b>", "quoted <b>not bold</b>"),
)


def note(body: str, title: str = "A note", *, title_is_set: bool = False) -> Note:
    return Note(NoteId("n"), "Personal", title, body, AT, AT, title_is_set=title_is_set)


class Words(HTMLParser):
    """Collects what a browser shows."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self._hidden = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._hidden = tag in ("style", "title")

    def handle_endtag(self, tag: str) -> None:
        self._hidden = False

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words += data.split()


def test_the_words_of_fifty_notes_are_in_their_page_in_order() -> None:
    turned = [[PARTS[(n + k * 4) % len(PARTS)] for k in range(len(PARTS))] for n in range(50)]
    notes = [note("\n\n".join(text for text, _words in parts)) for parts in turned]

    html = page(notes, lambda _note, _link: None, NoteFiles())

    shown = "".join(Words(html).words)
    assert shown == "".join("".join(words.split()) for parts in turned for _text, words in parts)
    assert html.count("<article") == 50


@pytest.mark.parametrize(
    ("body", "html"),
    [
        ("[[Dal]]", '<p><a href="notebrain://note/7">Dal</a></p>'),
        ("[[Gone|words]]", "<p>words</p>"),
        (
            "![alt](https://example.org/a.png)",
            '<p><a href="https://example.org/a.png">Picture: alt</a></p>',
        ),
        ("![](local.png)", "<p>Picture: local.png</p>"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"),
        ("`[[Dal]]`", "<p><code>[[Dal]]</code></p>"),
    ],
)
def test_links_and_pictures(body: str, html: str) -> None:
    known = {"Dal": "notebrain://note/7"}

    assert fragment(note(body), lambda _note, link: known.get(link), NoteFiles()).strip() == html


def test_boxes_are_shown_as_boxes_and_cannot_be_clicked() -> None:
    html = fragment(note("- [ ] a\n- [x] b"), lambda _note, _link: None, NoteFiles())

    assert html.count('<input type="checkbox" disabled>') == 1
    assert html.count('<input type="checkbox" disabled checked>') == 1


def test_a_page_has_the_titles_escaped_and_loads_nothing() -> None:
    html = page(
        [note("text", "A <b> & C", title_is_set=True), *[note("x", str(n)) for n in range(4)]],
        lambda _note, _link: None,
        NoteFiles(),
    )

    assert "<title>A &lt;b&gt; &amp; C, 0, 1…</title>" in html
    assert "<h1>A &lt;b&gt; &amp; C</h1>" in html
    assert not re.search(r"<(?:img|script|link|iframe)\b|url\(|@import", html)
