"""After a note was renamed, offers to update the links to its old title; never updates them without being asked."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.links import link_key
from notebrain.domain.notes.note import Note, NoteId
from notebrain.gui.core import date_format
from notebrain.gui.links.pane import LinksPane
from notebrain.notes.links import LinkChange

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


_RESTS_MS = 2_000
# when the user leaves a note, its last changes are still being saved
_LEFT_MS = 600


@dataclass(frozen=True, slots=True)
class _Visit:
    """A note that is or was shown, and its title when it was opened."""

    note: NoteId
    title: str


@dataclass(frozen=True, slots=True)
class _Stale:
    """How many notes link to a title that no longer exists, and the new title."""

    visit: _Visit
    title: str
    notes: int


class Renaming(QObject):
    """Watches the title of the note that is shown."""

    def __init__(self, desk: "Desk", pane: LinksPane) -> None:
        super().__init__(desk)
        self._desk = desk
        self._pane = pane
        self._waiting: dict[NoteId, _Stale] = {}
        self._here: _Visit | None = None
        self._left: _Visit | None = None
        self._rests = QTimer(desk.side, singleShot=True, interval=_RESTS_MS)
        self._rests.timeout.connect(lambda: self._look(self._here))
        self._gone = QTimer(desk.side, singleShot=True, interval=_LEFT_MS)
        self._gone.timeout.connect(lambda: self._look(self._left))
        desk.closing.connect(self._rests.stop)
        desk.closing.connect(self._gone.stop)
        desk.browser.note_shown.connect(self._on_note)
        desk.browser.titled.connect(self._on_titled)

    def _on_note(self, note: Note | None) -> None:
        here = self._here
        if note is not None and here is not None and note.id == here.note:
            self._on_titled(note.title)
            return
        self._rests.stop()
        self._left, self._here = here, _Visit(note.id, note.title) if note else None
        self._tell_pane()
        if self._left is not None:
            self._gone.start()

    def _on_titled(self, title: str) -> None:
        if self._here is not None and link_key(title) != link_key(self._here.title):
            self._rests.start()

    def _look(self, visit: _Visit | None) -> None:
        if visit is None or not link_key(visit.title):
            return
        services = self._desk.services

        def look() -> _Stale:
            """Count the links to the old title; zero if the note has that title again."""
            try:
                title = services.library.opening(visit.note).title
            except NotFound:
                title = ""
            if not link_key(title) or link_key(title) == link_key(visit.title):
                return _Stale(visit, title, 0)
            return _Stale(visit, title, services.links.linking(visit.title, besides=visit.note))

        self._desk.reader.read("renamed", look, self._offer)

    def _offer(self, stale: _Stale) -> None:
        if not stale.notes:
            if self._waiting.pop(stale.visit.note, None) is not None:
                self._tell_pane()
            return
        self._waiting[stale.visit.note] = stale
        self._desk.status.tell_offer(
            _said(stale), _("Update the links"), lambda: self._update(stale)
        )
        self._tell_pane()

    def _tell_pane(self) -> None:
        """Also show the offer next to the note's links, where it stays until the window is closed."""
        stale = self._waiting.get(self._here.note) if self._here is not None else None
        if stale is None:
            self._pane.tell_stale("", "", lambda: None)
        else:
            self._pane.tell_stale(_said(stale), _("Update the links"), lambda: self._update(stale))

    def _update(self, stale: _Stale) -> None:
        desk, old = self._desk, stale.visit
        self._waiting.pop(old.note, None)
        self._tell_pane()
        acts, done = desk.services.linking, LinkChange()
        desk.editor.flush()
        if self._here == old:
            self._here = _Visit(old.note, stale.title)
        desk.acts.carry_out(
            _("Links to “{old}” lead to “{new}”").format(old=old.title, new=stale.title),
            old.note,
            forth=lambda: acts.retarget(old.title, stale.title, done, named=old.note),
            back=lambda: acts.take_back(done),
        )


def _said(stale: _Stale) -> str:
    return ngettext(
        "{n} note still links to “{title}”", "{n} notes still link to “{title}”", stale.notes
    ).format(n=date_format.number(stale.notes), title=stale.visit.title)
