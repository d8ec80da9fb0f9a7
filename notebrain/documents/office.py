"""Reads the text of DOCX and ODT documents: XML in a zip archive.

The XML may not declare entities, and archives that unpack to more than a document needs are refused while they unpack.
"""

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from xml.parsers import expat
from zlib import error as ZlibError  # noqa: N812 - an exception

from notebrain.documents.errors import Locked, NotReadable, TooLarge
from notebrain.domain.notes.file_texts import LONGEST, Piece, pieces_of
from notebrain.domain.notes.media import LOCKED_OFFICE

MOST_UNPACKED: Final = 200_000_000
"""How many bytes all parts of a document may have that are read."""
_AT_ONCE: Final = 65_536
_MOST_PARTS: Final = 200
_DEEPEST: Final = 2_000
_MOST_OF_LIST: Final = 65_536
"""How much is read of the list of what is in a box of Office, which has about ten entries of 128 bytes."""

_WORD: Final = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_WORD_STRICT: Final = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_TEXT: Final = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_DOCX_PARTS: Final = ("document", "footnotes", "endnotes", "comments", "header", "footer")


def docx_pieces(path: Path) -> Iterator[Piece]:
    """Yield the text of a DOCX document: its body, notes and comments, headers and footers.

    Raises:
        Locked: A password protects it.
        NotReadable: It is damaged.
        TooLarge: It unpacks to more than `MOST_UNPACKED`.
    """
    spaces = (_WORD, _WORD_STRICT)
    words = {f"{space} t" for space in spaces}
    ends = {f"{space} {tag}": "\n" for space in spaces for tag in ("p", "br", "cr")}
    ends |= {f"{space} {tag}": " " for space in spaces for tag in ("tab", "tc")}
    with _opened(path) as archive:
        names = [name for name in archive.namelist() if _is_of_docx(name)]
        if "word/document.xml" not in names:
            raise NotReadable
        names.sort(key=lambda name: (_rank(name), name))
        yield from _pieces(archive, names[:_MOST_PARTS], words.__contains__, ends)


def odt_pieces(path: Path) -> Iterator[Piece]:
    """Yield the text of an ODT document; raises as `docx_pieces`."""
    ends = {f"{_TEXT} {tag}": "\n" for tag in ("p", "h", "line-break")}
    ends |= {f"{_TEXT} s": " ", f"{_TEXT} tab": " "}
    with _opened(path) as archive:
        if "META-INF/manifest.xml" in archive.namelist():
            manifest = b"".join(_bytes(archive, "META-INF/manifest.xml", _Room()))
            if b"encryption-data" in manifest:
                raise Locked
        if "content.xml" not in archive.namelist():
            raise NotReadable
        # text stands directly in paragraphs, headings and what is in them
        yield from _pieces(archive, ["content.xml"], lambda name: name.startswith(_TEXT), ends)


def _is_of_docx(name: str) -> bool:
    stem = name.removeprefix("word/").removesuffix(".xml").rstrip("0123456789")
    return name.startswith("word/") and name.endswith(".xml") and stem in _DOCX_PARTS


def _rank(name: str) -> int:
    return next(at for at, part in enumerate(_DOCX_PARTS) if name.startswith(f"word/{part}"))


def _opened(path: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(path)
    except zipfile.BadZipFile as error:
        raise (Locked if _is_locked(path) else NotReadable) from error


def _is_locked(path: Path) -> bool:
    """Return whether a file is a box of Office with an encrypted archive in it, after [MS-CFB] and [MS-OFFCRYPTO]."""
    with path.open("rb") as file:
        header = file.read(76)
        if not header.startswith(LOCKED_OFFICE):
            return False
        sector, first = 1 << min(header[30], 16), int.from_bytes(header[48:52], "little")
        file.seek((first + 1) * sector)
        return "EncryptedPackage".encode("utf-16-le") in file.read(_MOST_OF_LIST)


class _Room:
    """What may still be unpacked."""

    def __init__(self) -> None:
        self._left = MOST_UNPACKED

    def take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise TooLarge


def _bytes(archive: zipfile.ZipFile, name: str, room: _Room) -> Iterator[bytes]:
    """Yield a part of an archive as it unpacks; what it says of its size is not believed."""
    info = archive.getinfo(name)
    if info.flag_bits & 1:
        raise Locked
    try:
        with archive.open(info) as part:
            while data := part.read(_AT_ONCE):
                room.take(len(data))
                yield data
    except (zipfile.BadZipFile, ZlibError, EOFError, NotImplementedError, RuntimeError) as error:
        raise NotReadable from error


def _pieces(
    archive: zipfile.ZipFile,
    names: list[str],
    has_words: Callable[[str], bool],
    ends: dict[str, str],
) -> Iterator[Piece]:
    room = _Room()
    for name in names:
        reader = _TextReader(has_words, ends)
        for data in _bytes(archive, name, room):
            reader.feed(data)
            if reader.length > LONGEST:
                break
        yield from pieces_of(reader.text())


class _TextReader:
    """Collects the text in some tags of an XML document."""

    def __init__(self, has_words: Callable[[str], bool], ends: dict[str, str]) -> None:
        self._parser = expat.ParserCreate(namespace_separator=" ")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._data
        self._parser.EntityDeclHandler = self._refuse
        self._has_words = has_words
        self._ends = ends
        self._open: list[bool] = []
        self._parts: list[str] = []
        self.length = 0

    def feed(self, data: bytes) -> None:
        try:
            self._parser.Parse(data)
        except expat.ExpatError as error:
            raise NotReadable from error

    def text(self) -> str:
        return "".join(self._parts)

    def _start(self, name: str, _attributes: object) -> None:
        self._open.append(self._has_words(name))
        if len(self._open) > _DEEPEST:
            raise NotReadable

    def _end(self, name: str) -> None:
        self._open.pop()
        if name in self._ends:
            self._parts.append(self._ends[name])

    def _data(self, data: str) -> None:
        if self._open and self._open[-1]:
            self._parts.append(data)
            self.length += len(data)

    def _refuse(self, *_declared: object) -> None:
        raise NotReadable
