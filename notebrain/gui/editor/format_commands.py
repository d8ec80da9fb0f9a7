"""The commands that format the text at the caret: marks, headings, lists, and whole lines."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.events import NotesChanged
from notebrain.app.settings.table import AUTO_PAIRS
from notebrain.domain.markdown.editing import emphasis, lines
from notebrain.domain.markdown.editing.selection import Passage
from notebrain.domain.notes.changes import Act
from notebrain.domain.notes.note import Note
from notebrain.gui.editor.typing import Around

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


Rule = Callable[[Passage], Passage | None]

_MARKS = {
    CommandId.BOLD: emphasis.BOLD,
    CommandId.ITALIC: emphasis.ITALIC,
    CommandId.CODE: emphasis.CODE,
    CommandId.STRIKE: emphasis.STRIKE,
}
_HEADINGS = (
    CommandId.HEADING_1,
    CommandId.HEADING_2,
    CommandId.HEADING_3,
    CommandId.HEADING_4,
    CommandId.HEADING_5,
    CommandId.HEADING_6,
)
_RULES: dict[CommandId, tuple[Rule, Around]] = {
    CommandId.LINK: (emphasis.linked, Around.NOTHING),
    CommandId.BULLETS: (lines.bullets, Around.LIST),
    CommandId.NUMBERS: (lines.numbers, Around.LIST),
    CommandId.CHECK_BOX: (lines.boxes, Around.NOTHING),
    CommandId.QUOTE: (lines.quote, Around.NOTHING),
    CommandId.LINE_UP: (partial(lines.moved, down=False), Around.NEIGHBOURS),
    CommandId.LINE_DOWN: (partial(lines.moved, down=True), Around.NEIGHBOURS),
    CommandId.LINE_DOUBLE: (lines.doubled, Around.NEIGHBOURS),
    CommandId.LINE_DELETE: (lines.deleted, Around.NEIGHBOURS),
}


class FormatCommands(QObject):
    """Connects the formatting commands to the editor of a desk."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        self._writing: list[CommandId] = [CommandId.PASTE_PLAIN]
        for command, mark in _MARKS.items():
            self._bind(command, partial(emphasis.toggled, mark=mark), Around.NOTHING)
        for level, command in enumerate(_HEADINGS, start=1):
            self._bind(command, partial(lines.heading, level=level), Around.NOTHING)
        for command, (rule, around) in _RULES.items():
            self._bind(command, rule, around)
        desk.actions.bind(CommandId.PASTE_PLAIN, desk.editor.view.paste_plain)
        desk.editor.view.told.connect(desk.status.tell_plain)
        desk.browser.note_shown.connect(self._on_note)
        desk.bridge.happened.connect(self._on_event)
        self._on_note(None)
        self._take_settings()

    def _bind(self, command: CommandId, rule: Rule, around: Around) -> None:
        view = self._desk.editor.view
        self._writing.append(command)
        self._desk.actions.bind(command, lambda: view.rewrite(rule, around))

    def _on_event(self, event: object) -> None:
        if isinstance(event, NotesChanged) and event.changes.act is Act.SETTINGS:
            self._take_settings()

    def _take_settings(self) -> None:
        self._desk.editor.view.set_pairs(bool(self._desk.services.settings.get(AUTO_PAIRS)))

    def _on_note(self, note: Note | None) -> None:
        writable = note is not None and note.deleted_at is None
        for command in self._writing:
            self._desk.actions.offer(command, writable)
