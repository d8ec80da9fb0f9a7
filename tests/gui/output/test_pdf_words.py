"""The words of a PDF are those of its notes, in order; its links can be clicked, and nothing is cut."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QTextBlock, QTextDocument

from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.output.note_files import NoteFiles
from notebrain.gui.output.paper import _page, area_of, lay_out, paper, paper_style, pdf_of
from notebrain.gui.theme.theme import ThemeMode

pypdfium2 = pytest.importorskip("pypdfium2")

AT = datetime(2026, 3, 1, tzinfo=UTC)
POINTS_PER_PIXEL = 72 / 96
FOOTER_PT = 34 * POINTS_PER_PIXEL


@dataclass(frozen=True)
class Part:
    """A piece of Markdown, and the words that a reader sees of it."""

    text: str
    words: str


PARTS = (
    Part("## The **good** _version_", "The good version"),
    Part(
        "Plain words, with `code_in_line` and ~~struck~~.",
        "Plain words, with code_in_line and struck.",
    ),
    Part(
        "| Spice | Amount |\n|---|--:|\n| cumin | 2 tsp |\n| salt | |",
        "Spice Amount cumin 2 tsp salt",
    ),
    Part(
        "- [ ] open box\n- [x] ticked box\n  - inner [[Dal|named]]",
        "☐ open box ☑ ticked box • inner named",
    ),
    Part("```python\nfor x in range(3):\n    print(x)\n```", "for x in range(3): print(x)"),
    Part(
        "See [the site](https://example.org/a?b=1) and https://example.com/x.",
        "See the site and https://example.com/x.",
    ),
    Part("1. first\n2. second\n\n> quoted words", "1. first 2. second quoted words"),
    Part("שלום עולם, זה פתק", "שלום עולם, זה פתק"),
    Part("مرحبا بالعالم", "مرحبا بالعالم"),
    Part("Party 🎉 time", "Party time"),
    Part("Größe, naïve café, 100 €", "Größe, naïve café, 100 €"),
    Part("word " * 120, "word " * 120),
    Part("x" * 200, "x" * 200),
    Part("```\n" + "code " * 60 + "\n```", "code " * 60),
)


def note(body: str, title: str = "A note", **more: Any) -> Note:
    return Note(NoteId("n"), "Personal", title, body, AT, AT, **more)


def mixed(number: int) -> tuple[str, str]:
    """Return the text of a note that begins with another part than the note before, and its words."""
    turned = [PARTS[(number + k * 5) % len(PARTS)] for k in range(len(PARTS))]
    heading = Part(f"# Note number {number}", f"Note number {number}")
    parts = [heading, *turned]
    return "\n\n".join(part.text for part in parts), " ".join(part.words for part in parts)


@pytest.fixture
def make(theme):
    theme.set_mode(ThemeMode.DARK)  # paper stays white
    style = paper_style(theme)

    def make(*notes: Note) -> Any:
        def work() -> bytes:
            return pdf_of(
                notes, style, lambda _note, link: f"notebrain://note/{link}", NoteFiles(), paper()
            )

        with ThreadPoolExecutor(1) as pool:  # as in the window, on a thread that is not Qt's
            return pypdfium2.PdfDocument(pool.submit(work).result())

    return make


def text_of(page: Any) -> str:
    """Return the text of a page without its footer."""
    left, bottom, right, top = page.get_mediabox()
    margin = 20 / 25.4 * 72
    text = page.get_textpage().get_text_bounded(
        left=left, bottom=bottom + margin + FOOTER_PT - 2, right=right, top=top
    )
    return str(text).replace("\ufffe", "")


def squeezed(text: str) -> str:
    """Return the signs of a text: words that are longer than a line go on in the next one."""
    return re.sub(r"[\s\u200b-\u200f•]+", "", text)


def test_the_words_of_fifty_notes_are_in_their_pdf_in_order(make) -> None:
    notes = [mixed(number) for number in range(50)]

    pdf = make(*(note(body) for body, _words in notes))

    pages = [text_of(page) for page in pdf]
    found = squeezed("".join(pages))
    wanted = squeezed("".join(words for _body, words in notes))
    assert found == wanted
    assert [word for page in pages for word in short(page)] == [
        word for _body, words in notes for word in short(words)
    ]


def short(text: str) -> list[str]:
    """Return the words that are not longer than a line."""
    return [word for word in text.split() if word != "•" and not word.startswith("xx")]


def test_links_lead_to_addresses_and_to_notes_and_boxes_to_nothing(make) -> None:
    pdf = make(
        note("[web](https://example.org/a?b=1), [[Dal|note]]\n\n- [ ] box\n\nhttps://example.com")
    )

    assert list(dict.fromkeys(addresses(pdf[0]))) == [
        "https://example.org/a?b=1",
        "notebrain://note/Dal",
        "https://example.com",
    ]


def addresses(page: Any) -> Iterator[str]:
    """Yield where the links of a page lead to, from top to bottom."""
    import ctypes

    raw = pypdfium2.raw
    at, link = ctypes.c_int(0), raw.FPDF_LINK()
    while raw.FPDFLink_Enumerate(page, at, link):
        action = raw.FPDFLink_GetAction(link)
        size = raw.FPDFAction_GetURIPath(page.pdf, action, None, 0)
        buffer = ctypes.create_string_buffer(size)
        raw.FPDFAction_GetURIPath(page.pdf, action, buffer, size)
        yield buffer.value.decode()


def test_each_note_begins_on_a_page_and_the_footer_has_title_and_number(make) -> None:
    pdf = make(note("one", "First"), note("two", "Second"))

    pages = [page.get_textpage().get_text_bounded().split() for page in pdf]
    assert pages == [["one", "First", "1"], ["two", "Second", "2"]]


def test_the_pages_of_one_note_say_how_many_there_are(make) -> None:
    pdf = make(note("\n\n".join(["word " * 100] * 20), "Long"))

    footers = [page.get_textpage().get_text_bounded().split()[-4:] for page in pdf]
    assert footers == [["Long", str(n), "/", str(len(pdf))] for n in range(1, len(pdf) + 1)]


def test_a_title_that_the_text_does_not_begin_with_stands_above_it(make) -> None:
    pdf = make(note("# Text", "Set", title_is_set=True))

    assert text_of(pdf[0]).split() == ["Set", "Text"]


@pytest.mark.parametrize(
    "body",
    [
        "```\n" + "\n".join(f"line{n} = " + "value " * 30 for n in range(200)) + "\n```",
        "```python\n" + "\n".join(f"def f{n}(): return '{n}' # it" for n in range(200)) + "\n```",
        "> [!note]\n> title\n" + "\n>\n".join(f"> p{n} " + "word " * (n % 37) for n in range(99)),
        "\n\n".join(f"paragraph{n} " + "word " * (n % 37) for n in range(300)),
        "| "
        + " | ".join(f"head{n}" for n in range(9))
        + " |\n"
        + "|--" * 9
        + "|\n"
        + "| cellword " * 9
        + "|",
        "".join(f"- item{n} " + "word " * (n % 23) + "\n" for n in range(400)),
    ],
    ids=["code", "colored code", "callout", "paragraphs", "wide table", "list"],
)
def test_nothing_of_a_long_or_wide_note_is_cut_or_doubled(make, body: str) -> None:
    pdf = make(note(body))

    found = squeezed("".join(text_of(page) for page in pdf))
    marks = r"```(?:python)?|[|]|--|^- |^> ?|\[!|\]"
    wanted = re.sub(marks, "", body, flags=re.MULTILINE).replace("note", "Note")
    assert found == squeezed(wanted)
    for page in pdf:
        width, _height = page.get_size()
        for element in page.get_objects():
            if element.type == pypdfium2.raw.FPDF_PAGEOBJ_TEXT:
                left, _bottom, right, _top = element.get_bounds()
                assert 50 <= left <= right <= width - 50


def test_a_heading_does_not_stand_alone_at_the_end_of_a_page(theme) -> None:
    style, area = paper_style(theme), QSizeF(400, 234)
    body = "\n\n".join(f"## Heading {n}\n\nwords{n} below" for n in range(40))

    pages = lay_out(note(body), area, style, lambda _note, _link: None, NoteFiles())

    tops = [
        (block.text(), _page(part.document, block))
        for part in pages._parts
        for block in blocks(part.document)
        if block.text()
    ]
    assert len(tops) == 80
    for (heading, page), (_words, page_below) in zip(tops[::2], tops[1::2], strict=True):
        assert (heading, page) == (heading, page_below)


def blocks(document: QTextDocument) -> Iterator[QTextBlock]:
    block = document.begin()
    while block.isValid():
        yield block
        block = block.next()


def test_the_paper_has_margins(qapp) -> None:
    area = area_of(paper())

    assert 600 < area.width() < 680
    assert 900 < area.height() < 980
