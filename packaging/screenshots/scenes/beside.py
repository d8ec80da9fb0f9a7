"""Screens with a pane beside the text."""

from typing import TYPE_CHECKING

from notebrain.domain.notes.draft import Draft
from notebrain.gui.history.pane import HistoryPane
from notebrain.notes.service import Edit
from screenshots.shot import Shot, open_note, settle, wait

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


def _links(desk: "Desk") -> None:
    open_note(desk, "Greenhouse heater settings")
    desk.side.open("links", focus=False)


def _preview(desk: "Desk") -> None:
    desk.side.open("preview", focus=False)


def _history(desk: "Desk") -> None:
    desk.side.open("history")
    pane = desk.side.findChild(HistoryPane)
    wait(lambda: pane is not None and pane.model.rowCount() > 0)
    if isinstance(pane, HistoryPane):
        pane.choose(next(row.state.revision for row in reversed(pane.model.rows) if row.state))
    wait(lambda: desk.centre.covered is not None)


def _history_of_new(desk: "Desk") -> None:
    """The history of a note that was made empty, in the window, and written since."""
    made = desk.services.capture.capture(Draft("")).result().note
    edit = Edit("# Cabin keys\n\nThe spare one hangs behind the meter.", session="one")
    desk.services.capture.edit(made, edit).result()
    desk.open_note(made)
    desk.side.open("history")
    pane = desk.side.findChild(HistoryPane)
    wait(lambda: pane is not None and len(pane.model.rows) > len(("day", "now")))
    if isinstance(pane, HistoryPane):
        first = next(row.state for row in reversed(pane.model.rows) if row.state)
        pane.choose(first.revision)
    settle()
    desk.services.capture.forget([made]).result()
    desk.services.shredder.remove([made]).result()


SHOTS = (
    Shot("links", _links),
    Shot("preview", _preview),
    Shot("history", _history),
    Shot("history-new", _history_of_new),
    Shot("history-small", _history, size=(1024, 640)),
)
