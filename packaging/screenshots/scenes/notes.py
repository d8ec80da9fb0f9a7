"""Screens of the list and the text of a note."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _
from notebrain.gui.core.locations import TRASH, Location, LocationKind
from notebrain.gui.editor.completion import OfferList
from notebrain.gui.import_export.dialogs import ImportOptions, Report, details, import_line
from notebrain.gui.theme.look import Density, Look
from notebrain.import_export.importer import ImportPreview
from notebrain.import_export.reports import ImportReport, Problem
from screenshots.shot import Shot, open_note, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


def _main(app: "AppWindow") -> None:
    app.notes.view.setFocus()


def _tag_tree(app: "AppWindow") -> None:
    _main(app)
    app.sidebar.set_open_tags(("recipes", "travel", "work"))
    app.browser.show_location(Location(LocationKind.TAG, tag="work"))


def _empty_tag(app: "AppWindow") -> None:
    app.browser.show_location(Location(LocationKind.TAG, tag="sailing"))


def _find(app: "AppWindow") -> None:
    app.notes.step(1)
    app.editor.setFocus()
    app.actions[CommandId.REPLACE].trigger()
    app.editor.find_bar.query.setText("the")


def _writing(app: "AppWindow") -> None:
    app.notes.step(1)
    app.actions[CommandId.FOCUS_MODE].trigger()


def _trash(app: "AppWindow") -> None:
    app.browser.show_location(TRASH)


def _inspector(app: "AppWindow") -> None:
    app.side.open("inspector")


def _batch(app: "AppWindow") -> None:
    app.notes.view.setFocus()
    for row in range(1, 5):
        index = app.notes.model.index(row)
        app.notes.view.selectionModel().select(index, QItemSelectionModel.SelectionFlag.Select)


def _toast(app: "AppWindow") -> None:
    _main(app)
    app.window.show_done(_("Moved to the trash."))


def _compact(app: "AppWindow") -> None:
    app.theme.set_look(Look(density=Density.COMPACT))


def _titles(app: "AppWindow") -> None:
    app.theme.set_look(Look(density=Density.TITLES))
    app.notes.view.setFocus()


def _narrow(app: "AppWindow") -> None:
    if app.browser.note is not None:
        app.browser.write_in(app.browser.note.id)


def _templates(app: "AppWindow") -> None:
    settle()
    app.actions[CommandId.TEMPLATE].trigger()


def _import(app: "AppWindow") -> None:
    _main(app)
    app.strip.begin("")
    app.strip.show_progress(312, 1_250, "travel/norway/night-train.md")


def _import_options(app: "AppWindow") -> None:
    _main(app)
    tags = ("garden", "garden/winter", "recipes", "travel", "travel/norway")
    prospect = ImportPreview(Path("Obsidian"), 1_250, tags, is_obsidian=True)
    ImportOptions(app.theme, prospect, app.window).open()


def _report(app: "AppWindow") -> None:
    _main(app)
    report = ImportReport(Path(), found=40, imported=36, unchanged=2, both=["recipes/dal.md"])
    report.problems.append(Problem("scans/receipt.md", _("There is no text in it.")))
    app.strip.end(import_line(report), details=True, failed=True)
    lines = details(report)
    Report(app.theme, app.strip.text.text(), lines, app.window).open()


def _completion(app: "AppWindow") -> None:
    open_note(app, "Stand-up, Tuesday")
    app.editor.view.setFocus()
    QTest.keyClick(app.editor.view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(app.editor.view, Qt.Key.Key_Return)
    QTest.keyClicks(app.editor.view, "[[g")
    wait(lambda: any(one.isVisible() for one in app.window.findChildren(OfferList)))


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
    Shot("batch-small", _batch, size=(900, 600)),
    Shot("compact", _compact),
    Shot("titles", _titles, large=False),
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
