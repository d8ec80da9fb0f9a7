"""Screens with a pane beside the text."""

from typing import TYPE_CHECKING

from notebrain.app.commands.command import CommandId
from notebrain.domain.notes.draft import Draft
from notebrain.gui.history.compare_view import SIDES, CompareView
from notebrain.gui.history.pane import HistoryPane
from notebrain.notes.service import Edit
from notebrain.storage.notes import notes
from screenshots.shot import Shot, open_note, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


def _links(app: "AppWindow") -> None:
    open_note(app, "Greenhouse heater settings")
    app.side.open("links", focus=False)


def _preview(app: "AppWindow") -> None:
    app.side.open("preview", focus=False)


def _history(app: "AppWindow") -> None:
    open_note(app, "Greenhouse heater settings")
    app.side.open("history")
    pane = app.side.findChild(HistoryPane)
    wait(lambda: pane is not None and len(pane.model.states) > 1)
    if isinstance(pane, HistoryPane):
        pane.choose(next(row.state.revision for row in reversed(pane.model.rows) if row.state))
    wait(lambda: app.stack.covered is not None)


def _history_of_two(app: "AppWindow") -> None:
    """Two earlier versions, one of them marked, beside each other."""
    _history(app)
    pane = app.side.findChild(HistoryPane)
    if isinstance(pane, HistoryPane):
        pane.toggle_mark()
        pane.choose(pane.model.states[1].revision)
    settle()


def _history_sides(app: "AppWindow") -> None:
    _history(app)
    view = app.stack.covered
    if isinstance(view, CompareView):
        view.show_mode(SIDES)
    settle()


def _history_of_new(app: "AppWindow") -> None:
    """The history of a note that was made empty, in the window, and written since."""
    made = app.services.notes.capture(Draft("")).result().note
    edit = Edit("# Cabin keys\n\nThe spare one hangs behind the meter.", session="one")
    app.services.notes.edit(made, edit).result()
    app.browser.open_note(made)
    app.side.open("history")
    pane = app.side.findChild(HistoryPane)
    wait(lambda: pane is not None and len(pane.model.rows) > len(("day", "now")))
    if isinstance(pane, HistoryPane):
        first = next(row.state for row in reversed(pane.model.rows) if row.state)
        pane.choose(first.revision)
    settle()
    app.services.notes.forget([made]).result()
    app.services.store.write(lambda db: notes.remove(db, [made])).result()


def _two_notes(app: "AppWindow") -> None:
    app.actions[CommandId.OPEN_BESIDE].trigger()
    app.notes.step(2)


SHOTS = (
    Shot("two-notes", _two_notes),
    Shot("two-notes-narrow", _two_notes, size=(900, 700), large=False),
    Shot("links", _links),
    Shot("preview", _preview),
    Shot("history", _history),
    Shot("history-new", _history_of_new),
    Shot("history-two", _history_of_two, size=(900, 600)),
    Shot("history-sides", _history_sides, size=(1280, 800)),
    Shot("history-small", _history, size=(1024, 640)),
    Shot("history-narrow", _history, size=(900, 600)),
)
