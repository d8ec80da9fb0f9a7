"""What a file is, by its bytes: names lie."""

import struct
import zlib

import pytest

from notebrain.domain.notes.media import ending_for, length_ms, media_type, picture_size


def png(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + head
    return b"\x89PNG\r\n\x1a\n\0\0\0\r" + chunk + struct.pack(">I", zlib.crc32(chunk)) + b"\0" * 9


def jpeg(width: int, height: int) -> bytes:
    exif = b"\xff\xe1" + struct.pack(">H", 5000) + b"\0" * 4998
    frame = b"\xff\xc2" + struct.pack(">HBHHB", 17, 8, height, width, 3) + b"\0" * 20
    return b"\xff\xd8" + exif + frame


@pytest.mark.parametrize(
    ("head", "name", "kind"),
    [
        (png(1, 1), "photo.txt", "image/png"),
        (jpeg(1, 1), "", "image/jpeg"),
        (b"RIFF\0\0\0\0WEBPVP8L", "x.jpg", "image/webp"),
        (b"%PDF-1.7", "bill.png", "application/pdf"),
        (b"PK\x03\x04" + b"\0" * 26, "a.odt", "application/vnd.oasis.opendocument.text"),
        (b"PK\x03\x04" + b"\0" * 26, "a.png", "application/zip"),
        (b"\0\0\0\x18ftypheic", "a.jpg", "image/heic"),
        (b"\0\0\0\x18ftypisom", "a", "video/mp4"),
        (b"<?xml version='1.0'?>\n<!-- x -->\n<svg xmlns='a'>", "a.txt", "image/svg+xml"),
        (b"no picture", "a.svg", "application/octet-stream"),
        (b"a;b", "a.CSV", "text/csv"),
        (b"a\0b", "a.txt", "application/octet-stream"),
        ("a;ä".encode("utf-16"), "a.csv", "text/csv"),
        ("a".encode("utf-16"), "a.bin", "application/octet-stream"),
        (b"", "", "application/octet-stream"),
        (b"", "empty.txt", "text/plain"),
    ],
)  # fmt: skip
def test_the_first_bytes_say_what_a_file_is_and_then_its_name(
    head: bytes, name: str, kind: str
) -> None:
    assert media_type(head, name) == kind


@pytest.mark.parametrize(
    ("head", "size"),
    [
        (png(640, 480), (640, 480)),
        (jpeg(4000, 3000), (4000, 3000)),
        (b"GIF89a\x40\x01\xf0\0" + b"\0" * 20, (320, 240)),
        (b"BM" + b"\0" * 16 + struct.pack("<ii", 20, -10) + b"\0" * 8, (20, 10)),
        (b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + b"\x0f\0\0\x07\0\0" + b"\0" * 9, (16, 8)),
        (b"<svg xmlns='a' width='200' height=\"100px\">", (200, 100)),
        (b"<?xml version='1.0'?><svg width='25.4mm' height='1in' viewBox='0 0 9 9'>", (96, 96)),
        (
            b"<svg stroke-width='7' width='100%' viewBox='0 0 200 80.4'><a width='5' height='5'/>",
            (200, 80),
        ),
        (b"<svg viewBox = '-5,-5,20,10' >           ", (20, 10)),
        (b"<svg width='-4' height='1e9' viewBox='a b c d'>", None),
        (b"<svg width='0' height='0'>          ", None),
        (b"<svg width='9999999999' height='1'>", None),
        (png(0, 480), None),
        (png(640, 480)[:20], None),
        (b"\xff\xd8" + b"\xff" * 100, None),
        (jpeg(10, 10)[:1000], None),
        (b"%PDF-1.7" + b"\0" * 40, None),
    ],
)
def test_the_first_bytes_of_a_picture_say_how_large_it_is(
    head: bytes, size: tuple[int, int] | None
) -> None:
    assert picture_size(head) == size


def test_the_length_of_a_recording_is_read() -> None:
    rate = struct.pack("<IHHIIHH", 16, 1, 1, 8000, 8000, 1, 8)
    wav = b"RIFF\0\0\0\0WAVEfmt " + rate + b"data" + struct.pack("<I", 12_000)

    assert length_ms(wav) == 1500
    assert length_ms(b"RIFF") is None


def test_a_type_has_its_usual_ending() -> None:
    assert (ending_for("image/jpeg"), ending_for("text/plain"), ending_for("x/y")) == (
        ".jpg",
        ".txt",
        "",
    )
