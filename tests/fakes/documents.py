"""Small documents of every kind, made byte by byte, and what somebody hostile would make of them."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from notebrain.domain.notes.file_texts import FileText, Piece, ReadState

_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"


def pdf(pages: Sequence[str], *, extra: str = "", trailer: str = "") -> bytes:
    """Return a PDF document with a line of text on each page.

    Args:
        extra: More entries of its catalog, such as an action to run.
        trailer: More entries of its trailer, such as one for encryption.
    """
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(pages)))
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {extra} >>",
        f"<< /Type /Pages /Count {len(pages)} /Kids [{kids}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, text in enumerate(pages):
        drawn = f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET"
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 200] /Contents {5 + 2 * number} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>",
            f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
        ]
    data, offsets = b"%PDF-1.4\n", list[int]()
    for number, content in enumerate(objects, start=1):
        offsets.append(len(data))
        data += f"{number} 0 obj\n{content}\nendobj\n".encode("cp1252")
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer << /Size {size} /Root 1 0 R {trailer} >>\n"
    return data + f"{end}startxref\n{len(data)}\n%%EOF\n".encode()


def locked_pdf() -> bytes:
    """Return a PDF document that nobody has the password of."""
    key = "00" * 32
    encrypt = (
        f"/Encrypt << /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >> /ID [<00> <00>]"
    )
    return pdf(["secret"], trailer=encrypt)


def zipped(parts: Mapping[str, bytes | str]) -> bytes:
    """Return a zip archive with these parts."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return data.getvalue()


def docx(*paragraphs: str, before: str = "", more: Mapping[str, str] | None = None) -> bytes:
    """Return a DOCX document with these paragraphs.

    Args:
        before: What stands before the first tag.
        more: Other parts of it by their names.
    """
    text = "".join(f"<w:p><w:r><w:t>{one}</w:t></w:r></w:p>" for one in paragraphs)
    body = f'{before}<w:document xmlns:w="{_WORD}"><w:body>{text}</w:body></w:document>'
    return zipped({"word/document.xml": body, "word/styles.xml": "<w/>", **(more or {})})


def odt(*paragraphs: str) -> bytes:
    """Return an ODT document with these paragraphs."""
    text = "".join(f"<t:p>{one}</t:p>" for one in paragraphs)
    body = f'<o:content xmlns:o="{_OFFICE}" xmlns:t="{_TEXT}"><o:text>{text}</o:text></o:content>'
    return zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": body})


def locked_odt(*, whole: bool) -> bytes:
    """Return an ODT document that nobody has the password of.

    Args:
        whole: Encrypted as one part, as newer programs do it.
    """
    name = "encrypted-package" if whole else "content.xml"
    manifest = f'<m:file-entry m:full-path="{name}"><m:encryption-data/></m:file-entry>'
    kind = "application/vnd.oasis.opendocument.text"
    return zipped({"mimetype": kind, name: b"\x8f\x03\xee", "META-INF/manifest.xml": manifest})


def office_box(*names: str, first: int = 3) -> bytes:
    """Return a box of Office (a compound file) with parts of these names, each as if it were empty.

    Args:
        first: The number of the sector in which the list of the parts begins.
    """
    header = bytearray(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".ljust(512, b"\0"))
    header[24:32] = bytes((0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0))  # sectors of 512 bytes
    header[48:52] = first.to_bytes(4, "little")
    entries = (name.encode("utf-16-le").ljust(128, b"\0") for name in ("Root Entry", *names))
    return bytes(header) + bytes(512 * first) + b"".join(entries)


def locked_docx() -> bytes:
    """Return a DOCX document that nobody has the password of."""
    return office_box(
        "\6DataSpaces", "Version", "DataSpaceMap", "EncryptionInfo", "EncryptedPackage"
    )


@dataclass
class FakeDocuments:
    """A reader that knows what is in each file, by its bytes."""

    texts: dict[bytes, FileText] = field(default_factory=dict[bytes, FileText])
    read_paths: list[str] = field(default_factory=list[str])
    stopped: bool = False
    released: bool = False

    def read(self, path: str, media_type: str) -> FileText:
        self.read_paths.append(path)
        data = Path(path).read_bytes()
        return self.texts.get(data) or FileText(ReadState.READ, (Piece(data.decode()),))

    def stop(self) -> None:
        self.stopped = True

    def release(self) -> None:
        self.released = True
