"""The text of documents is found whatever made them, and hostile ones are refused in words."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from notebrain.documents import office
from notebrain.documents.reader import read
from notebrain.domain.notes.file_texts import (
    DOCX,
    EMAIL,
    HTML,
    LONGEST,
    ODT,
    PDF,
    PIECE,
    FileText,
    ReadState,
    tidied,
)
from notebrain.domain.notes.media import media_type
from tests.fakes.documents import (
    docx,
    locked_docx,
    locked_odt,
    locked_pdf,
    odt,
    office_box,
    pdf,
    zipped,
)


def text_of(folder: Path, data: bytes, media_type: str = "text/plain") -> FileText:
    path = folder / "file"
    path.write_bytes(data)
    return read(path, media_type)


def words(text: FileText) -> str:
    return " ".join(" ".join(piece.text for piece in text.pieces).split())


def test_the_pages_of_a_pdf_are_known(tmp_path: Path) -> None:
    text = text_of(tmp_path, pdf(["Rent for May", "", "Paid by Müller"]), PDF)

    assert [(piece.page, piece.text) for piece in text.pieces] == [
        (1, "Rent for May"),
        (3, "Paid by Müller"),
    ]
    assert (text.state, text.pages) == (ReadState.READ, 3)


def test_a_pdf_of_pictures_only_has_no_text(tmp_path: Path) -> None:
    text = text_of(tmp_path, pdf(["", ""]), PDF)

    assert (text.state, text.pages, text.pieces) == (ReadState.EMPTY, 2, ())


def test_a_pdf_with_a_password_is_locked(tmp_path: Path) -> None:
    assert text_of(tmp_path, locked_pdf(), PDF).state is ReadState.LOCKED


def test_a_docx_with_a_password_is_locked(tmp_path: Path) -> None:
    data = locked_docx()

    assert media_type(data, "lease.docx") == DOCX
    assert text_of(tmp_path, data, DOCX).state is ReadState.LOCKED


@pytest.mark.parametrize("whole", [False, True])
def test_an_odt_with_a_password_is_locked(tmp_path: Path, whole: bool) -> None:
    assert text_of(tmp_path, locked_odt(whole=whole), ODT).state is ReadState.LOCKED


@pytest.mark.parametrize("data", [office_box("WordDocument"), office_box("WordDocument")[:60]])
def test_an_old_document_that_is_named_docx_is_broken_and_not_locked(
    tmp_path: Path, data: bytes
) -> None:
    assert text_of(tmp_path, data, DOCX).state is ReadState.BROKEN


def test_the_script_of_a_pdf_is_not_run_and_its_text_is_read(tmp_path: Path) -> None:
    script = "/OpenAction << /S /JavaScript /JS (app.alert\\(1\\); while \\(true\\) {}) >>"

    assert words(text_of(tmp_path, pdf(["Invoice"], extra=script), PDF)) == "Invoice"


@pytest.mark.parametrize("cut", [0, 9, 100, 400])
def test_a_broken_pdf_is_broken_or_mended_but_never_raises(tmp_path: Path, cut: int) -> None:
    text = text_of(tmp_path, pdf(["Invoice"])[:cut], PDF)

    assert text.state in (ReadState.BROKEN, ReadState.EMPTY, ReadState.READ)


def test_a_docx_is_read_with_its_notes_and_not_its_styles(tmp_path: Path) -> None:
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    note = f'<w:footnotes xmlns:w="{space}"><w:p><w:t>see appendix</w:t></w:p></w:footnotes>'
    data = docx("The lease ends", "in June &amp; July", more={"word/footnotes.xml": note})

    assert words(text_of(tmp_path, data, DOCX)) == "The lease ends in June & July see appendix"


def test_an_odt_is_read(tmp_path: Path) -> None:
    data = odt("Küche", "<t:span>sieben</t:span><t:s/>Stühle")

    assert words(text_of(tmp_path, data, ODT)) == "Küche sieben Stühle"


def test_entities_are_refused(tmp_path: Path) -> None:
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    before = f'<!DOCTYPE w [<!ENTITY a0 "ha">{laughs}]>'
    outside = '<!DOCTYPE w [<!ENTITY file SYSTEM "file:///etc/passwd">]>'

    for head, name in ((before, "a9"), (outside, "file")):
        assert text_of(tmp_path, docx(f"&{name};", before=head), DOCX).state is ReadState.BROKEN


def test_a_zip_bomb_is_refused_while_it_unpacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(office, "MOST_UNPACKED", 1_000_000)
    bomb = docx("a", more={"word/header1.xml": "<w>" + " " * 2_000_000})

    assert text_of(tmp_path, bomb, DOCX).state is ReadState.TOO_LARGE


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04 not a zip",
        zipped({"other": b"x"}),
        zipped({"word/document.xml": b"<w><unclosed>"}),
        zipped({"word/document.xml": b"<a>" * 100_000}),
        zipped({"word/document.xml": b"\xff\xfe\x00"}),
        docx("words")[:-40],
    ],
)
def test_a_broken_docx_is_broken(tmp_path: Path, data: bytes) -> None:
    assert text_of(tmp_path, data, DOCX).state in (ReadState.BROKEN, ReadState.EMPTY)


def test_a_web_page_gives_its_title_and_text_and_no_script(tmp_path: Path) -> None:
    page = (
        b'<html><head><title>Fern &amp; moss</title><meta charset="iso-8859-2"><script>evil()</script></head>'
        b'<body><h1>Care</h1><img src="http://x.test/a.png"><p>\xb6wie\xbfe powietrze</p></body></html>'
    )

    assert words(text_of(tmp_path, page, HTML)) == "Fern & moss Care świeże powietrze"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("Straße über".encode(), "Straße über"),
        ("Straße über".encode("cp1252"), "Straße über"),
        (b"\xef\xbb\xbfmarked", "marked"),
        ("\ufeffGrüße".encode("utf-16-le"), "Grüße"),
        ("\ufeffGrüße".encode("utf-16-be"), "Grüße"),
        ("Name;Preis".encode("utf-16-le"), "Name;Preis"),
        ("\ufeffBär".encode("utf-32-le"), "Bär"),
        (b"Name;Ort\r\nM\xfcller;Z\xfcrich\r\n", "Name;Ort Müller;Zürich"),
        (b"a\x00b\x01c", "a b c"),
        (b"half \xf0\x9f", "half ðŸ"),
    ],
)
def test_texts_in_odd_encodings_are_read(tmp_path: Path, data: bytes, text: str) -> None:
    assert words(text_of(tmp_path, data, "text/csv")) == text


def test_an_email_gives_its_headers_its_text_and_the_names_of_its_files(tmp_path: Path) -> None:
    message = EmailMessage()
    message["Subject"] = "Grüße aus Zürich"
    message["From"] = "Jörg <joerg@example.org>"
    message.set_content("The key is under the mat.", charset="iso-8859-15")
    message.add_alternative("<p>The key is <b>here</b></p>", subtype="html")
    message.add_attachment(b"\0" * 9, maintype="image", subtype="png", filename="plän.png")

    found = words(text_of(tmp_path, message.as_bytes(), EMAIL))

    assert "Subject: Grüße aus Zürich" in found
    assert "The key is under the mat." in found
    assert "plän.png" in found
    assert "here" not in found


@pytest.mark.parametrize(
    "data",
    [
        b"Subject: =?utf-8?q?broken=\nFrom: \xff\n\nbody",
        b"Subject: a\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nbody",
        b"Subject: a\nContent-Type: text/plain; charset=nonsense\n\nbody",
        b"Subject: a\nContent-Transfer-Encoding: base64\n\nbody",
    ],
)
def test_a_bad_email_never_raises(tmp_path: Path, data: bytes) -> None:
    assert text_of(tmp_path, data, EMAIL).state in (ReadState.READ, ReadState.EMPTY)


def test_of_a_very_long_text_the_beginning_is_kept(tmp_path: Path) -> None:
    text = text_of(tmp_path, b"word " * (LONGEST // 4))

    assert text.state is ReadState.CUT
    assert LONGEST - PIECE < text.characters <= LONGEST
    assert all(len(piece.text) <= PIECE for piece in text.pieces)


def test_no_word_is_cut_between_pieces(tmp_path: Path) -> None:
    numbers = [str(number) for number in range(5_000)]

    assert words(text_of(tmp_path, " ".join(numbers).encode())).split() == numbers


def test_a_text_is_tidied_for_the_index() -> None:
    assert tidied("exam\u00adple  of\x02\nfice\tﬁne") == "example office fine"
