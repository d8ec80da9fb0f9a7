"""The widgets of the settings: what they show and tell."""

from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QPalette, QWheelEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from notebrain.gui.settings.controls import FontChoice, families, languages
from notebrain.gui.theme.colors import DARK, LIGHT, contrasted
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme, ThemeMode
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.number_field import NumberField, ValueSlider
from notebrain.gui.widgets.segmented_control import Segments
from notebrain.gui.widgets.toggles import Switch

W = TypeVar("W", bound=QWidget)


@pytest.fixture
def slider(theme: Theme, qtbot: QtBot) -> ValueSlider:
    slider = ValueSlider(theme, "Zoom", (0.8, 2.0, 0.1), lambda value: f"{value:.1f}")
    return shown(qtbot, slider)


@pytest.fixture
def number(theme: Theme, qtbot: QtBot) -> NumberField:
    return shown(qtbot, NumberField(theme, "Half-life", (0.5, 100.0, 1.0), "days"))


def shown(qtbot: QtBot, widget: W) -> W:
    qtbot.addWidget(widget)
    widget.show()
    return widget


def wheel() -> QWheelEvent:
    return QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(0, 120),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_switch_turns_by_key(theme: Theme, qtbot: QtBot, key: Qt.Key) -> None:
    switch = shown(qtbot, Switch(theme, "Pause"))

    qtbot.keyClick(switch, key)

    assert switch.isChecked()
    assert QAccessible.queryAccessibleInterface(switch).text(QAccessible.Text.Name) == "Pause"


def test_a_switch_turns_wherever_it_is_clicked(theme: Theme, qtbot: QtBot) -> None:
    switch = shown(qtbot, Switch(theme, "Pause"))

    qtbot.mouseClick(
        switch, Qt.MouseButton.LeftButton, pos=QPoint(switch.width() - 2, switch.height() - 2)
    )

    assert switch.isChecked()


@pytest.mark.parametrize("way", list(Qt.LayoutDirection)[:2])
def test_everything_paints_in_both_directions(
    theme: Theme, qtbot: QtBot, slider: ValueSlider, way: Qt.LayoutDirection
) -> None:
    switch, choice = Switch(theme, "Pause"), Choice(theme, "Profile")
    switch.setChecked(True)
    for widget in (shown(qtbot, switch), shown(qtbot, choice), slider):
        widget.setLayoutDirection(way)

        assert not widget.grab().isNull()


def test_a_slider_moves_by_its_steps_and_tells_where_it_is(
    slider: ValueSlider, qtbot: QtBot
) -> None:
    slider.show_value(1.0)

    with qtbot.waitSignal(slider.chosen) as told:
        qtbot.keyClick(slider.slider, Qt.Key.Key_Right)

    assert told.args == [pytest.approx(1.1)]
    assert slider.label.text() == "1.1"
    assert slider.slider.accessibleDescription() == "1.1"


def test_a_slider_that_is_told_a_value_tells_nobody(slider: ValueSlider, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(slider.chosen):
        slider.show_value(1.7)

    assert slider.value() == pytest.approx(1.7)


def test_the_wheel_scrolls_the_page_and_changes_nothing(
    theme: Theme, qtbot: QtBot, slider: ValueSlider, number: NumberField
) -> None:
    choice = shown(qtbot, Choice(theme, "Profile"))
    choice.offer([(1, "One"), (2, "Two")])
    number.show_value(7)

    for widget in (slider.slider, number, choice):
        event = wheel()
        widget.wheelEvent(event)
        assert not event.isAccepted()
    assert (slider.value(), number.value(), choice.currentData()) == (0.8, 7, 1)


def test_a_choice_tells_the_value_and_keeps_it_when_others_are_offered(
    theme: Theme, qtbot: QtBot
) -> None:
    choice = shown(qtbot, Choice(theme, "Profile"))
    choice.offer([("a", "One"), ("b", "Two")])

    with qtbot.waitSignal(choice.chosen) as told:
        qtbot.keyClick(choice, Qt.Key.Key_Down)
    choice.offer([("c", "Three"), ("b", "Two")])

    assert told.args == ["b"]
    assert choice.currentText() == "Two"


def test_a_number_says_its_unit_and_drops_useless_decimals(number: NumberField) -> None:
    edit = number.lineEdit()
    number.show_value(30.0)
    whole = number.text()
    number.show_value(2.5)

    assert (whole, number.text()) == ("30 days", "2.5 days")
    assert edit.width() > number.width() / 2


def test_fonts_are_looked_up_only_when_the_user_wants_to_see_them(
    theme: Theme, qtbot: QtBot
) -> None:
    choice = shown(qtbot, FontChoice(theme, "Text font", mono=False))
    before = choice.count()

    choice.showPopup()
    choice.hidePopup()

    assert before == 1
    assert choice.count() > 1


def test_fonts_of_code_have_letters_of_one_width(theme: Theme) -> None:
    assert set(families(mono=True)) < set(families(mono=False))
    assert not {"NoteBrain Text", "NoteBrain Mono"} & set(families(mono=False))


def test_a_switch_of_words_is_read_as_radio_buttons(theme: Theme, qtbot: QtBot) -> None:
    segments = Segments(theme, [("a", "One"), ("b", "Two")], "Numbers")
    qtbot.addWidget(segments)
    segments.show_chosen("a")

    segments.buttons["b"].click()

    roles = {QAccessible.queryAccessibleInterface(one).role() for one in segments.buttons.values()}
    assert roles == {QAccessible.Role.RadioButton}
    assert [one.isChecked() for one in segments.buttons.values()] == [False, True]


def test_languages_are_named_in_their_own_words() -> None:
    names = dict(languages())

    assert names[""] == "Match system"
    assert names["de"] == "Deutsch"


@pytest.mark.parametrize("tokens", [LIGHT, DARK])
def test_high_contrast_uses_the_ground_and_ink_of_the_system(tokens: object) -> None:
    system = QPalette()
    system.setColor(QPalette.ColorRole.Base, Qt.GlobalColor.black)
    system.setColor(QPalette.ColorRole.Text, Qt.GlobalColor.white)
    system.setColor(QPalette.ColorRole.Link, Qt.GlobalColor.yellow)
    system.setColor(QPalette.ColorRole.Highlight, Qt.GlobalColor.blue)

    found = contrasted(LIGHT if tokens is LIGHT else DARK, system)

    assert found.dark
    assert {found.surface, found.panel, found.hover} == {"#000000"}
    assert {found.text, found.muted, found.border} == {"#ffffff"}
    assert found.accent == "#ffff00"
    assert {found.selected, found.selection} == {"#0000ff"}


@pytest.mark.styled
def test_a_number_keeps_its_outline_and_grows_with_the_zoom(theme, qtbot) -> None:
    field = NumberField(theme, "Days", (0, 100, 1), "days")
    qtbot.addWidget(field)
    field.resize(field.sizeHint())
    field.show()

    theme.set_zoom(1.5)
    theme.set_mode(ThemeMode.DARK)
    field.resize(field.sizeHint())

    assert field.lineEdit().x() > 0
    assert field.lineEdit().font().pixelSize() == theme.font(Role.BODY).pixelSize()
    edge = field.grab().toImage().pixelColor(field.width() // 2, 0)
    assert edge != theme.tokens.color("surface")
