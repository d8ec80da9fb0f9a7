"""Words for pictures: written in a small field, one undo away, and read aloud."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from notebrain.app.commands.command import CommandId
from notebrain.app.services import Services
from notebrain.domain.notes.attachments import find_in
from notebrain.domain.notes.note import NoteId
from notebrain.gui.app.features import AppWindow
from notebrain.gui.core import dialogs
from tests.gui.attachments.test_pictures import png

pytestmark = pytest.mark.gui
Take = Callable[..., NoteId]


@pytest.fixture
def open_note(open_window: Callable[[], AppWindow], take: Take, qtbot: QtBot):
    def open_note(body: str) -> AppWindow:
        note = take(body)
        app = open_window()
        app.browser.write_in(note)
        qtbot.waitUntil(lambda: app.editor.view.toPlainText() == body)
        return app

    return open_note


@pytest.fixture
def link(services: Services) -> str:
    return services.file_acts.add_bytes(png(300, 200), "tap.png").markdown


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Callable[[str | None], list[str]]:
    """Lets the user answer each question with a text; returns the texts that stood in the field."""

    def answer(words: str | None) -> list[str]:
        asked: list[str] = []

        async def ask(*_parts: object, text: str = "", **_more: object) -> str | None:
            asked.append(text)
            return words

        monkeypatch.setattr(dialogs, "ask_text", ask)
        return asked

    return answer


def stored(app: AppWindow) -> str:
    assert app.editor.view.note is not None
    return app.editor.view.note.stored


def go_to(app: AppWindow, part: str) -> QTextCursor:
    cursor = app.editor.view.textCursor()
    cursor.setPosition(app.editor.view.toPlainText().index(part))
    app.editor.view.setTextCursor(cursor)
    return cursor


def test_the_picture_in_the_line_is_described_in_one_step_of_undo(
    open_note, link: str, answer, qtbot: QtBot
) -> None:
    body = f"😀 Tap\n\n😀 {link}\nBelow"
    app = open_note(body)
    answer("It drips [slowly]")
    go_to(app, "![")

    app.context.actions[CommandId.DESCRIBE_PICTURE].trigger()

    qtbot.waitUntil(lambda: stored(app) != body)
    [found] = find_in(stored(app))
    assert found.alt == "It drips [slowly]"
    app.editor.view.undo()
    assert stored(app) == body


def test_the_words_can_be_changed_and_taken_away(
    open_note, link: str, answer, qtbot: QtBot
) -> None:
    app = open_note(link.replace("[]", "[It drips|200]"))
    asked = answer("")
    go_to(app, "![")

    app.context.actions[CommandId.DESCRIBE_PICTURE].trigger()

    qtbot.waitUntil(lambda: stored(app) == link.replace("[]", "[|200]"))
    assert asked == ["It drips"]


def test_without_a_picture_the_window_says_where_to_put_the_caret(open_note, link: str) -> None:
    app = open_note(f"{link}\nBelow")
    go_to(app, "Below")

    app.context.actions[CommandId.DESCRIBE_PICTURE].trigger()

    assert "caret" in app.status.saved.text()


def test_the_menu_of_a_picture_offers_it_and_no_other_menu_does(
    open_note, link: str, answer, qtbot: QtBot
) -> None:
    app = open_note(f"{link}\nBelow")
    answer("It drips")
    menus = {}
    for part in ("![", "Below"):
        menus[part] = QMenu()
        menus[part].addAction("Undo")
        app.editor.view.menu_opening.emit(menus[part], go_to(app, part))

    assert [act.text() for act in menus["Below"].actions()] == ["Undo"]
    next(act for act in menus["!["].actions() if act.text().startswith("Describe")).trigger()

    qtbot.waitUntil(lambda: "![It drips](" in stored(app))


def test_a_pasted_picture_offers_to_be_described(open_note, answer, qtbot: QtBot) -> None:
    app = open_note("Tap")
    answer("It drips")
    data = QMimeData()
    data.setImageData(png_image())

    app.editor.view.insertFromMimeData(data)
    qtbot.waitUntil(lambda: "Describe…" in app.status.act.text())
    qtbot.waitUntil(lambda: not app.open_notes.unsaved())
    assert app.status.act.text() == "Describe…"
    app.status.act.click()

    qtbot.waitUntil(lambda: "![It drips](" in stored(app))


def test_a_text_that_changed_meanwhile_stays_as_it_is(
    open_note, link: str, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    app = open_note(f"{link}\nBelow")
    go_to(app, "![")

    async def ask(*_parts: object, **_more: object) -> str:
        cursor = app.editor.view.textCursor()
        cursor.setPosition(2)
        cursor.insertText("x")
        return "It drips"

    monkeypatch.setattr(dialogs, "ask_text", ask)
    app.context.actions[CommandId.DESCRIBE_PICTURE].trigger()

    qtbot.waitUntil(lambda: "meantime" in app.status.saved.text())
    assert "![x](" in stored(app)


@pytest.fixture
def hear(monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> Callable[..., list[str]]:
    """Moves the caret to each of these parts, and returns what a screen reader announces."""

    def hear(app: AppWindow, *parts: str) -> list[str]:
        heard: list[str] = []

        def update(event: object) -> None:
            if isinstance(event, QAccessibleAnnouncementEvent):
                assert event.politeness() is QAccessible.AnnouncementPoliteness.Assertive
                heard.append(event.message())

        monkeypatch.setattr(QAccessible, "isActive", lambda: True)
        monkeypatch.setattr(QAccessible, "updateAccessibility", update)
        monkeypatch.setattr(app.editor.view, "hasFocus", lambda: True)
        for part in parts:
            go_to(app, part)
            QApplication.processEvents()
        return heard

    return hear


def test_a_screen_reader_hears_the_words_or_the_name_and_size_of_a_picture(
    open_note, link: str, hear
) -> None:
    app = open_note(f"Tap\n\n{link}\n\n{link.replace('[]', '[It drips]')}\nBelow")

    heard = hear(app, "![]", "![It", "It", "Below")

    assert len(heard) == 2
    assert heard[0].startswith("Picture without a description: tap.png, 300 × 200, ")
    assert heard[1] == "Picture: It drips"


def test_a_screen_reader_hears_a_line_with_links_as_it_is_seen(
    open_note, services: Services, hear
) -> None:
    file = services.file_acts.add_bytes(b"x" * 2000, "bill.txt").markdown
    app = open_note(
        f"One\n- [x] 😀 Ask [the shop](https://example.org/a?b=c) of {file} **today**\n"
        "- See [[Wood pile|the wood]]\n[[Wood pile]] alone\n```\n[a](b)\n```"
    )

    heard = hear(app, "Ask", "See", "alone", "[a]")

    assert heard == [
        "- [x] 😀 Ask the shop of File bill.txt, 2.0 kB today",
        "- See the wood",
    ]


def png_image():
    from PySide6.QtGui import QImage

    return QImage.fromData(png(60, 40))
