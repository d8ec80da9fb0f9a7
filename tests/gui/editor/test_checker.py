"""Spelling: waves under wrong words, suggestions, words the user teaches."""

from collections.abc import Callable

import numpy as np
import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QContextMenuEvent, QImage, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.app.settings.table import SPELL_CHECK, SPELL_LANGUAGES
from notebrain.gui.app.features import AppWindow
from notebrain.gui.editor import spell_checker as checker
from tests.fakes.speller import FakeSpeller, NoSpellerHere
from tests.gui.conftest import Take

WORDS = {"en_GB": "ship leaves the harbour tonight sheep"}


@pytest.fixture
def speller(monkeypatch: pytest.MonkeyPatch, services: Services) -> FakeSpeller:
    made = FakeSpeller(WORDS)
    monkeypatch.setattr(checker, "_enchant", lambda: made)
    services.settings.put(SPELL_LANGUAGES, "en_GB").result()
    return made


def wrong_words(app: AppWindow) -> list[str]:
    """Return the words that are marked, the one being written too."""
    marks, found = app.editor.view.spelling, []
    block = app.editor.view.document().begin()
    while block.isValid():
        text = block.text()
        for start, _end in marks._words(block):
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + len(text[:start].encode("utf-16-le")) // 2)
            place = marks.wrong_word(cursor)
            if place:
                found.append(text[place[0] : place[1]])
        block = block.next()
    return found


def waves(app: AppWindow) -> int:
    """Count the points of the text that are painted in the ink of waves."""
    image = app.editor.view.viewport().grab().toImage()
    image.convertTo(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    points = lines[:, : 3 * image.width()].reshape(-1, 3).astype(int)
    red, green, blue = points.T
    ink = app.theme.tokens.color("danger")
    inked = (abs(red - ink.red()) < 24) & (abs(green - ink.green()) < 60) & (red - blue > 80)
    return int(inked.sum())


def menu_at(app: AppWindow, qtbot: QtBot, word: str) -> QMenu:
    """Open the menu of the text at a word, as a right click does."""
    view = app.editor.view
    cursor = view.document().find(word)
    cursor.setPosition(cursor.selectionStart() + 1)
    at = view.cursorRect(cursor).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.viewport().mapToGlobal(at))
    QApplication.sendEvent(view.viewport(), event)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, text: str) -> None:
    next(action for action in menu.actions() if action.text() == text).trigger()
    menu.close()


def texts(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text()]


def test_wrong_words_get_waves_once_they_are_looked_up(
    qtbot: QtBot, open_window: Callable[[], AppWindow], take: Take, speller: FakeSpeller
) -> None:
    take("The shipp leaves the harbour")

    app = open_window()

    qtbot.waitUntil(lambda: wrong_words(app) == ["shipp"])
    qtbot.waitUntil(lambda: waves(app) > 10)


def test_code_addresses_and_tags_are_not_looked_up(
    qtbot: QtBot, open_window: Callable[[], AppWindow], take: Take, speller: FakeSpeller
) -> None:
    take("tonihgt `codde` https://exampel.org #taag\n```\nfenced codee\n```\n[harbour](adresss)")

    app = open_window()

    qtbot.waitUntil(lambda: wrong_words(app) == ["tonihgt"])
    assert "codde" not in speller.asked


def test_the_word_being_written_gets_no_wave_until_it_is_left(
    qtbot: QtBot, open_window: Callable[[], AppWindow], take: Take, speller: FakeSpeller
) -> None:
    take("the ")
    app = open_window()
    view = app.editor.view
    view.setFocus()
    view.moveCursor(QTextCursor.MoveOperation.End)

    qtbot.keyClicks(view, "shipp")
    qtbot.waitUntil(lambda: wrong_words(app) == ["shipp"])
    while_writing = waves(app)
    qtbot.keyClicks(view, " ")

    assert while_writing == 0
    qtbot.waitUntil(lambda: waves(app) > 10)


def test_a_suggestion_takes_the_place_of_the_word(
    qtbot: QtBot,
    open_window: Callable[[], AppWindow],
    take: Take,
    speller: FakeSpeller,
    services: Services,
) -> None:
    note = take("😀 the shipp leaves\u00a0tonight\r\n")
    app = open_window()
    qtbot.waitUntil(lambda: wrong_words(app) == ["shipp"])

    menu = menu_at(app, qtbot, "shipp")
    qtbot.waitUntil(lambda: "ship" in texts(menu))
    choose(menu, "ship")
    app.editor.flush()

    qtbot.waitUntil(
        lambda: services.library.note(note).body == "😀 the ship leaves\u00a0tonight\r\n"
    )
    app.editor.view.undo()
    assert "shipp" in app.editor.view.toPlainText()


