"""Import and export from the window, by what the user does and sees."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QPlainTextEdit, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.note import ListFilter
from notebrain.domain.procedures.procedures import ProcedureDraft, Trigger, TriggerKind
from notebrain.domain.profile.blocks import BlockKey
from notebrain.gui.import_export.dialogs import (
    ImportOptions,
    Report,
    details,
    export_line,
    import_line,
)
from notebrain.import_export.reports import ExportReport, ImportReport, Problem


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "sub").mkdir(parents=True)
    (folder / "dal.md").write_text("# Dal\n\nToast the cumin first.\n")
    (folder / "sub" / "bike.md").write_text("# Bike\n")
    (folder / "bad.md").write_bytes(b"\x00\x01\x02\x00" * 100)
    return folder


def pick(app, qtbot, folder: Path) -> None:
    """Choose a folder in the dialog that comes up."""
    qtbot.waitUntil(lambda: bool(app.window.findChildren(QFileDialog)))
    (dialog,) = app.window.findChildren(QFileDialog)
    dialog.setDirectory(str(folder))  # nothing chosen in it: the folder itself is meant
    dialog.accept()


def asked(app, qtbot) -> ImportOptions:
    """Return the question that comes before a folder is imported."""
    qtbot.waitUntil(lambda: bool(app.window.findChildren(ImportOptions)))
    options: ImportOptions = app.window.findChildren(ImportOptions)[0]
    return options


def test_folders_and_typed_tags_become_tags_when_the_user_says_so(
    open_window, services, qtbot, folder
) -> None:
    (folder / "dal.md").write_text("Dal with #cumin, not `#code`.\n")
    (folder / ".obsidian").mkdir()
    app = open_window()

    app.actions[CommandId.IMPORT].trigger()
    pick(app, qtbot, folder)
    options = asked(app, qtbot)
    assert options.message.text() == "3 Markdown files in “notes”"
    assert (options.folders.isChecked(), options.text.isChecked()) == (False, True)
    assert options.folder_tags.text() == "1 tag: sub"
    qtbot.keyClick(options.folders, Qt.Key.Key_Space)
    qtbot.mouseClick(options.go, Qt.MouseButton.LeftButton)

    with qtbot.waitSignal(app.exchange.finished, timeout=30_000):
        pass
    assert "2 tagged by folder or text" in app.strip.text.text()
    qtbot.waitUntil(lambda: {"sub", "cumin"} <= {tag for tag, _n in services.library.counts().tags})


def test_giving_up_the_question_before_an_import_imports_nothing(
    open_window, take, qtbot, folder
) -> None:
    take("Dal")
    app = open_window()

    app.actions[CommandId.IMPORT].trigger()
    pick(app, qtbot, folder)
    qtbot.keyClick(asked(app, qtbot), Qt.Key.Key_Escape)

    qtbot.waitUntil(lambda: not app.window.findChildren(ImportOptions))
    assert not app.strip.isVisible()
    assert not app.exchange.busy


def test_a_folder_is_imported_and_reported(open_window, take, services, qtbot, folder) -> None:
    take("Here before")
    app = open_window()

    app.actions[CommandId.IMPORT].trigger()
    pick(app, qtbot, folder)
    qtbot.keyClick(asked(app, qtbot).go, Qt.Key.Key_Return)

    with qtbot.waitSignal(app.exchange.finished, timeout=30_000):
        pass
    assert app.strip.text.text() == "2 of 3 files imported, 1 failed."
    qtbot.waitUntil(lambda: app.notes.model.rowCount() == 3)
    app.strip.details.click()
    report = next(d for d in app.window.findChildren(QDialog) if d.windowTitle() == "Report")
    assert "bad.md" in report.findChildren(QPlainTextEdit)[0].toPlainText()
    report.copy.click()
    assert "bad.md" in QGuiApplication.clipboard().text()
    report.close_button.click()
    assert not report.isVisible()
    app.strip.close_button.click()
    assert not app.strip.isVisible()


def test_an_import_is_undone_and_redone_as_one_act(
    open_window, take, services, qtbot, folder
) -> None:
    kept = take("Here before")
    app = open_window()
    services.importer.run(folder)
    (folder / "dal.md").write_text("# Dal\n\nNo cumin.\n")
    (folder / "new.md").write_text("# New\n")
    app.actions[CommandId.IMPORT].trigger()
    pick(app, qtbot, folder)
    qtbot.keyClick(asked(app, qtbot).go, Qt.Key.Key_Return)
    with qtbot.waitSignal(app.exchange.finished, timeout=30_000):
        pass
    qtbot.waitUntil(lambda: app.acts.can_undo)
    assert not app.window.toast.isVisible()  # a Ctrl+Z in the text would be about it

    app.acts.undo()
    qtbot.waitUntil(app.window.toast.isVisible)

    assert app.window.toast.text.text() == "Undone: Imported “notes”"
    assert bodies(services) == {"Here before", "# Bike\n", "# Dal\n\nToast the cumin first.\n"}
    app.acts.redo()
    again = {"Here before", "# Bike\n", "# Dal\n\nNo cumin.\n", "# New\n"}
    qtbot.waitUntil(lambda: bodies(services) == again)
    assert services.library.note(kept).body == "Here before"


def bodies(services) -> set[str]:
    library = services.library
    return {note.body for note in library.whole_notes(library.keys(ListFilter()))}


def test_an_undone_import_can_be_repeated(services, folder) -> None:
    report = services.importer.run(folder)
    services.notes.imported(report.new, report.former).undo().result()
    assert bodies(services) == set()

    again = services.importer.run(folder)

    assert again.imported == 2
    assert bodies(services) == {"# Bike\n", "# Dal\n\nToast the cumin first.\n"}


def test_an_undone_update_can_be_repeated(services, folder) -> None:
    services.importer.run(folder)
    (folder / "dal.md").write_text("# Dal\n\nNo cumin.\n")
    report = services.importer.run(folder)
    came = services.notes.imported(report.new, report.former)
    came.undo().result()
    assert bodies(services) == {"# Bike\n", "# Dal\n\nToast the cumin first.\n"}

    again = services.importer.run(folder)

    assert (again.imported, again.updated) == (0, 1)
    assert bodies(services) == {"# Bike\n", "# Dal\n\nNo cumin.\n"}


def test_all_notes_are_exported(open_window, take, qtbot, tmp_path) -> None:
    take("Dal\n\nToast the cumin first.")
    target = tmp_path / "out"
    target.mkdir()
    app = open_window()

    app.actions[CommandId.EXPORT].trigger()
    pick(app, qtbot, target)

    with qtbot.waitSignal(app.exchange.finished, timeout=30_000):
        pass
    assert app.strip.text.text() == "1 note exported."
    assert [path.name for path in target.rglob("*.md")] == ["Dal.md"]


def test_giving_up_the_choice_of_a_folder_does_nothing(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()

    app.actions[CommandId.IMPORT].trigger()
    qtbot.waitUntil(lambda: bool(app.window.findChildren(QFileDialog)))
    app.window.findChildren(QFileDialog)[0].reject()

    qtbot.waitUntil(lambda: not app.window.findChildren(QFileDialog))
    assert not app.strip.isVisible()
    assert not app.exchange.busy


def test_the_strip_shows_how_far_it_is_and_can_be_stopped(open_window, take, qtbot) -> None:
    take("Dal")
    app = open_window()

    app.strip.begin("Importing from notes")
    app.strip.show_progress(340, 1873, "a.md")

    assert app.strip.text.text() == "340 of 1,873: a.md"
    assert app.strip.bar.value() == 340
    with qtbot.waitSignal(app.strip.cancel_requested):
        app.strip.cancel.click()


def test_a_report_counts_what_happened_and_leaves_out_what_did_not() -> None:
    report = ImportReport(
        Path(),
        found=10,
        imported=4,
        updated=1,
        unchanged=2,
        kept_both=1,
        failed=2,
        problems=[Problem("a.md", "no text")],
        both=["b.md"],
        canceled=True,
    )

    assert import_line(report) == (
        "Stopped: 4 of 10 files imported, 1 updated, 2 already here, "
        "1 kept twice, changed on both sides, 2 failed."
    )
    assert details(report) == ["a.md: no text", "b.md: kept twice"]


def test_a_long_line_of_a_report_can_be_read_to_its_end(theme, qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    report = Report(theme, "1 of 2 files imported.", ["Garden.md: " + "words " * 60], parent)

    report.show()

    assert report.lines.horizontalScrollBar().maximum() == 0


def test_what_is_left_out_is_counted_beside_what_came_in() -> None:
    report = ImportReport(
        Path(),
        found=2,
        imported=2,
        problems=[Problem("evil.md", "is a link; links are not followed")],
    )

    assert import_line(report) == "2 of 2 files imported, 1 to check."


def test_an_export_tells_what_it_wrote_under_another_name() -> None:
    report = ExportReport(Path(), found=3, written=2, unchanged=1, renamed=["Dal 2.md"])

    assert export_line(report) == "2 notes exported, 1 already up to date."
    assert details(report) == ["Written as Dal 2.md"]


def test_one_file_is_imported(open_window, take, qtbot, folder) -> None:
    take("Here before")
    app = open_window()

    app.actions[CommandId.IMPORT_FILE].trigger()
    qtbot.waitUntil(lambda: bool(app.window.findChildren(QFileDialog)))
    (dialog,) = app.window.findChildren(QFileDialog)
    dialog.setDirectory(str(folder))
    dialog.findChildren(QLineEdit)[0].setText("dal.md")
    dialog.accept()

    with qtbot.waitSignal(app.exchange.finished, timeout=30_000):
        pass
    assert app.strip.text.text() == "1 of 1 files imported."


def test_what_was_done_is_never_said_over_the_strip(open_window, qtbot) -> None:
    app = open_window()
    app.window.show_done("Moved to the trash.")
    toast, strip = app.window.toast, app.strip

    def room_below() -> object:
        return app.window.room.height() - 1 - toast.geometry().bottom()

    alone = app.status.height() + 24
    qtbot.waitUntil(lambda: room_below() == alone)

    strip.begin("Importing")
    qtbot.waitUntil(lambda: room_below() == alone + strip.height())
    strip.close_button.click()

    qtbot.waitUntil(lambda: room_below() == alone)


@pytest.mark.parametrize("by_key", [True, False])
def test_after_close_the_keys_go_to_the_text_again(open_window, take, qtbot, by_key) -> None:
    note = take("Dal")
    app = open_window()
    app.browser.write_in(note)
    qtbot.waitUntil(app.editor.view.hasFocus)
    app.strip.begin("Exporting")
    if by_key:
        app.strip.cancel.setFocus()
    app.strip.end("1 note exported.", details=True, failed=False)
    qtbot.waitUntil(app.strip.close_button.isVisible)
    assert app.strip.close_button.hasFocus() == by_key  # the keys stay where the user was

    if by_key:
        qtbot.keyClick(app.strip.close_button, Qt.Key.Key_Space)
    else:
        qtbot.mouseClick(app.strip.close_button, Qt.MouseButton.LeftButton)

    assert not app.strip.isVisible()
    assert app.editor.view.hasFocus()


def test_a_report_that_is_closed_while_the_user_writes_takes_no_keys(
    open_window, take, qtbot
) -> None:
    note = take("Dal")
    app = open_window()
    app.strip.begin("Exporting")
    app.strip.details.setFocus()
    app.strip.end("1 note exported.", details=True, failed=False)
    app.browser.write_in(note)
    qtbot.waitUntil(app.editor.view.hasFocus)

    app.strip.close_report()

    assert app.editor.view.hasFocus()


def test_an_undone_import_empties_the_blocks_that_it_filled(services, folder) -> None:
    profile = services.memory.profile
    profile.write(BlockKey.RULES, "Be brief.").result()
    (folder / "me.md").write_text(profile.to_markdown())
    profile.write(BlockKey.RULES, "").result()
    report = services.importer.run(folder)
    assert profile.block(BlockKey.RULES).text == "Be brief."
    came = services.notes.imported(report.new, report.former, report.blocks)

    came.undo().result()
    assert profile.block(BlockKey.RULES).text == ""
    came.redo().result()
    assert profile.block(BlockKey.RULES).text == "Be brief."


def test_an_undone_import_leaves_a_block_that_was_written_in_since(services, folder) -> None:
    profile = services.memory.profile
    profile.write(BlockKey.RULES, "Be brief.").result()
    (folder / "me.md").write_text(profile.to_markdown())
    profile.write(BlockKey.RULES, "").result()
    report = services.importer.run(folder)
    profile.write(BlockKey.RULES, "Be brief, and kind.").result()

    services.notes.imported(report.new, report.former, report.blocks).undo().result()

    assert profile.block(BlockKey.RULES).text == "Be brief, and kind."


def test_an_undone_import_removes_its_procedures_unless_they_were_changed(
    services, folder, tmp_path
) -> None:
    procedures = services.memory.procedures
    drafts = [
        ProcedureDraft(f"Do {one}.", Trigger(TriggerKind.WORDS, one)) for one in ("this", "that")
    ]
    for draft in drafts:
        procedures.add(draft).future.result()
    services.exporter.run(tmp_path / "out")
    for one in procedures.all():
        procedures.remove(one.id).future.result()
    report = services.importer.run(tmp_path / "out")
    assert {one.draft for one in procedures.all()} == set(drafts)
    came = services.notes.imported((), (), (), report.procedures)

    came.undo().result()
    assert procedures.all() == []
    came.redo().result()
    assert {one.draft for one in procedures.all()} == set(drafts)
    changed = replace(drafts[0], content="Do this slowly.")
    this = next(one for one in procedures.all() if one.draft == drafts[0])
    procedures.change(this.id, changed).future.result()
    came.undo().result()

    assert [one.draft for one in procedures.all()] == [changed]
