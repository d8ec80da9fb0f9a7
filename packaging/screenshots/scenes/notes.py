"""Screens of the list and the text of a note."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _
from notebrain.gui.editor.completion import OfferList
from notebrain.gui.import_export.options import ImportOptions
from notebrain.gui.import_export.report import Report, details, import_line
from notebrain.gui.notes.locations import TRASH, Location, LocationKind
from notebrain.gui.theme.look import Look
from notebrain.import_export.importer import ImportPreview
from notebrain.import_export.reports import ImportReport, Problem
from screenshots.shot import Shot, open_note, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


def _main(desk: "Desk") -> None:
    desk.notes.view.setFocus()


def _tag_tree(desk: "Desk") -> None:
    _main(desk)
    desk.sidebar.tell_open_tags(("recipes", "travel", "work"))
    desk.browser.show_place(Location(LocationKind.TAG, tag="work"))


def _empty_tag(desk: "Desk") -> None:
    desk.browser.show_place(Location(LocationKind.TAG, tag="sailing"))


def _find(desk: "Desk") -> None:
    desk.notes.step(1)
    desk.editor.setFocus()
    desk.actions[CommandId.REPLACE].trigger()
    desk.editor.find_bar.query.setText("the")


def _writing(desk: "Desk") -> None:
    desk.notes.step(1)
    desk.actions[CommandId.WRITING_MODE].trigger()


def _trash(desk: "Desk") -> None:
    desk.browser.show_place(TRASH)


def _inspector(desk: "Desk") -> None:
    desk.side.open("inspector")


def _batch(desk: "Desk") -> None:
    desk.notes.view.setFocus()
    for row in range(1, 5):
        index = desk.notes.model.index(row)
        desk.notes.view.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)


def _toast(desk: "Desk") -> None:
    _main(desk)
    desk.window.tell(_("Moved to the trash."))


def _compact(desk: "Desk") -> None:
    desk.theme.set_look(Look(compact=True))
    desk.notes.view.setFocus()


def _narrow(desk: "Desk") -> None:
    if desk.browser.note is not None:
        desk.write_in(desk.browser.note.id)


def _templates(desk: "Desk") -> None:
    settle()
    desk.actions[CommandId.TEMPLATE].trigger()


def _import(desk: "Desk") -> None:
    _main(desk)
    desk.strip.begin("")
    desk.strip.tell(312, 1_250, "travel/norway/night-train.md")


def _import_options(desk: "Desk") -> None:
    _main(desk)
    tags = ("garden", "garden/winter", "recipes", "travel", "travel/norway")
    prospect = ImportPreview(Path("Obsidian"), 1_250, tags, is_obsidian=True)
    ImportOptions(desk.theme, prospect, desk.window).open()


def _report(desk: "Desk") -> None:
    _main(desk)
    report = ImportReport(Path(), found=40, imported=36, unchanged=2, both=["recipes/dal.md"])
    report.problems.append(Problem("scans/receipt.md", _("There is no text in it.")))
    desk.strip.end(import_line(report), details=True, failed=True)
    lines = details(report)
    Report(desk.theme, desk.strip.text.text(), lines, desk.window).open()


def _completion(desk: "Desk") -> None:
    open_note(desk, "Stand-up, Tuesday")
    desk.editor.view.setFocus()
    QTest.keyClick(desk.editor.view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(desk.editor.view, Qt.Key.Key_Return)
    QTest.keyClicks(desk.editor.view, "[[g")
    wait(lambda: any(one.isVisible() for one in desk.window.findChildren(OfferList)))


SHOTS = (
    Shot("main", _main),
    Shot("main-small", _main, size=(1024, 640)),
    Shot("main-wide", _main, size=(2560, 1440), large=False),
    Shot("main-toast", _toast),
    Shot("templates", _templates),
    Shot("import", _import),
    Shot("import", _import_options),
    Shot("report", _report),
    Shot("inspector", _inspector),
    Shot("inspector-small", _inspector, size=(1024, 640)),
    Shot("batch", _batch),
    Shot("compact", _compact),
    Shot("narrow", _narrow, size=(760, 560)),
    Shot("find", _find),
    Shot("find-small", _find, size=(1024, 640)),
    Shot("writing", _writing, large=False),
    Shot("trash", _trash),
    Shot("empty-tag", _empty_tag),
    Shot("empty", _main, empty_vault=True),
    Shot("tags", _tag_tree),
    # the last: what it types stays in its note
    Shot("completion", _completion),
)
