"""Suggestions to file a note under the tags written in its text."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from notebrain.app.commands.command import CommandId
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import NoteId
from notebrain.domain.notes.tags import tags_to_file
from notebrain.gui.editor.header_chips import Chip
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import native_text
from notebrain.notes.service import Filing

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


_LONGEST = 200_000  # longer texts, in characters, are not searched after every save


class InlineTagSuggestions(QObject):
    """Searches the text of the shown note for tags, and files the note under them on request."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._note: NoteId | None = None
        self._tags: tuple[str, ...] = ()
        desk.editor.header.typed.clicked.connect(self._add)
        desk.actions.bind(CommandId.ADD_TYPED_TAGS, self._add)
        desk.browser.note_shown.connect(self._look)
        desk.editor.saved.connect(self._look)
        desk.window.page_changed.connect(self._tell)
        desk.actions.rekeyed.connect(self._tell)
        self._tell()

    def _look(self, *_news: object) -> None:
        """Find the tags in the note as it is saved now."""
        note, library = self._desk.browser.note, self._desk.services.library
        shown = None if note is None or note.deleted_at is not None else note.id
        if shown != self._note:
            self._note, self._tags = shown, ()
            self._tell()
        if shown is None:
            return

        def look() -> tuple[NoteId, tuple[str, ...]]:
            try:
                read = library.opening(shown)
            except NotFound:
                return shown, ()
            return shown, tags_to_file(read.body, read.tags) if len(read.body) <= _LONGEST else ()

        self._desk.reader.read("typed tags", look, self._on_looked)

    def _on_looked(self, found: tuple[NoteId, tuple[str, ...]]) -> None:
        note, tags = found
        if note == self._note and tags != self._tags:
            self._tags = tags
            self._tell()

    def _tell(self) -> None:
        actions = self._desk.actions
        offered = bool(self._tags) and self._desk.window.shows_notes
        actions.offer(CommandId.ADD_TYPED_TAGS, offered)
        key = native_text(actions.keys.first(CommandId.ADD_TYPED_TAGS))
        self._desk.editor.header.offer_tags(self._tags, key)

    def _add(self) -> None:
        note = self._desk.browser.note
        if note is not None and note.id == self._note and self._tags:
            text = _("Tagged “{title}”")
            self._desk.acts.file([note], Filing(add_tags=self._tags), text)


class TypedChip(Chip):
    """Names the tag that it adds, or shows how many there are; pressing it adds all of them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._icon = "plus"
        self.tags: Sequence[str] = ()
        self.hide()

    def offer(self, tags: Sequence[str], key: str = "") -> None:
        """Suggest these tags; `key` is the shortcut that adds them, in the system's notation."""
        self.tags = tuple(tags)
        named = ", ".join(f"#{tag}" for tag in tags)
        several = ngettext("Add {n} tag", "Add {n} tags", len(tags)).format(n=len(tags))
        self.setText(_("Add {tags}").format(tags=named) if len(tags) == 1 else several)
        name = _("Add the tags typed in the text: {tags}").format(tags=named)
        self.setAccessibleName(name)
        self.setToolTip(f"{name} ({key})" if key else name)
        self.apply_theme()

    def apply_theme(self) -> None:
        super().apply_theme()
        self._ink = self._theme.tokens.text2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)
