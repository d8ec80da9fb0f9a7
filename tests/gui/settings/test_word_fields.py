"""Fields for words in the settings: a title with what it gives, dictionaries to tick, tags as chips."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from notebrain.domain.errors import NoSpeller
from notebrain.gui.settings.word_fields import (
    DailyTitleField,
    LanguagesField,
    TagsField,
    language_name,
)

pytestmark = pytest.mark.gui
THERE = ["de_DE", "en_GB", "en_US"]


@pytest.fixture
def languages(context, qtbot):
    """Opens the list of dictionaries of a field with a value; returns the field and what the user chooses."""

    def languages(value: str, there=lambda: THERE):
        field = LanguagesField(context, "Spelling languages", there)
        qtbot.addWidget(field)
        field.resize(400, 40)
        field.show_value(value)
        chosen: list[str] = []
        field.chosen.connect(chosen.append)
        field.button.click()
        return field, chosen

    return languages


def acts(field):
    return {act.text(): act for act in field.menu.actions() if act.text()}


def test_the_form_of_a_title_shows_what_it_gives_today(context, qtbot) -> None:
    field = DailyTitleField(context, "Title of today’s note")
    qtbot.addWidget(field)
    chosen: list[str] = []
    field.chosen.connect(chosen.append)
    now = context.services.clock.now().astimezone()

    field.show_value("YYYY")
    assert field.today.text() == f"Today: {now:%Y}"
    field.field.setText("")
    assert field.today.text() == f"Today: {now:%Y-%m-%d}"
    field.field.setText("DD[.]MM")
    QTest.keyClick(field.field, Qt.Key.Key_Return)

    assert field.today.text() == f"Today: {now:%d.%m}"
    assert chosen == ["DD[.]MM"]


def test_dictionaries_are_ticked_and_unticked(languages, qtbot) -> None:
    field, chosen = languages("en_GB, de")
    qtbot.waitUntil(lambda: bool(acts(field)))

    shown = acts(field)
    ticked = [text for text, act in shown.items() if act.isChecked()]
    assert ticked == ["British English", "Deutsch (Deutschland)"]
    assert field.button.text() == "British English, Deutsch"
    shown[language_name("de_DE")].trigger()
    shown["Match system"].trigger()

    assert chosen == ["en_GB", ""]
    field.menu.close()


def test_without_a_choice_the_system_is_ticked_and_a_tick_adds_a_language(languages, qtbot) -> None:
    field, chosen = languages("")
    qtbot.waitUntil(lambda: bool(acts(field)))

    assert field.button.text() == "Match system"
    assert [text for text, act in acts(field).items() if act.isChecked()] == ["Match system"]
    acts(field)[language_name("en_US")].trigger()

    assert chosen == ["en_US"]
    field.menu.close()


def test_without_a_spell_checker_the_window_says_so(languages, context, qtbot) -> None:
    def fail():
        raise NoSpeller("No enchant")

    said: list[str] = []
    context.messages.show_warning = said.append

    field, _chosen = languages("", fail)

    qtbot.waitUntil(lambda: said == ["No enchant"])
    assert not acts(field)


def test_tags_are_added_once_and_removed_by_their_crosses(context, take, qtbot) -> None:
    field = TagsField(context, "Never compare notes tagged")
    qtbot.addWidget(field)
    chosen: list[str] = []
    field.chosen.connect(chosen.append)
    field.show_value("log, Diary")

    assert [chip.tag for chip in field.box.chips] == ["log", "Diary"]
    for typed in ("diary", "home"):
        field.box.field.setText(typed)
        QTest.keyClick(field.box.field, Qt.Key.Key_Return)
    field.box.removed.emit("log")

    assert chosen == ["log, Diary, home", "Diary"]
