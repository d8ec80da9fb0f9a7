"""The controller of the links pane, which keeps it up to date and carries out the user's actions."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from notebrain.app.commands.command import CommandId
from notebrain.app.events import ChangedElsewhere, NotesChanged
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act
from notebrain.domain.notes.mentions import Around, Mention
from notebrain.domain.notes.note import Note
from notebrain.gui.editor.header_button import add_note_button
from notebrain.gui.links.link_opener import LinkOpener
from notebrain.gui.links.pane import LinksPane
from notebrain.notes.links import LinkChange

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


PART = "links"
_SETTLES_MS = 400
_UNRELATED = (Act.OPEN, Act.INDEX, Act.SETTINGS, Act.FILE)


class Linking(QObject):
    """Adds the links pane to a desk."""

    def __init__(self, desk: "Desk", opener: LinkOpener) -> None:
        super().__init__(desk)
        self._desk = desk
        self._opener = opener
        self.pane = LinksPane(desk.theme)
        self._timer = QTimer(desk.side, singleShot=True, interval=_SETTLES_MS)
        self._timer.timeout.connect(self.refresh)
        desk.side.add(PART, _("Links"), self.pane, focus=self.pane.enter)
        desk.actions.bind(CommandId.LINKS, lambda: desk.side.toggle(PART))
        self._button = add_note_button(desk, CommandId.LINKS, "link", _("Links"))
        desk.side.changed.connect(self._on_side)
        desk.browser.note_shown.connect(self._on_note)
        desk.bridge.happened.connect(self._on_event)
        self.pane.passage_opened.connect(self._on_passage)
        self.pane.opened.connect(opener.go_to)
        self.pane.creation_requested.connect(opener.create)
        self.pane.link_requested.connect(self._on_link)

    def refresh(self) -> None:
        """Show the links of the shown note, if the pane is visible."""
        desk, note = self._desk, self._desk.browser.note
        if desk.side.current != PART:
            return
        if note is None:
            self.pane.tell(Around())
            return
        links = desk.services.links

        def look() -> tuple[Note, Around]:
            try:
                return note, links.around(note.id)
            except NotFound:
                return note, Around()

        def go(found: tuple[Note, Around]) -> None:
            now = desk.browser.note
            if now is not None and now.id == found[0].id:
                self.pane.tell(found[1])

        desk.reader.read(PART, look, go)

    def link(self, mention: Mention) -> None:
        """Turn a mention of the shown note into a link; this can be undone."""
        note = self._desk.browser.note
        if note is None:
            return
        acts, done, title = self._desk.services.linking, LinkChange(), note.title
        self._desk.editor.flush()
        self._desk.acts.carry_out(
            _("Linked “{title}”").format(title=mention.title or _("Untitled")),
            mention.note_id,
            forth=lambda: acts.link(mention, title, done),
            back=lambda: acts.take_back(done),
        )

    def _on_link(self, mention: object) -> None:
        if isinstance(mention, Mention):
            self.link(mention)

    def _on_passage(self, mention: object) -> None:
        if isinstance(mention, Mention):
            self._desk.open_hit(mention.note_id, mention.start, mention.end)

    def _on_side(self, name: str) -> None:
        self._button.set_ink("accent" if name == PART else "text2")
        if name == PART:
            self.refresh()

    def _on_note(self, _note: object) -> None:
        self.refresh()

    def _on_event(self, event: object) -> None:
        related = isinstance(event, NotesChanged) and event.changes.act not in _UNRELATED
        if related or isinstance(event, ChangedElsewhere):
            self._timer.start()
