"""The shape of the small windows where nothing can be see-through."""

import pytest
from PySide6.QtCore import QPoint, QRect

from notebrain.gui.widgets.floating_window import rounded

pytestmark = pytest.mark.styled


@pytest.mark.parametrize("radius", [10.0, 12.5, 15.0])
def test_the_corners_are_cut_off_alike_and_the_edges_stay(radius: float) -> None:
    whole = QRect(0, 0, 200, 90)

    left = rounded(whole, radius)

    corners = [whole.topLeft(), whole.topRight(), whole.bottomLeft(), whole.bottomRight()]
    assert not any(left.contains(corner) for corner in corners)
    for x, y in ((100, 0), (100, 89), (0, 45), (199, 45), (4, 4)):
        assert left.contains(QPoint(x, y))
    for x in range(20):
        for y in range(20):
            seen = {
                left.contains(QPoint(x if left_side else 199 - x, y if top else 89 - y))
                for left_side in (True, False)
                for top in (True, False)
            }
            assert len(seen) == 1
