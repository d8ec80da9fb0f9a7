"""What a row shows of its note, at each density."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage

from notebrain.domain.notes.note import ListFilter
from notebrain.gui.theme.look import Density, Look

LONG = "Title\n" + "several words of a longer text " * 5


@pytest.fixture
def dense(theme):
    """Set a density, and the usual one again after the test."""
    yield lambda density: theme.set_look(Look(density=density))
    theme.set_look(Look())


def lines(bench, row: int) -> list[tuple[int, int]]:
    """Return the first and last line of pixels of each line of text in a row, from its top."""
    view = bench.panel.view
    image = view.viewport().grab().toImage()
    place = view.visualRect(bench.model.index(row))
    # without the edges, where the line between two rows is, and without the date
    inner = QRect(place.left() + 20, place.top() + 3, 120, place.height() - 6)
    ground = image.pixel(inner.topLeft())
    inked = [_has_ink(image, inner, y, ground) for y in range(inner.top(), inner.bottom() + 1)]
    found: list[tuple[int, int]] = []
    for y, ink in enumerate(inked, start=3):
        if ink and found and found[-1][1] == y - 1:
            found[-1] = (found[-1][0], y)
        elif ink:
            found.append((y, y))
    return found


def _has_ink(image: QImage, inner: QRect, y: int, ground: int) -> bool:
    return any(image.pixel(x, y) != ground for x in range(inner.left(), inner.right() + 1))


def show(bench) -> None:
    bench.loader.show(ListFilter())
    bench.panel.show_count(bench.model.rowCount())


def test_a_note_without_tags_shows_a_second_line_of_its_text(bench, take) -> None:
    take(LONG, tags=("garden",))
    take(LONG)
    show(bench)

    assert len(lines(bench, 0)) == 3
    assert len(lines(bench, 1)) == 3


@pytest.mark.parametrize("body", ["Title\nshort", "Title", "Title\n" + "x" * 170])
def test_a_note_with_a_single_line_of_text_has_the_same_room_above_and_below(
    bench, take, body
) -> None:
    take(body)
    show(bench)

    found = lines(bench, 0)
    height = bench.panel.view.row_height()

    assert len(found) == 2
    assert abs(found[0][0] - (height - 1 - found[-1][1])) <= 6


def test_the_pin_of_a_note_without_tags_keeps_its_line(bench, take) -> None:
    take(LONG, pinned=True)
    show(bench)

    assert len(lines(bench, 0)) == 3


@pytest.mark.parametrize(
    ("density", "count", "height"),
    [(Density.COMFORTABLE, 3, 76), (Density.COMPACT, 2, 52), (Density.TITLES, 1, 32)],
)
def test_a_density_decides_how_many_lines_there_are(
    bench, take, dense, density, count, height
) -> None:
    take(LONG, tags=("garden", "winter"))
    show(bench)

    dense(density)

    assert len(lines(bench, 0)) == count
    assert bench.panel.view.visualRect(bench.model.index(0)).height() == height


@pytest.mark.parametrize("density", Density)
def test_odd_texts_are_painted_without_a_warning(bench, take, dense, theme, density) -> None:
    for body in (
        "",
        "Emoji\n" + "👩‍👩‍👧‍👦 " * 60,
        "ערב טוב\n" + "שלום עולם " * 20,
        "CJK\n" + "漢字かな" * 40,
        "x" * 5_000,
    ):
        take(body, pinned=not body)
    show(bench)
    dense(density)

    for zoom in (0.8, 2.0, 1.0):
        theme.set_zoom(zoom)
        assert bench.panel.view.grab().height() > 0
