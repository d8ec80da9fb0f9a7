"""The preview shows how the note reads, follows what is typed, and opens or ticks what is clicked."""

import gc
from concurrent.futures import ThreadPoolExecutor

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from notebrain.gui.attachments.page_images import PageImages
from notebrain.gui.attachments.painter import PicturePainter
from notebrain.gui.attachments.pictures import Pictures
from notebrain.gui.links.link_opener import LinkOpener
from notebrain.gui.links.targets import LinkTargets
from notebrain.gui.preview.controller import PreviewController
from notebrain.gui.preview.pane import Page, PreviewPane
from notebrain.gui.preview.renderer import LONGEST
from tests.fakes.context import Alone

SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def preview(context, editor, active, take, qtbot):
    """Open the editor on a note, and the preview beside it with its key."""

    # the windows of earlier tests must not be swept up by the thread that renders
    gc.collect()

    def pictures() -> PageImages:
        found = Pictures(context.services.files, lambda: threads, context.events, context.window)
        return PageImages(PicturePainter(context.theme, found, context.window), context.window)

    threads = ThreadPoolExecutor(1)

    def preview(body: str):
        app = Alone(context=context, editor=editor)
        context.window.put(context.side)
        PreviewController(
            context, active, LinkOpener(context, active, LinkTargets(context)), pictures
        )
        app.navigator.open_note(take(body))
        qtbot.keyClick(app.window, Qt.Key.Key_M, CTRL | SHIFT)
        page = app.side.findChild(Page)
        if body:
            qtbot.waitUntil(lambda: bool(page.toPlainText().strip()))
        return app, page

    yield preview
    threads.shutdown()


def test_the_key_shows_the_note_without_its_marks_and_hides_it_again(preview, qtbot) -> None:
    app, page = preview("# Gas\n\n**six** bottles, see [[Cabin]]\n\n| a | b |\n|--|--|\n| 1 | 2 |")

    assert page.toPlainText().split("\n")[:2] == ["Gas", "six bottles, see Cabin"]
    assert app.side.current == "preview"
    qtbot.keyClick(app.window, Qt.Key.Key_M, CTRL | SHIFT)
    assert app.side.current == ""


def test_it_follows_what_is_typed_and_which_note_is_shown(preview, take, qtbot) -> None:
    app, page = preview("Gas")
    app.editor.write_at_end()

    qtbot.keyClicks(app.editor.view, " *bottle*")
    qtbot.waitUntil(lambda: page.toPlainText() == "Gas bottle")

    other = take("Dal")
    app.navigator.open_note(other)
    qtbot.waitUntil(lambda: page.toPlainText() == "Dal")


def test_a_box_that_is_clicked_is_ticked_in_the_text(preview, services, qtbot) -> None:
    app, page = preview("Buy\r\n\r\n- [ ] milk\r\n- [ ] salt\r\n")

    page.anchorClicked.emit(QUrl("box:3"))

    qtbot.waitUntil(lambda: "☑" in page.toPlainText())
    app.editor.flush()
    note = app.navigator.note.id
    qtbot.waitUntil(
        lambda: services.library.note(note).body == "Buy\r\n\r\n- [ ] milk\r\n- [x] salt\r\n"
    )
    page.anchorClicked.emit(QUrl("box:99"))


def test_a_click_on_what_is_not_shown_any_more_changes_nothing(preview, qtbot) -> None:
    app, page = preview("Buy\n\n- [ ] milk")
    app.editor.write_at_end()
    qtbot.keyClicks(app.editor.view, " and")

    page.anchorClicked.emit(QUrl("box:2"))

    assert "[x]" not in app.editor.view.note.stored
    qtbot.waitUntil(lambda: "milk and" in page.toPlainText())


