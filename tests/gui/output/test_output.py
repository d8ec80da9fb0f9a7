"""Notes are duplicated, copied, exported, printed, counted and found in the list, one or several at once."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication, QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QFileDialog, QInputDialog, QLineEdit

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import ListFilter
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.notes.context_menu import Known
from notebrain.gui.notes.drag import note_ids
from notebrain.gui.output import print_preview
from notebrain.gui.output.outputs import Outputs
from notebrain.gui.output.print_preview import PrintPreview, print_pages
from notebrain.gui.output.shared_files import SharedFiles
from notebrain.gui.output.statistics_dialog import StatisticsDialog
from tests.fakes.window import entry, submenu, titles

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
C = CommandId


@pytest.fixture
def app(open_window, take):
    """The window with three notes, of which the newest is shown."""
    for body in (
        "# Rice\n\nWash it.",
        "# Dal\n\nSee [[Rice]] and [[Nowhere]].",
        "# Bike\n\n- [x] pump",
    ):
        take(body)
    return open_window()


def choose_two(app, qtbot) -> None:
    qtbot.keyClick(app.notes.view, Qt.Key.Key_Down, SHIFT)
    qtbot.waitUntil(lambda: app.notes.selected_count() == 2)


def clipboard():
    return QGuiApplication.clipboard().mimeData()


def clear() -> None:
    QGuiApplication.clipboard().setText("before")


def is_copied() -> bool:
    return bool(clipboard().text() != "before")


def pick(app, qtbot, path: Path) -> None:
    """Choose a file or a folder in the dialog that comes up."""
    qtbot.waitUntil(lambda: bool(app.window.findChildren(QFileDialog)))
    (dialog,) = app.window.findChildren(QFileDialog)
    if dialog.fileMode() is QFileDialog.FileMode.Directory:
        dialog.setDirectory(str(path))
    else:
        dialog.findChild(QLineEdit).setText(str(path))
    with qtbot.waitSignal(app.exchange.finished):
        dialog.accept()


def test_a_duplicate_is_shown_and_ctrl_z_moves_it_to_the_trash(app, services, qtbot) -> None:
    app.editor.write_at_end()
    qtbot.keyClicks(app.editor.view, " now")

    app.actions[C.DUPLICATE].trigger()

    qtbot.waitUntil(lambda: "Bike (copy)" in titles(app))
    qtbot.waitUntil(
        lambda: app.browser.note is not None and app.browser.note.title == "Bike (copy)"
    )
    assert app.browser.note.body == "# Bike\n\n- [x] pump now"
    assert app.window.toast.text.text() == "Duplicated “Bike”"
    qtbot.waitUntil(lambda: app.acts.can_undo)
    app.acts.undo()
    qtbot.waitUntil(lambda: titles(app) == ["Bike", "Dal", "Rice"])
    app.acts.redo()
    qtbot.waitUntil(lambda: "Bike (copy)" in titles(app))
    assert services.library.counts().notes == 4


def test_several_notes_are_duplicated_in_one_step(app, qtbot) -> None:
    choose_two(app, qtbot)

    app.actions[C.DUPLICATE].trigger()

    qtbot.waitUntil(lambda: {"Bike (copy)", "Dal (copy)"} <= set(titles(app)))
    qtbot.waitUntil(lambda: app.acts.can_undo)
    assert app.acts.newest == "Duplicated 2 notes"


def test_a_note_is_copied_as_markdown_with_what_was_just_typed(app, qtbot) -> None:
    clear()
    app.editor.write_at_end()
    qtbot.keyClicks(app.editor.view, "!")

    app.actions[C.COPY_MARKDOWN].trigger()

    qtbot.waitUntil(is_copied)
    assert clipboard().text() == "# Bike\n\n- [x] pump!"
    assert not clipboard().hasHtml()
    assert app.window.toast.text.text() == "Copied “Bike” as Markdown"


def test_several_notes_are_copied_one_below_the_other(app, qtbot) -> None:
    clear()
    choose_two(app, qtbot)

    app.actions[C.COPY_MARKDOWN].trigger()

    qtbot.waitUntil(is_copied)
    assert clipboard().text() == "# Bike\n\n- [x] pump\n\n# Dal\n\nSee [[Rice]] and [[Nowhere]]."


def test_rich_text_has_links_to_the_notes_that_exist(app, services, qtbot) -> None:
    clear()
    choose_two(app, qtbot)
    rice = next(row for row in services.library.list(ListFilter()) if row.title == "Rice")

    app.actions[C.COPY_RICH].trigger()

    qtbot.waitUntil(is_copied)
    html = clipboard().html()
    assert f'See <a href="notebrain://note/{rice.id}">Rice</a> and Nowhere.' in html
    assert "<h1>Bike</h1>" in html


def test_a_note_is_copied_as_a_file_with_what_was_just_typed_and_without_its_filing(
    app, qtbot
) -> None:
    clear()
    app.editor.write_at_end()
    qtbot.keyClicks(app.editor.view, "!")

    app.actions[C.COPY_FILE].trigger()

    qtbot.waitUntil(is_copied)
    (url,) = clipboard().urls()
    file = Path(url.toLocalFile())
    assert file.name == "Bike.md"
    assert file.read_text(encoding="utf-8") == "# Bike\n\n- [x] pump!"
    gnome = bytes(clipboard().data("x-special/gnome-copied-files").data()).decode()
    assert gnome == f"copy\n{url.toEncoded().toStdString()}"
    assert app.window.toast.text.text() == "Copied “Bike” as a file"

    app.window.closing.emit()
    assert not file.exists()


def test_notes_with_one_title_become_files_with_names_of_their_own(app, take, qtbot) -> None:
    take("Bike", title="a/b: Ünï 🎉")
    take("Bike", title="A/B: ünÏ 🎉")
    qtbot.waitUntil(lambda: len(titles(app)) == 5)
    clear()
    app.notes.select_first()
    choose_two(app, qtbot)

    app.actions[C.COPY_FILE].trigger()

    qtbot.waitUntil(is_copied)
    files = [Path(url.toLocalFile()) for url in clipboard().urls()]
    assert [file.name for file in files] == ["A-B- ünÏ 🎉.md", "a-b- Ünï 🎉 2.md"]
    assert files[0].read_text(encoding="utf-8") == "# A/B: ünÏ 🎉\n\nBike"


def test_a_note_as_a_file_has_its_pictures_beside_it(services, take, tmp_path) -> None:
    shared = SharedFiles(tmp_path / "shared", lambda: services.exporter)
    link = services.file_acts.add_bytes(b"drip", "the tap.txt").markdown
    notes = [services.library.note(take(f"{title}\n\n{link}")) for title in ("One", "Two")]

    files = shared.write(notes)

    assert [file.name for file in files] == ["One.md", "Two.md", "the tap.txt"]
    assert files[1].read_text(encoding="utf-8") == "Two\n\n[the tap.txt](the%20tap.txt)"
    assert files[2].read_bytes() == b"drip"


def test_a_disk_without_room_for_a_file_is_told(app, qtbot, monkeypatch) -> None:
    def full(*_given: object, **_named: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("notebrain.gui.output.shared_files.tempfile.mkdtemp", full)

    app.actions[C.COPY_FILE].trigger()

    qtbot.waitUntil(lambda: app.status.saved.text().startswith("No file could be made: "))


def test_files_that_a_killed_run_left_are_removed(app, services, tmp_path) -> None:
    left = SharedFiles(tmp_path / "shared", lambda: services.exporter).write([app.editor.note])
    assert [path.exists() for path in left] == [True]

    SharedFiles(tmp_path / "shared", lambda: services.exporter)

    assert not (tmp_path / "shared").exists()


def test_dragged_notes_become_files_only_when_another_program_takes_them(app, qtbot) -> None:
    choose_two(app, qtbot)
    drag = app.notes.drag()
    data = drag.mimeData()

    assert data.hasUrls()
    assert note_ids(data) == [row.id for row in app.notes.selected()]

    files = [Path(url.toLocalFile()) for url in data.urls()]

    assert [file.name for file in files] == ["Bike.md", "Dal.md"]
    assert files[1].read_text(encoding="utf-8") == "# Dal\n\nSee [[Rice]] and [[Nowhere]]."
    urls = [QUrl.fromLocalFile(str(file)) for file in files]
    assert data.urls() == urls  # no second time
    assert bytes(data.data("text/uri-list").data()).decode().split() == [
        url.toEncoded().toStdString() for url in urls
    ]


def test_a_drag_of_very_many_notes_carries_no_files(app, qtbot, monkeypatch) -> None:
    monkeypatch.setattr("notebrain.gui.output.controller.MOST_DRAGGED", 1)
    choose_two(app, qtbot)

    data = app.notes.drag().mimeData()

    assert not data.hasUrls()
    assert len(note_ids(data)) == 2


def test_a_copied_link_opens_the_note_and_can_be_pasted_into_a_note(app, qtbot) -> None:
    clear()
    bike = app.browser.note.id
    app.actions[C.COPY_LINK].trigger()
    qtbot.waitUntil(is_copied)
    assert clipboard().text() == f"notebrain://note/{bike}"
    app.notes.step(1)
    app.editor.write_at_end()

    app.editor.view.paste()
    app.link_opener.open(clipboard().text())

    assert app.editor.view.toPlainText().endswith(f"[Bike](notebrain://note/{bike})")
    qtbot.waitUntil(lambda: app.browser.note.id == bike)


@pytest.mark.parametrize(
    ("command", "name", "start"),
    [
        (C.EXPORT_MARKDOWN, "x.md", b"# Bike"),
        (C.EXPORT_HTML, "x.html", b"<!DOCTYPE html>"),
        (C.EXPORT_PDF, "x.pdf", b"%PDF"),
    ],
)
def test_one_note_becomes_the_file_that_the_user_names(
    app, qtbot, tmp_path, command: CommandId, name: str, start: bytes
) -> None:
    app.actions[command].trigger()
    pick(app, qtbot, tmp_path / name)

    data = (tmp_path / name).read_bytes()
    assert data.startswith(start) or (start in data and command is C.EXPORT_MARKDOWN)
    assert app.strip.text.text() == "1 note exported."


@pytest.mark.parametrize("command", [C.EXPORT_HTML, C.EXPORT_PDF])
def test_several_notes_become_one_file_or_a_file_each(
    app, qtbot, tmp_path, command: CommandId
) -> None:
    choose_two(app, qtbot)
    ending = {C.EXPORT_HTML: ".html", C.EXPORT_PDF: ".pdf"}[command]
    for how in ("One file with all notes", "One file for each note"):
        app.actions[command].trigger()
        qtbot.waitUntil(lambda: bool(app.window.findChildren(QInputDialog)))
        (question,) = app.window.findChildren(QInputDialog)
        question.setTextValue(how)
        question.accept()
        qtbot.waitUntil(lambda: not app.window.findChildren(QInputDialog))
        folder = tmp_path / "each"
        folder.mkdir(exist_ok=True)
        pick(app, qtbot, folder if "each" in how else tmp_path / f"all{ending}")
        qtbot.waitUntil(lambda: not app.window.findChildren(QFileDialog))
        assert app.strip.text.text() == "2 notes exported."

    assert (tmp_path / f"all{ending}").stat().st_size > 500
    assert {path.name for path in (tmp_path / "each").glob(f"*{ending}")} == {
        f"Bike{ending}",
        f"Dal{ending}",
    }


def test_canceling_leaves_no_half_file(app, services, tmp_path) -> None:
    keys = services.library.keys(ListFilter())
    asked = iter([False, True])

    report = services.exporter.write_file(
        tmp_path / "all.pdf",
        keys=keys,
        make=Outputs(app.context).output("pdf").join,
        canceled=lambda: next(asked, True),
    )

    assert report.canceled
    assert not (tmp_path / "all.pdf").exists()


def test_the_preview_has_the_pages_and_the_printer_gets_those_it_is_asked_for(
    app, qtbot, tmp_path
) -> None:
    choose_two(app, qtbot)

    app.actions[C.PRINT].trigger()

    qtbot.waitUntil(lambda: bool(app.window.findChildren(PrintPreview)))
    preview = app.window.findChildren(PrintPreview)[0]
    assert preview.windowTitle() == "Print preview"
    qtbot.waitUntil(lambda: preview.number.text() == "Page 1 of 2")
    qtbot.mouseClick(preview.next, Qt.MouseButton.LeftButton)
    assert preview.number.text() == "Page 2 of 2"
    assert (preview.previous.isEnabled(), preview.next.isEnabled()) == (True, False)
    qtbot.mouseClick(preview.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(preview.findChildren(QPrintDialog)))
    preview.findChildren(QPrintDialog)[0].reject()
    for first, last, count in ((0, 0, 2), (2, 2, 1)):
        printer = QPrinter()
        printer.setOutputFileName(str(tmp_path / "printed.pdf"))
        printer.setFromTo(first, last)
        print_pages(preview._printout, printer)
        assert (tmp_path / "printed.pdf").read_bytes().count(b"/Type /Page\n") == count
    preview.reject()


def test_other_paper_is_laid_out_again(app, qtbot, tmp_path) -> None:
    app.actions[C.PRINT].trigger()
    qtbot.waitUntil(lambda: bool(app.window.findChildren(PrintPreview)))
    preview = app.window.findChildren(PrintPreview)[0]
    before = preview._printout.area

    printer = QPrinter()
    printer.setOutputFileName(str(tmp_path / "small.pdf"))
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.A5))
    preview.view.paintRequested.emit(printer)

    assert preview._printout.area.width() < before.width()
    preview.reject()


def test_too_many_pages_are_offered_as_a_pdf(app, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(print_preview, "MOST_PAGES", 1)
    choose_two(app, qtbot)

    app.actions[C.PRINT].trigger()

    qtbot.waitUntil(app.status.act.isVisible)
    assert app.status.act.text() == "Export as PDF"
    assert not app.window.findChildren(PrintPreview)


def test_the_statistics_of_one_and_of_several_notes(app, qtbot) -> None:
    app.actions[C.STATISTICS].trigger()
    qtbot.waitUntil(lambda: bool(app.window.findChildren(StatisticsDialog)))
    one = app.window.findChildren(StatisticsDialog)[0]
    values = {name: label.text() for name, label in one.values.items()}
    assert one.heading.text() == "Bike"
    assert (values["Words"], values["Check boxes"]) == ("2", "1 of 1 ticked")
    assert values["Reading time"] == "1 minute"
    assert "Links to notes" not in values
    one.accept()
    qtbot.waitUntil(lambda: not app.window.findChildren(StatisticsDialog))

    choose_two(app, qtbot)
    app.actions[C.STATISTICS].trigger()

    qtbot.waitUntil(lambda: bool(app.window.findChildren(StatisticsDialog)))
    both = app.window.findChildren(StatisticsDialog)[0]
    assert both.heading.text() == "2 notes"
    assert (both.values["Words"].text(), both.values["Links to notes"].text()) == ("7", "2")
    both.accept()


def test_reveal_selects_the_note_in_the_list_even_from_another_place(app, services, qtbot) -> None:
    shown = app.browser.note.id
    app.browser.show_location(Location(LocationKind.PINNED))
    app.browser.open_note(shown)
    qtbot.waitUntil(lambda: app.notes.current() == shown)
    app.editor.setFocus()
    app.notes.view.verticalScrollBar().setValue(99)

    app.actions[C.REVEAL].trigger()

    qtbot.waitUntil(app.notes.view.hasFocus)
    assert app.notes.current() == shown


def test_the_menus_say_pin_or_unpin_whichever_applies(app, services, qtbot) -> None:
    assert app.actions[C.PIN].text() == "Pin"

    app.actions[C.PIN].trigger()
    qtbot.waitUntil(lambda: app.actions[C.PIN].text() == "Unpin")

    choose_two(app, qtbot)
    qtbot.waitUntil(lambda: app.actions[C.PIN].text() == "Pin")
    app.actions[C.PIN].trigger()
    qtbot.waitUntil(lambda: app.actions[C.PIN].text() == "Unpin")
    row = next(row for row in app.actions.rows if row.id is C.PIN)
    assert app.actions.name(row) == "Unpin"


def test_the_menu_of_the_list_and_the_note_menu_offer_all_of_it(app) -> None:
    menu = app.note_menu.make([app.browser.note], Known([], []))
    texts = [action.text().replace("&", "") for action in menu.actions() if action.text()]

    assert texts[-7:] == [
        "Duplicate",
        "Copy as",
        "Export as",
        "Print…",
        "Statistics…",
        "Reveal in list",
        "Move to trash",
    ]
    inner = submenu(entry(menu, "Copy as"))
    assert inner is not None
    assert [action.text() for action in inner.actions()] == [
        "Markdown",
        "Rich text",
        "Link",
        "File",
    ]


def test_nothing_of_it_is_offered_while_a_page_covers_the_notes(app) -> None:
    app.actions[C.SEARCH].trigger()

    assert app.actions.lacking(C.EXPORT_PDF) == "No note is selected"
    assert not app.actions[C.DUPLICATE].isEnabled()
    assert not app.actions[C.REVEAL].isEnabled()


def test_notes_in_the_trash_are_copied_but_not_duplicated(app, services, qtbot) -> None:
    services.notes.forget([app.browser.note.id]).result()

    app.browser.show_location(Location(LocationKind.TRASH))

    qtbot.waitUntil(app.actions[C.COPY_MARKDOWN].isEnabled)
    assert app.actions.lacking(C.DUPLICATE) == "Not for notes in the trash"
