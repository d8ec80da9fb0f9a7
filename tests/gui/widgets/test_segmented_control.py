"""The switch of a few names: no name is ever cut off."""

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.gui.widgets.segmented_control import Segments

pytestmark = pytest.mark.styled

ENGLISH = ("Current version", "Previous version", "Marked version")
GERMAN = ("Jetzige Fassung", "Vorige Fassung", "Gemerkte Fassung")


@pytest.fixture
def theme(qapp) -> Theme:
    return Theme(qapp, ThemeMode.LIGHT)


@pytest.fixture
def shown(qtbot, theme):
    """Show a switch of these names in a window of this width."""
    rooms = []

    def show(names, width) -> Segments:
        room = QWidget()
        rooms.append(room)
        qtbot.addWidget(room)
        switch = Segments(theme, [(name, name) for name in names], "Compare with")
        column = QVBoxLayout(room)
        column.addWidget(switch)
        column.addStretch(1)
        room.resize(width, 300)
        room.show()
        qtbot.waitExposed(room)
        return switch

    return show


def is_whole(switch) -> bool:
    buttons = [button for button in switch.buttons.values() if not button.isHidden()]
    return all(
        button.width() >= button.sizeHint().width()
        and button.height() >= button.sizeHint().height()
        and switch.rect().contains(button.geometry())
        for button in buttons
    )


@pytest.mark.parametrize("names", [ENGLISH, GERMAN])
@pytest.mark.parametrize("zoom", [0.8, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("width", [216, 270, 300, 480, 900])
def test_every_name_is_whole_at_every_width_and_size(
    qtbot, theme, shown, names, zoom, width
) -> None:
    theme.set_zoom(zoom)

    switch = shown(names, round(width * zoom))

    qtbot.waitUntil(lambda: is_whole(switch), timeout=2000)


def test_names_that_fit_again_stand_side_by_side_again(qtbot, shown) -> None:
    switch = shown(ENGLISH, 216)
    folded = switch.height()

    switch.window().resize(900, 300)

    qtbot.waitUntil(lambda: switch.height() < folded and is_whole(switch))


def test_a_name_that_is_not_offered_takes_no_room(qtbot, shown) -> None:
    switch = shown(ENGLISH, 300)
    folded = switch.height()

    switch.set_offered(ENGLISH[2], False)

    qtbot.waitUntil(lambda: switch.height() < folded and is_whole(switch))