def test_links_lead_where_they_say_and_ask_where_they_must(
    preview, take, qtbot, monkeypatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    app, page = preview("see [[Nowhere]]")

    page.anchorClicked.emit(QUrl("https://example.org"))
    page.anchorClicked.emit(QUrl("note:" + b"Nowhere".hex()))

    assert opened == ["https://example.org"]
    qtbot.waitUntil(lambda: app.messages.act == "Create it")


def test_nothing_is_loaded_whatever_a_text_names(qtbot, tmp_path) -> None:
    page = Page()
    qtbot.addWidget(page)
    secret = tmp_path / "secret.html"
    secret.write_text("secret")

    assert page.loadResource(1, QUrl.fromLocalFile(str(secret))) is None
    assert page.loadResource(2, "https://example.org/a.png") is None


def test_it_scrolls_with_the_text(preview, qtbot) -> None:
    app, page = preview("\n\n".join(f"## Part {number}\n\nwords" for number in range(200)))
    view, bar = app.editor.view, page.verticalScrollBar()

    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum() // 2)
    middle = bar.value()
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())

    assert 0.3 < middle / bar.maximum() < 0.7
    assert bar.value() == bar.maximum()
    view.verticalScrollBar().setValue(0)
    assert bar.value() == 0


def test_a_very_long_note_is_shown_in_part_and_says_so(preview, qtbot) -> None:
    app, _page = preview("Start\n\n" + ("some words here " * 40 + "\n\n") * (LONGEST // 500))
    pane = app.side.findChild(PreviewPane)

    qtbot.waitUntil(pane.notice.isVisible)
    assert "very long" in pane.notice.text()


def test_an_empty_note_says_what_will_be_here(preview) -> None:
    app, _page = preview("")
    pane = app.side.findChild(PreviewPane)

    assert not pane.notice.isHidden()
    assert pane.notice.text().startswith("Nothing to show yet")


def test_it_is_drawn_anew_in_the_dark(preview, qtbot) -> None:
    app, page = preview("**Gas** [[x]]")
    before = page.document()

    app.theme.set_zoom(1.5)

    qtbot.waitUntil(lambda: page.document() is not before)
    assert page.toPlainText() == "Gas x"


TABLE = "| Item | Price |\n|--|--:|\n| Gas | 24.90 |\n| Wrap | 9 |\n"


def test_a_table_that_is_copied_keeps_its_columns_and_a_list_its_signs(preview, qtbot) -> None:
    _app, page = preview(f"{TABLE}\n- one\n  - two\n- [x] done\n\n3. first\n4. second\n")

    page.selectAll()
    page.copy()

    copied = QGuiApplication.clipboard().mimeData()
    assert [line for line in copied.text().split("\n") if line] == [
        "Item\tPrice",
        "Gas\t24.90",
        "Wrap\t9",
        *("• one", "  • two", "☑ done", "3. first", "4. second"),
    ]
    assert "<table" in copied.html()


def test_part_of_a_cell_that_is_copied_is_only_that(preview, qtbot) -> None:
    _app, page = preview(TABLE)
    cursor = page.document().find("Wrap")

    page.setTextCursor(cursor)
    page.copy()

    assert QGuiApplication.clipboard().text() == "Wrap"


def test_a_footnote_leads_to_what_it_says_and_back(preview, qtbot) -> None:
    app, page = preview("It lasts[^gas].\n\n" + "Line\n\n" * 200 + "[^gas]: For 26 days.\n")
    opened: list[str] = []
    app.side.findChild(PreviewPane).link_opened.connect(opened.append)

    page.anchorClicked.emit(QUrl("#fn-1"))
    below = page.verticalScrollBar().value()
    page.anchorClicked.emit(QUrl("#fnref-1"))

    assert below > page.height()
    assert page.verticalScrollBar().value() < page.height()
    assert opened == []


def test_a_paragraph_begins_on_the_right_by_its_own_first_letter(preview, qtbot) -> None:
    _app, page = preview("Gas\n\nבקבק גדל\n\nmore")
    layout = page.document().documentLayout()

    lefts = []
    block = page.document().begin()
    while block.isValid():
        layout.blockBoundingRect(block)
        lefts.append(block.layout().lineAt(0).naturalTextRect().left())
        block = block.next()

    assert lefts[1] > 100 > lefts[0] == lefts[2]


def test_a_link_to_a_file_says_how_large_it_is_or_that_it_is_not_here(
    preview, context, qtbot
) -> None:
    file = context.services.file_acts.add_bytes(b"x" * 2000, "bill.txt").markdown
    gone = f"[the **old** one](attachment:{'ab' * 32}/old.pdf)"

    _app, page = preview(f"See {file} and {gone} here")

    qtbot.waitUntil(lambda: "here" in page.toPlainText())
    shown = page.toPlainText().replace("\xa0", " ")
    assert shown == "See  bill.txt 2.0 kB  and  the old one Not on this computer  here"
