"""Light and dark, larger and smaller, without a restart."""

import pytest
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QListView,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from notebrain.gui.theme import icons
from notebrain.gui.theme.colors import DARK, LIGHT
from notebrain.gui.theme.fonts import Metrics, Role, load_fonts
from notebrain.gui.theme.stylesheet import stylesheet
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.gui.widgets.labels import Label

pytestmark = pytest.mark.styled


def test_the_typefaces_ship_with_the_program(theme: Theme) -> None:
    assert {"Inter", "NoteBrain Text", "NoteBrain Mono"} <= set(load_fonts())


def test_a_change_of_theme_reaches_windows_that_are_open(theme: Theme, qapp, qtbot) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    label.show()

    with qtbot.waitSignal(theme.changed):
        theme.set_mode(ThemeMode.DARK)

    assert theme.tokens is DARK
    assert label.palette().color(QPalette.ColorRole.WindowText).name() == DARK.text
    assert qapp.palette().color(QPalette.ColorRole.Base).name() == DARK.surface


def test_a_change_of_theme_restyles_a_widget_no_more_often_however_deep_it_stands(
    theme: Theme, qtbot
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    inner = window
    for _floor in range(12):
        outer, inner = inner, QFrame()
        QVBoxLayout(outer).addWidget(inner)
    window.show()
    theme.set_mode(ThemeMode.DARK)
    restyled = {widget: _Restyled(widget) for widget in (window, inner)}

    theme.set_mode(ThemeMode.LIGHT)

    assert restyled[inner].times
    assert restyled[inner].times <= restyled[window].times


def test_larger_lines_have_their_room_before_the_window_is_painted_again(
    theme: Theme, qtbot
) -> None:
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    inner = content = QWidget()
    for _floor in range(6):
        outer, inner = inner, QWidget()
        QVBoxLayout(outer).addWidget(inner)
    label = Label(theme, "Some words that take several lines in a narrow window. " * 4)
    label.setWordWrap(True)
    QVBoxLayout(inner).addWidget(label)
    area.setWidget(content)
    area.resize(300, 200)
    area.show()
    qtbot.waitExposed(area)
    QApplication.processEvents()

    theme.set_zoom(1.6)

    assert label.height() >= label.heightForWidth(label.width())


@pytest.mark.parametrize("mode", [ThemeMode.DARK, ThemeMode.LIGHT])
def test_a_list_with_a_style_sheet_of_its_own_follows_the_theme(
    theme: Theme, qtbot, mode: ThemeMode
) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    view = QListView(window)
    view.setStyleSheet("QListView { padding: 7px 0; }")
    window.show()
    theme.set_mode(ThemeMode.DARK if mode is ThemeMode.LIGHT else ThemeMode.LIGHT)

    theme.set_mode(mode)

    assert view.viewport().y() == 7
    assert view.palette().color(QPalette.ColorRole.Text).name() == theme.tokens.text


class _Restyled(QObject):
    """Counts how often Qt restyled a widget."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.times = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.times += event.type() is QEvent.Type.StyleChange
        return super().eventFilter(watched, event)


def test_a_list_in_a_window_of_its_own_has_a_ground(theme: Theme, qtbot: QtBot) -> None:
    offers = QListView()  # as the one that Qt opens under the name of a file
    qtbot.addWidget(offers)
    offers.setWindowFlag(Qt.WindowType.Popup)
    offers.resize(80, 60)

    assert offers.grab().toImage().pixelColor(40, 30) == QColor(theme.tokens.raised)


def test_choosing_the_theme_that_is_shown_changes_nothing(theme: Theme, qtbot) -> None:
    with qtbot.assertNotEmitted(theme.changed):
        theme.set_mode(ThemeMode.LIGHT)


def test_the_system_decides_when_asked_to(theme: Theme, monkeypatch) -> None:
    hints = QApplication.styleHints()
    theme.set_mode(ThemeMode.SYSTEM)

    monkeypatch.setattr(type(hints), "colorScheme", lambda _self: Qt.ColorScheme.Dark)
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)

    assert theme.tokens is DARK


def test_zoom_grows_fonts_and_rows_together(theme: Theme) -> None:
    theme.set_zoom(1.5)

    assert theme.font(Role.SMALL).pixelSize() == 18
    assert theme.metrics.note_row == 114
    assert QApplication.font() == theme.font(Role.BODY)


def test_zoom_goes_in_steps_and_stops_where_the_window_is_made_for(theme: Theme) -> None:
    theme.zoom_in()
    after_one = theme.zoom
    for _ in range(20):
        theme.zoom_in()
    largest = theme.zoom
    for _ in range(40):
        theme.zoom_out()

    assert after_one == pytest.approx(1.1)
    assert largest == pytest.approx(2.0)
    assert theme.zoom == pytest.approx(0.8)


def test_several_steps_of_zoom_at_once_change_the_widgets_once(theme: Theme, qtbot: QtBot) -> None:
    changes: list[float] = []
    theme.changed.connect(lambda: changes.append(theme.scale))

    for _ in range(3):
        theme.zoom_in()
    at_once = list(changes)
    qtbot.waitUntil(lambda: bool(changes))
    theme.zoom_in()
    theme.set_mode(ThemeMode.DARK)  # this shows the zoom, too
    QApplication.processEvents()

    assert at_once == []
    assert changes == pytest.approx([1.3, 1.4])


def test_zoom_goes_back_to_normal(theme: Theme) -> None:
    theme.zoom_in()

    theme.zoom_reset()

    assert theme.zoom == 1.0


def test_a_size_between_pixels_is_kept(theme: Theme) -> None:
    assert theme.font(Role.CODE).pointSizeF() == pytest.approx(13.5 * 72 / 96)


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_the_style_sheet_has_no_name_left_open(tokens) -> None:
    assert "$" not in stylesheet(tokens, Metrics(1.25))


def test_an_icon_takes_the_color_it_is_asked_for(theme: Theme) -> None:
    picture = icons.pixmap("check", "#ff0000", 16, 2.0).toImage()
    inks = {
        picture.pixelColor(x, y).name()
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y).alpha() == 255
    }

    assert picture.width() == 32
    assert inks == {"#ff0000"}


def test_an_icon_of_a_switch_lights_up_when_it_is_on(theme: Theme) -> None:
    icon = theme.icon("pin", "text2", on="accent")
    size = QSize(16, 16)

    off = icon.pixmap(size, QIcon.Mode.Normal, QIcon.State.Off).toImage()
    on = icon.pixmap(size, QIcon.Mode.Normal, QIcon.State.On).toImage()
    disabled = icon.pixmap(size, QIcon.Mode.Disabled, QIcon.State.Off).toImage()

    assert on != off
    assert disabled != off
