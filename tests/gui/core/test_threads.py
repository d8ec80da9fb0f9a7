"""Each family of events has its own signal, so that a part of the window hears only what concerns it."""

import pytest
from PySide6.QtCore import QObject, Signal

from notebrain.app.events import IndexProgress, IndexState, NotesChanged
from notebrain.domain.notes.changes import Act, Changes
from notebrain.domain.notes.note import NoteId
from notebrain.gui.core.threads import EventBridge
from tests.fakes.context import FakeSidePanel

pytestmark = pytest.mark.gui

CHANGED, STATES, SETTINGS, CARDS, DELETED = "changed", "states", "settings", "cards", "deleted"


def families(bridge: EventBridge) -> list[str]:
    """Return a list that gets the name of each family that is told something."""
    told: list[str] = []
    bridge.notes_changed.connect(lambda _changes: told.append(CHANGED))
    bridge.states_changed.connect(lambda _changes: told.append(STATES))
    bridge.settings_changed.connect(lambda: told.append(SETTINGS))
    bridge.cards_changed.connect(lambda: told.append(CARDS))
    bridge.deleted.connect(lambda _notes: told.append(DELETED))
    return told


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (Act.CAPTURE, [CHANGED]),
        (Act.EDIT, [CHANGED]),
        (Act.APPEND, [CHANGED]),
        (Act.TICK, [CHANGED]),
        (Act.RENAME, [CHANGED]),
        (Act.LINK, [CHANGED]),
        (Act.FILE, [CHANGED]),
        (Act.FORGET, [CHANGED, CARDS]),
        (Act.RESTORE, [CHANGED, CARDS]),
        (Act.PURGE, [CHANGED, CARDS, DELETED]),
        (Act.REVIEW, [CHANGED, CARDS]),
        (Act.IMPORT, [CHANGED, CARDS]),
        (Act.SYNC, [CHANGED, CARDS]),
        (Act.INDEX, [STATES]),
        (Act.OPEN, [STATES]),
        (Act.SETTINGS, [SETTINGS]),
    ],
)
def test_a_change_reaches_whom_it_concerns(qapp: object, act: Act, expected: list[str]) -> None:
    bridge = EventBridge()
    told = families(bridge)

    bridge.deliver(NotesChanged(Changes(act, (NoteId("a"),))))

    assert told == expected


def test_a_part_that_is_made_later_finds_the_last_progress(qapp: object) -> None:
    bridge = EventBridge()
    before = bridge.last_index_progress

    bridge.deliver(IndexProgress(IndexState.IDLE, 2, 3))

    assert before is None
    assert bridge.last_index_progress == IndexProgress(IndexState.IDLE, 2, 3)


class News(QObject):
    """Something that has news."""

    came = Signal(int)


def test_a_part_of_the_side_panel_hears_news_only_while_it_is_shown(qapp: object) -> None:
    news, side, heard = News(), FakeSidePanel(), list[int]()
    side.connect_while_shown("links", {news.came: heard.append})

    for number, shown in enumerate(["", "links", "history", "links", "links", ""]):
        side.open(shown)
        news.came.emit(number)

    assert heard == [1, 3, 4]


def test_a_part_that_is_shown_already_hears_news_at_once(qapp: object) -> None:
    news, side, heard = News(), FakeSidePanel(), list[int]()
    side.open("links")

    side.connect_while_shown("links", {news.came: heard.append})
    news.came.emit(1)

    assert heard == [1]
