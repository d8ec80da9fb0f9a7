"""Notes with pictures and files; the pictures are painted here."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Final, Protocol
from zipfile import ZipFile

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPdfWriter, QPolygonF

from notebrain.app.background.file_texts import make_file_reader
from notebrain.domain.notes.draft import Draft

if TYPE_CHECKING:
    from notebrain.app.services import Services


class _Clock(Protocol):
    moment: datetime


# the sky above, the sky below, the sun, and hills from far to near
_VIEWS: Final = {
    "sunrise at the lake.jpg": ("#f7c59f", "#fdf0d5", "#fff6e0", "#9fb8ad", "#5b8e7d", "#2f5d50"),
    "ridge in fog.jpg": ("#cfd8dc", "#eceff1", "#ffffff", "#b0bec5", "#78909c", "#455a64"),
    "evening over the valley.jpg": (
        "#35477d",
        "#e59572",
        "#ffd29d",
        "#6c5b7b",
        "#4a4063",
        "#2b2540",
    ),
    "garden in may.jpg": ("#a8d8ea", "#eaf6f6", "#fff3b0", "#a7c957", "#6a994e", "#386641"),
}
_TICKETS: Final = (
    "Ferry to the island, two adults, one bicycle. Departure 7:40 from pier 3. Please be there 20 minutes earlier.",
    "Cancellations: until three days before departure the fare is refunded in full, later one half of it. In a storm "
    "the ferry may leave from the old harbour; the captain decides at six in the morning.",
    "The return trip can be taken on any day until the end of October.",
)
_LIST: Final = ("Packing list", "Two lamps, the blue rope, tea, plasters, the map of the ridge.")


def fill(services: "Services", clock: _Clock) -> None:
    """Take notes with files, as somebody had over some weeks."""
    now = clock.moment
    acts, links = services.file_acts, dict[str, str]()
    papers = {
        "ferry tickets.pdf": _pdf(_TICKETS),
        "packing list.docx": _docx(_LIST),
        "hut prices.csv": b"hut,beds,price\nStone hut,12,38\nUpper hut,8,42\n" * 60,
        "bells at noon.mp3": b"ID3\x04".ljust(3_140_000),
    }
    shown = {name: _view(number, colors) for number, (name, colors) in enumerate(_VIEWS.items())}
    for number, (name, data) in enumerate({**papers, **shown}.items()):
        clock.moment = now - timedelta(days=41 - 5 * number, hours=number)
        links[name] = acts.add_bytes(data, name).markdown
    clock.moment = now - timedelta(days=2)
    plan = acts.add_bytes(_plan(), "beds for next year.png").markdown
    acts.add_bytes(_view(7, _VIEWS["garden in may.jpg"]), "garden, too dark.jpg")
    lost = acts.add_bytes(b"%PDF-1.4\n".ljust(96_000), "receipt from the ferry.pdf")
    body = (
        "# Three days on the ridge\n\nUp at five for this:\n\n"
        f"{links['sunrise at the lake.jpg']}\n\n"
        f"Then fog until noon. Tickets: {links['ferry tickets.pdf']}, and what to take along: "
        f"{links['packing list.docx']}\n\n{links['evening over the valley.jpg']}\n"
    )
    later = f"# Huts\n\n{links['hut prices.csv']}, {links['bells at noon.mp3']}\n\n{links['ridge in fog.jpg']}\n"
    garden = f"# Garden plan\n\n{plan}\n\n{links['garden in may.jpg']}\n"
    costs = f"# What the trip cost\n\n{links['ferry tickets.pdf']}, {lost.markdown}\n"
    for number, text in enumerate((costs, garden, later, body)):
        at = now - timedelta(minutes=20 - number)
        services.notes.capture(Draft(text, created_at=at, updated_at=at)).result()
    path = services.files.path(lost.attachment.sha)
    if path is not None:
        path.unlink()
    services.file_care.check(hashes=False)
    reader = make_file_reader(services.store)
    while reader.step() is not None:
        pass
    reader.release()
    clock.moment = now


def _view(number: int, colors: tuple[str, ...]) -> bytes:
    """Return a picture of hills under a sky, as a JPEG file."""
    image = QImage(1600, 1000 + 100 * (number % 2), QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sky = QLinearGradient(0, 0, 0, image.height() * 0.7)
    sky.setColorAt(0, QColor(colors[0]))
    sky.setColorAt(1, QColor(colors[1]))
    painter.fillRect(image.rect(), sky)
    painter.setPen(QColor(0, 0, 0, 0))
    painter.setBrush(QColor(colors[2]))
    painter.drawEllipse(QPointF(420 + 190 * number % 900, 330 + 40 * number), 90, 90)
    for near, color in enumerate(colors[3:]):
        base = image.height() * (0.5 + 0.16 * near)
        heights = ((37 * (step + 3 * number + 5 * near) ** 2) % 170 for step in range(9))
        line = [
            QPointF(200 * step, base - height / (1 + near * 0.4))
            for step, height in enumerate(heights)
        ]
        corners = [QPointF(1600, image.height()), QPointF(0, image.height())]
        painter.setBrush(QColor(color))
        painter.drawPolygon(QPolygonF([*line, *corners]))
    painter.end()
    return _bytes(image, "JPG")


def _pdf(pages: Sequence[str]) -> bytes:
    """Return a PDF document with a text on each page."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(96)
    painter = QPainter(writer)
    for number, text in enumerate(pages):
        if number:
            writer.newPage()
        painter.drawText(QRectF(40, 40, 600, 900), Qt.TextFlag.TextWordWrap, text)
    painter.end()
    return bytes(buffer.data().data())


def _docx(paragraphs: Sequence[str]) -> bytes:
    """Return a DOCX document with these paragraphs."""
    text = "".join(f"<w:p><w:r><w:t>{one}</w:t></w:r></w:p>" for one in paragraphs)
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    data = BytesIO()
    with ZipFile(data, "w") as archive:
        body = f'<w:document xmlns:w="{space}"><w:body>{text}</w:body></w:document>'
        archive.writestr("word/document.xml", body)
        archive.writestr("word/media/image1.emf", bytes(37_000))
    return data.getvalue()


def _plan() -> bytes:
    """Return a drawing of garden beds, as a PNG file."""
    image = QImage(900, 640, QImage.Format.Format_RGB32)
    image.fill(QColor("#f4f1ea"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor("#5c5346"))
    for number, color in enumerate(
        ("#b7c9a8", "#d9b99b", "#a9c3c9", "#d6cf9a", "#c3aebf", "#b7c9a8")
    ):
        painter.setBrush(QColor(color))
        column, row = number % 3, number // 3
        painter.drawRoundedRect(QRectF(60 + 270 * column, 60 + 280 * row, 230, 230), 14, 14)
    painter.end()
    return _bytes(image, "PNG")


def _bytes(image: QImage, form: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, form)  # type: ignore[call-overload]  # Qt's type hints want bytes
    return bytes(buffer.data().data())