def test_a_right_word_has_the_usual_menu(
    qtbot: QtBot, open_window: Callable[[], AppWindow], take: Take, speller: FakeSpeller
) -> None:
    take("the shipp leaves")
    app = open_window()
    qtbot.waitUntil(lambda: wrong_words(app) == ["shipp"])

    menu = menu_at(app, qtbot, "leaves")

    assert texts(menu)[0] == "Undo"
    menu.close()


def test_a_taught_word_is_right_in_every_note(
    qtbot: QtBot, open_window: Callable[[], AppWindow], take: Take, speller: FakeSpeller
) -> None:
    take("the shipp leaves, shipp")
    app = open_window()
    qtbot.waitUntil(lambda: wrong_words(app) == ["shipp", "shipp"])

    choose(menu_at(app, qtbot, "shipp"), "Add “shipp” to your words")

    qtbot.waitUntil(lambda: wrong_words(app) == [])
    qtbot.waitUntil(lambda: waves(app) == 0)


def test_an_ignored_word_loses_its_wave(
    qtbot: QtBot, open_window: Callable[[], AppWindow], take: Take, speller: FakeSpeller
) -> None:
    take("the shipp leaves")
    app = open_window()
    qtbot.waitUntil(lambda: wrong_words(app) == ["shipp"])

    choose(menu_at(app, qtbot, "shipp"), "Ignore “shipp” for now")

    assert wrong_words(app) == []


def test_f7_switches_it_off_and_on_and_it_stays_so(
    qtbot: QtBot,
    open_window: Callable[[], AppWindow],
    take: Take,
    speller: FakeSpeller,
    services: Services,
) -> None:
    take("the shipp leaves")
    app = open_window()
    qtbot.waitUntil(lambda: waves(app) > 0)

    qtbot.keyClick(app.window, Qt.Key.Key_F7)

    qtbot.waitUntil(lambda: waves(app) == 0)
    qtbot.waitUntil(lambda: services.settings.get(SPELL_CHECK) is False)
    qtbot.keyClick(app.window, Qt.Key.Key_F7)
    qtbot.waitUntil(lambda: waves(app) > 0)


def test_other_languages_take_effect_at_once(
    qtbot: QtBot,
    open_window: Callable[[], AppWindow],
    take: Take,
    speller: FakeSpeller,
    services: Services,
) -> None:
    take("the shipp leaves")
    app = open_window()
    qtbot.waitUntil(lambda: wrong_words(app) == ["shipp"])

    services.settings.put(SPELL_LANGUAGES, "fi").result()

    qtbot.waitUntil(lambda: wrong_words(app) == [])


def test_switched_off_nothing_is_looked_up(
    open_window: Callable[[], AppWindow], take: Take, speller: FakeSpeller, services: Services
) -> None:
    services.settings.put(SPELL_CHECK, False).result()
    take("the shipp leaves")

    app = open_window()
    app.editor.view.viewport().grab()

    assert speller.asked == []
    assert not app.actions[CommandId.SPELL_CHECK].isChecked()


def test_without_the_library_it_is_quietly_off(
    qtbot: QtBot, open_window: Callable[[], AppWindow], take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "_enchant", NoSpellerHere)
    take("the shipp leaves")

    app = open_window()

    qtbot.waitUntil(lambda: not app.actions[CommandId.SPELL_CHECK].isChecked())
    assert "no library" not in app.status.saved.text()


def test_a_user_who_switched_it_on_is_told_what_is_missing(
    qtbot: QtBot,
    open_window: Callable[[], AppWindow],
    take: Take,
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(checker, "_enchant", NoSpellerHere)
    services.settings.put(SPELL_CHECK, True).result()
    take("the shipp leaves")

    app = open_window()

    qtbot.waitUntil(lambda: "no library" in app.status.saved.text())


def test_the_key_says_in_which_languages_words_are_looked_up(
    open_window: Callable[[], AppWindow], take: Take, speller: FakeSpeller, qtbot: QtBot
) -> None:
    take("A ship")
    app = open_window()

    app.actions[CommandId.SPELL_CHECK].trigger()
    qtbot.waitUntil(lambda: app.status.saved.text() == "Spelling is not checked.")
    app.actions[CommandId.SPELL_CHECK].trigger()

    qtbot.waitUntil(lambda: app.status.saved.text() == "Spelling is checked: en_GB.")


def test_the_key_says_when_there_is_no_dictionary(
    open_window: Callable[[], AppWindow],
    take: Take,
    speller: FakeSpeller,
    services: Services,
    qtbot: QtBot,
) -> None:
    take("A ship")
    services.settings.put(SPELL_LANGUAGES, "fi").result()
    services.settings.put(SPELL_CHECK, False).result()
    app = open_window()

    app.actions[CommandId.SPELL_CHECK].trigger()

    qtbot.waitUntil(lambda: "no dictionary of your languages" in app.status.saved.text())


def test_a_system_without_a_language_is_checked_in_that_of_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QLocale, "system", staticmethod(QLocale.c))

    assert checker._languages_of_system()[0].startswith("en")
