"""Screens with a pane beside the text."""

from notebrain.gui.desk import Desk
from notebrain.gui.history.pane import HistoryPane
from notebrain.gui.shots.shot import Shot, open_note, wait


def _links(desk: Desk) -> None:
    open_note(desk, "Greenhouse heater settings")
    desk.side.open("links", focus=False)


def _preview(desk: Desk) -> None:
    desk.side.open("preview", focus=False)


def _history(desk: Desk) -> None:
    desk.side.open("history")
    pane = desk.side.findChild(HistoryPane)
    wait(lambda: pane is not None and pane.model.rowCount() > 0)
    if isinstance(pane, HistoryPane):
        pane.choose(next(row.state.revision for row in reversed(pane.model.rows) if row.state))
    wait(lambda: desk.centre.covered is not None)


SHOTS = (
    Shot("links", _links),
    Shot("preview", _preview),
    Shot("history", _history),
    Shot("history-small", _history, size=(1024, 640)),
)
