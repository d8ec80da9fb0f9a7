"""Photos without what their camera wrote beside the picture: no pixel changes, and nothing says where it was taken."""

import struct
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given, settings, strategies as st
from PySide6.QtCore import QBuffer, QByteArray
from PySide6.QtGui import QColor, QColorSpace, QImage, QImageReader, QImageWriter

from notebrain.app.services import Services
from notebrain.app.settings.table import FILE_TRACES
from notebrain.domain.notes.media import orientation, picture_size
from notebrain.domain.notes.photo_traces import has_traces, without_traces

PLACE = b"48.2082 N, 16.3738 E"
SERIAL = b"SN-0815-4711"
XMP = b"http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude='" + PLACE + b"'/>"


def picture(form: str, *, width: int = 40, height: int = 25, progressive: bool = False) -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    for at in range(width * height):
        color = QColor.fromHsv(at * 37 % 360, 50 + at % 200, 255 - at % 90)
        image.setPixelColor(at % width, at // width, color)
    image.setColorSpace(QColorSpace(QColorSpace.NamedColorSpace.AdobeRgb))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, QByteArray(form.encode()))
    writer.setProgressiveScanWrite(progressive)
    writer.setQuality(90)
    assert writer.write(image)
    return bytes(buffer.data().data())


def exif(way_up: int, order: str = ">") -> bytes:
    """What a phone writes: the way up, the place, and the number of the camera."""
    place = struct.pack(f"{order}H", 1) + struct.pack(f"{order}HHII", 1, 2, len(PLACE), 100)
    rows = struct.pack(f"{order}HHIHH", 0x0112, 3, 1, way_up, 0)
    rows += struct.pack(f"{order}HHII", 0x8825, 4, 1, 60)
    rows += struct.pack(f"{order}HHII", 0xA431, 2, len(SERIAL), 130)
    head = (b"MM" if order == ">" else b"II") + struct.pack(f"{order}HI", 42, 8)
    made = head + struct.pack(f"{order}H", 3) + rows + bytes(4)
    return (made.ljust(60, b"\0") + place).ljust(100, b"\0") + PLACE.ljust(30, b"\0") + SERIAL


def jpeg(way_up: int = 1, order: str = ">", *, progressive: bool = False) -> bytes:
    plain = picture("jpeg", progressive=progressive)
    segments = [
        (0xE1, b"Exif\0\0" + exif(way_up, order)),
        (0xE1, XMP),
        (0xED, b"Photoshop 3.0\0" + PLACE),
        (0xE2, b"MPF\0" + PLACE),
        (0xFE, PLACE),
    ]
    added = b"".join(
        struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body for marker, body in segments
    )
    first = 4 + int.from_bytes(plain[4:6], "big")  # behind the segment of JFIF
    return plain[:first] + added + plain[first:] + b"and a film of " + PLACE


def png(way_up: int = 1, order: str = ">") -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc32(kind + body))

    plain = picture("png")
    added = chunk(b"eXIf", exif(way_up, order)) + chunk(b"tEXt", b"Location\0" + PLACE)
    added += chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + PLACE) + chunk(b"prVt", SERIAL)
    return plain[:33] + added + plain[33:] + PLACE


def webp(way_up: int = 1, order: str = ">") -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return kind + struct.pack("<I", len(body)) + body + bytes(len(body) % 2)

    plain = picture("webp")
    body = plain[12:]
    if not body.startswith(b"VP8X"):
        size = (39).to_bytes(3, "little") + (24).to_bytes(3, "little")
        body = chunk(b"VP8X", bytes([0, 0, 0, 0]) + size) + body
    body = body[:8] + bytes([body[8] | 0x0C]) + body[9:]
    body = b"WEBP" + body + chunk(b"EXIF", exif(way_up, order)) + chunk(b"XMP ", XMP)
    return b"RIFF" + struct.pack("<I", len(body)) + body


FORMS = {"jpeg": jpeg, "png": png, "webp": webp}


