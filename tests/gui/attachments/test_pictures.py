"""Pictures in notes: their sizes, what is read of them, and what is shown in place of those that cannot be."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QSize
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from notebrain.app.services import Services
from notebrain.domain.notes.attachments import Attachment, Sha
from notebrain.gui.attachments.painter import words_of
from notebrain.gui.attachments.pictures import Pictures, read_picture
from notebrain.gui.core.threads import EventBridge

pytestmark = pytest.mark.gui

ROOM = QSize(600, 400)
GONE = Sha("0" * 64)


def png(width: int, height: int, color: str = "teal") -> bytes:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(color))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]  # Qt wants str
    return bytes(buffer.data().data())


@pytest.fixture
def pictures(services: Services, qapp: object) -> Iterator[Pictures]:
    threads = ThreadPoolExecutor(1)
    yield Pictures(services.files, lambda: threads, EventBridge())
    threads.shutdown()


@pytest.fixture
def add(services: Services):
    def add(data: bytes, name: str = "a.png") -> Attachment:
        return services.file_acts.add_bytes(data, name).attachment

    return add


@pytest.mark.parametrize(
    ("natural", "width", "shown"),
    [
        ((300, 200), None, (300, 200)),
        ((1200, 400), None, (600, 200)),
        ((100, 4000), None, (10, 400)),
        ((300, 200), 150, (150, 100)),
        ((300, 200), 5_000, (600, 400)),
        ((1, 1), None, (1, 1)),
    ],
)
def test_a_picture_is_as_large_as_it_is_or_fits_the_column(
    pictures: Pictures, add, natural, width: int | None, shown
) -> None:
    file = add(png(*natural))

    assert pictures.size_of(file.sha, width=width, room=ROOM) == QSize(*shown)


def test_pixels_are_read_in_the_background_and_kept(pictures: Pictures, add, qtbot: QtBot) -> None:
    file = add(png(1200, 800))
    size = pictures.size_of(file.sha, width=None, room=ROOM)
    assert size is not None

    with qtbot.waitSignal(pictures.changed):
        assert pictures.image(file.sha, size, 2.0) is None
    image = pictures.image(file.sha, size, 2.0)

    assert image is not None
    assert (image.width(), image.height()) == (1200, 800)
    assert image.deviceIndependentSize().toSize() == QSize(600, 400)
    assert image.pixelColor(9, 9) == QColor("teal")


def test_a_file_of_another_kind_has_no_size(pictures: Pictures, add) -> None:
    file = add(b"%PDF-1.7", "bill.pdf")

    assert pictures.size_of(file.sha, width=None, room=ROOM) is None


def test_a_picture_that_is_not_here_is_found_when_it_comes(
    pictures: Pictures, services: Services, qtbot: QtBot
) -> None:
    data = png(30, 20)
    sha = services.file_acts.stage_bytes(data, "a.png").attachment.sha
    assert pictures.size_of(sha, width=None, room=ROOM) is None

    services.file_acts.add_bytes(data, "a.png")
    with qtbot.waitSignal(pictures.found):
        pictures.look_again()

    assert pictures.size_of(sha, width=None, room=ROOM) == QSize(30, 20)


def test_a_broken_picture_is_named(pictures: Pictures, add, qtbot: QtBot) -> None:
    from notebrain.domain.notes.attachments import AttachmentLink

    file = add(png(300, 200)[:60])
    with qtbot.waitSignal(pictures.found):
        assert pictures.image(file.sha, QSize(30, 20)) is None

    link = AttachmentLink(0, 0, file.sha, "", "a.png", is_picture=True)
    assert pictures.is_broken(file.sha)
    assert words_of(pictures, link) == "a.png cannot be shown"
    assert words_of(pictures, AttachmentLink(0, 0, GONE, "", "b.png", is_picture=True)) == (
        "b.png is not on this computer"
    )


def svg(inside: str, *, width: int = 40, height: int = 20) -> bytes:
    size = f'width="{width}" height="{height}"'
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {names} {size}>{inside}</svg>".encode()


def test_an_svg_reads_nothing_from_elsewhere(tmp_path: Path, qapp: object) -> None:
    (tmp_path / "secret.png").write_bytes(png(40, 20, "red"))
    inside = f'<image width="40" height="20" xlink:href="{tmp_path}/secret.png"/>'
    path = tmp_path / "a.svg"
    path.write_bytes(svg(inside))

    assert read_picture(path, "image/png", None).pixelColor(5, 5) == QColor("red")  # Qt would
    assert read_picture(path, "image/svg+xml", None).pixelColor(5, 5).alpha() == 0


def test_an_svg_that_names_an_endless_file_is_shown_at_once(tmp_path: Path, qapp: object) -> None:
    path = tmp_path / "a.svg"
    path.write_bytes(
        svg(
            "<image width='40' height='20' href='/dev/zero'/>"
            '<rect width="40" height="20" fill="blue"/>'
        )
    )

    assert read_picture(path, "image/svg+xml", None).pixelColor(5, 5) == QColor("blue")


def test_a_picture_bomb_is_not_unpacked(tmp_path: Path, qapp: object) -> None:
    bomb = tmp_path / "a.png"
    data = bytearray(png(10, 10))
    data[16:24] = (20_000).to_bytes(4, "big") * 2
    bomb.write_bytes(data)

    assert read_picture(bomb, "image/png", QSize(30, 30)).isNull()
    path = tmp_path / "a.svg"
    path.write_bytes(svg("<g/>", width=60_000, height=60_000))
    assert read_picture(path, "image/svg+xml", None).isNull()


def test_a_photo_that_lies_on_its_side_stands(pictures: Pictures, add, qtbot: QtBot) -> None:
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("teal"))
    buffer = QBuffer()
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPG")  # type: ignore[call-overload]  # Qt wants str
    data = bytes(buffer.data().data())
    entry = bytes.fromhex("0112 0003 00000001 00060000")  # turn it by a quarter
    exif = b"Exif\0\0MM\0*" + bytes.fromhex("00000008 0001") + entry + bytes(4)
    marked = data[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + data[2:]

    file = add(marked, "photo.jpg")
    size = pictures.size_of(file.sha, width=20, room=ROOM)
    assert size == QSize(20, 30)
    with qtbot.waitSignal(pictures.changed):
        pictures.image(file.sha, size)

    shown = pictures.image(file.sha, size)
    assert shown is not None
    assert shown.size() == QSize(20, 30)


def test_a_drawing_of_unknown_size_keeps_its_shape(pictures: Pictures, add, qtbot: QtBot) -> None:
    file = add(svg('<rect width="300" height="30" fill="blue"/>', width=300, height=30), "a.svg")
    size = pictures.size_of(file.sha, width=None, room=ROOM)
    assert size is not None
    with qtbot.waitSignal(pictures.changed):
        pictures.image(file.sha, size)

    image = pictures.image(file.sha, size)

    assert image is not None
    assert image.width() == 10 * image.height()
