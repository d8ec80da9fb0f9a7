"""Pictures and files of notes on paper and in web pages: whole, in order, and never a hash."""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from notebrain.domain.notes.attachments import Attachment, Sha, link_to
from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.output.note_files import MOST_BYTES, NoteFiles
from notebrain.gui.output.paper import paper, paper_style, pdf_of
from notebrain.gui.output.web_page import fragment, page
from notebrain.storage.files.attachments import described

AT = datetime(2026, 3, 1, tzinfo=UTC)
HASH = re.compile("[0-9a-f]{64}")
MARGIN, FOOTER = 20 / 25.4 * 72, 34 * 0.75


@dataclass
class Folder:
    """Files of a vault."""

    path_of: Path
    known: dict[Sha, Attachment] = field(default_factory=dict[Sha, Attachment])

    def add(self, name: str, data: bytes) -> str:
        sha = Sha(f"{len(self.known):064x}")
        self.known[sha] = described(sha, len(data), data, name, now=AT)
        (self.path_of / sha).write_bytes(data)
        return link_to(self.known[sha])

    def get(self, sha: Sha) -> Attachment | None:
        return self.known.get(sha)

    def path(self, sha: Sha) -> Path | None:
        path = self.path_of / sha
        return path if path.exists() else None

    def is_changed(self, sha: Sha) -> bool:
        return False


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def png(width: int, height: int) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # the name of a format
    return bytes(buffer.data().data())


def note(body: str) -> Note:
    return Note(NoteId("n"), "Personal", "A note", body, AT, AT)


def html_of(body: str, folder: Folder) -> str:
    return fragment(note(body), lambda _note, _link: None, NoteFiles(folder))


def pdf(theme: Any, body: str, folder: Folder) -> Any:
    style, files = paper_style(theme), NoteFiles(folder)

    def work() -> bytes:
        return pdf_of([note(body)], style, lambda _note, _link: None, files, paper())

    with ThreadPoolExecutor(1) as pool:
        return pypdfium2.PdfDocument(pool.submit(work).result())


def images(document: Any) -> list[tuple[float, float, float, float]]:
    """Return where the pictures of a PDF are, in order; each has to be on the text of its page as a whole."""
    found: list[tuple[float, float, float, float]] = []
    for sheet in document:
        width, height = sheet.get_size()
        on_page = [
            one.get_bounds()
            for one in sheet.get_objects()
            if one.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE
        ]
        for left, bottom, right, top in on_page:
            assert MARGIN - 2 <= left <= right <= width - MARGIN + 2
            assert MARGIN + FOOTER - 2 <= bottom <= top <= height - MARGIN + 2
        found += sorted(on_page, key=lambda bounds: -bounds[3])
    return found


def shapes(document: Any) -> list[float]:
    return [
        round((right - left) / (top - bottom), 1) for left, bottom, right, top in images(document)
    ]


def text_of(document: Any) -> str:
    return " ".join(str(sheet.get_textpage().get_text_bounded()) for sheet in document)


def test_pictures_of_every_size_are_printed_whole(theme, folder: Folder) -> None:
    sizes = [(300, 200), (3000, 1000), (500, 4000), (40, 40), (600, 900), (900, 600), (10, 3000)]
    links = [folder.add("a.png", png(*size)) for size in sizes] * 3
    body = "\n\n".join(f"words {link} words {'more ' * 99}" for link in links)

    made = pdf(theme, body, folder)

    found = images(made)
    assert len(found) == len(links)
    assert shapes(made)[:3] == [1.5, 3.0, 0.1]
    assert text_of(made).count("more") == 99 * len(links)


@pytest.mark.parametrize(
    "before", ["- ", "> ", "> [!tip] Tip\n> ", "1. a\n   - b\n     - ", "| a |\n|---|\n| "]
)
def test_a_picture_in_a_list_or_a_frame_is_printed_whole(
    theme, folder: Folder, before: str
) -> None:
    link = folder.add("a.png", png(3000, 900))

    made = pdf(theme, f"{before}{link}", folder)

    assert len(images(made)) == 1


def test_a_given_width_is_kept_on_paper(theme, folder: Folder) -> None:
    link = folder.add("a.png", png(1200, 600)).replace("![]", "![tap|200]")

    ((left, bottom, right, top),) = images(pdf(theme, link, folder))

    assert (right - left, top - bottom) == pytest.approx((150, 75), abs=2)  # in points


def test_what_cannot_be_shown_is_named_on_paper(theme, folder: Folder) -> None:
    broken = folder.add("broken.png", b"\x89PNG\r\n\x1a\n and no more")
    document = folder.add("bill.pdf", b"%PDF-1.7")
    missing = f"![tap](attachment:{'f' * 64}/gone.png)"

    made = pdf(theme, f"{broken}\n\n{missing}\n\nsee {document}", folder)

    text = text_of(made)
    assert "broken.png cannot be shown" in text
    assert "tap is not on this computer" in text
    assert "see bill.pdf" in text
    assert not HASH.search(text)
    assert images(made) == []


def test_a_web_page_holds_its_pictures_and_names_its_files(folder: Folder) -> None:
    picture, document = folder.add("a.png", png(9, 9)), folder.add("bill.pdf", b"%PDF-1.7")
    sized = picture.replace("![]", '![the "tap"|300]')

    html = page([note(f"{sized} {document}")], lambda _note, _link: None, NoteFiles(folder))

    assert re.search(
        r'<p><img src="data:image/png;base64,[\w+/=]+" alt="the &quot;tap&quot;" width="300"> bill.pdf</p>',
        html,
    )
    assert not HASH.search(html)


def test_a_web_page_names_what_is_missing_too_large_or_unknown_to_browsers(
    folder: Folder,
) -> None:
    large = folder.add("large.png", png(9, 9) + b"\0" * MOST_BYTES)
    scan = folder.add("scan.tiff", b"II*\x00 and more")
    missing = f"![tap](attachment:{'f' * 64}/gone.png)"

    html = html_of(f"{large} {scan} {missing}", folder)

    assert "<p>large.png scan.tiff tap is not on this computer</p>" in html


def test_a_picture_that_is_a_link_keeps_where_it_leads(folder: Folder) -> None:
    picture, document = folder.add("a.png", png(9, 9)), folder.add("bill.pdf", b"%PDF-1.7")
    address = document.partition("](")[2]

    html = html_of(f"[{picture}](https://example.org) [{picture}]({address}", folder)

    assert re.search(
        r'<a href="https://example.org"><img src="data:[^>]+></a> <img src="data:', html
    )
    assert not HASH.search(html)