def shown(data: bytes, *, turned: bool = True) -> QImage:
    """The picture as it is shown, turned as its camera says."""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    reader = QImageReader(buffer)
    reader.setAutoTransform(turned)
    return reader.read()


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("way_up", range(1, 9))
def test_every_pixel_stays_and_nothing_says_where_it_was(
    qapp, form: str, order: str, way_up: int
) -> None:
    photo = FORMS[form](way_up, order)
    assert PLACE in photo
    assert SERIAL in photo

    clean = without_traces(photo)

    assert clean is not None
    for trace in (PLACE, SERIAL, b"GPS", b"xmp"):
        assert trace not in clean
    before, after = shown(photo), shown(clean)
    assert not before.isNull()
    assert after == before
    assert after.colorSpace() == before.colorSpace()
    assert picture_size(clean) == picture_size(photo)
    assert without_traces(clean) == clean


def test_a_picture_of_several_scans_keeps_all_of_them(qapp) -> None:
    photo = jpeg(6, progressive=True)

    clean = without_traces(photo)

    assert clean is not None
    assert PLACE not in clean
    assert shown(clean) == shown(photo)


@pytest.mark.parametrize("form", FORMS)
def test_a_picture_without_traces_stays_byte_for_byte(qapp, form: str) -> None:
    plain = picture(form)
    clean = without_traces(plain)

    assert clean is not None
    assert shown(clean) == shown(plain)
    if form == "jpeg":
        assert clean == plain


@pytest.mark.qt_log_ignore(".*")  # what a decoder says of broken bytes
@pytest.mark.parametrize("form", FORMS)
@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_broken_photo_is_left_alone_or_shows_the_same(
    qapp, form: str, data: st.DataObject
) -> None:
    photo = bytearray(FORMS[form](6))
    where = data.draw(st.integers(0, len(photo)))
    if data.draw(st.booleans()):
        photo = photo[:where]
    else:
        photo[where : where + 3] = data.draw(st.binary(max_size=6))

    clean = without_traces(bytes(photo))

    if clean is not None:
        before = shown(bytes(photo), turned=False)
        assert before.isNull() or shown(clean, turned=False) == before


@given(
    st.binary(max_size=300),
    st.sampled_from([b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF\0\0\0\0WEBP"]),
)
def test_no_bytes_are_an_error(tail: bytes, head: bytes) -> None:
    without_traces(head + tail)
    assert 1 <= orientation(tail) <= 8


def test_only_photos_and_films_are_looked_into() -> None:
    assert has_traces(b"\xff\xd8\xff\xe0")
    assert has_traces(b"\0\0\0\x18ftypheic")
    assert has_traces(b"\0\0\0\x18ftypqt  ")
    assert not has_traces(b"%PDF-1.7")
    assert not has_traces(b"GIF89a")


def test_photos_are_cleaned_when_they_are_added_only_if_the_user_says_so(
    services: Services, tmp_path: Path, qapp
) -> None:
    path = tmp_path / "tap.jpg"
    path.write_bytes(jpeg(6))

    as_it_was = services.file_acts.add(path)
    services.settings.put(FILE_TRACES, True).result()
    cleaned = services.file_acts.add(path)

    assert services.files.read(as_it_was.attachment.sha) == jpeg(6)
    assert PLACE not in services.files.read(cleaned.attachment.sha)
    assert (cleaned.attachment.width, cleaned.attachment.height) == (25, 40)
    assert path.read_bytes() == jpeg(6)
    assert not list(services.files.path(cleaned.attachment.sha).parent.glob("*.part"))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("cat.heic", b"\0\0\0\x18ftypheic" + PLACE),
        ("cut.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF" + PLACE),
    ],
)
def test_what_cannot_be_cleaned_is_added_as_it_is_with_a_word(
    services: Services, name: str, data: bytes, qapp
) -> None:
    services.settings.put(FILE_TRACES, True).result()

    added = services.file_acts.add_bytes(data, name)

    assert services.files.read(added.attachment.sha) == data
    assert name in added.warning
    assert not services.file_acts.add_bytes(b"%PDF-1.7", "bill.pdf").warning
