"""Notes with pictures and files; the pictures are painted here."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QBuffer, QIODevice, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPolygonF

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
_PAPERS: Final = (
    ("ferry tickets.pdf", b"%PDF-1.7\n", 184_000),
    ("packing list.docx", b"PK\x03\x04", 38_000),
    ("hut prices.csv", b"hut,beds,price\n", 2_400),
    ("bells at noon.mp3", b"ID3\x04", 3_140_000),
)


def fill(services: "Services", clock: _Clock) -> None:
    """Take notes with files, as somebody had over some weeks."""
    now = clock.moment
    acts, links = services.file_acts, dict[str, str]()
    papers = {name: head.ljust(size) for name, head, size in _PAPERS}
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
