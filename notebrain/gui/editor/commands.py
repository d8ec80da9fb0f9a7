"""The commands of the editor: formatting, focus mode, and filing a note under the tags written in its text."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import AUTO_PAIRS, FILE_TYPED_TAGS
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.markdown.editing import lines, marks
from notebrain.domain.markdown.editing.selection import Passage
from notebrain.domain.notes.note import Note, NoteId
from notebrain.domain.notes.tags import tags_to_file
from notebrain.gui.core.context import Context
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.editor.typing import Around
from notebrain.gui.notes.actions import NoteActions
from notebrain.gui.widgets.buttons import native_text
from notebrain.notes.service import Filing

Rule = Callable[[Passage], Passage | None]

_MARKS = {
    CommandId.BOLD: marks.BOLD,
    CommandId.ITALIC: marks.ITALIC,
    CommandId.CODE: marks.CODE,
    CommandId.STRIKE: marks.STRIKE,
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
    CommandId.LINK: (marks.linked, Around.NOTHING),
    CommandId.BULLETS: (lines.bullets, Around.LIST),
    CommandId.NUMBERS: (lines.numbers, Around.LIST),
    CommandId.CHECK_BOX: (lines.boxes, Around.NOTHING),
    CommandId.QUOTE: (lines.quote, Around.NOTHING),
    CommandId.LINE_UP: (partial(lines.moved, down=False), Around.NEIGHBORS),
    CommandId.LINE_DOWN: (partial(lines.moved, down=True), Around.NEIGHBORS),
    CommandId.LINE_DOUBLE: (lines.doubled, Around.NEIGHBORS),
    CommandId.LINE_DELETE: (lines.deleted, Around.NEIGHBORS),
}


class FormatCommands(QObject):
    """Connects the formatting commands to the editor that has the focus."""

    def __init__(self, context: Context, active: ActiveEditor) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._writing: list[CommandId] = [CommandId.PASTE_PLAIN]
        for command, mark in _MARKS.items():
            self._bind(command, partial(marks.toggled, mark=mark), Around.NOTHING)
        for level, command in enumerate(_HEADINGS, start=1):
            self._bind(command, partial(lines.heading, level=level), Around.NOTHING)
        for command, (rule, around) in _RULES.items():
            self._bind(command, rule, around)
        context.actions.bind(CommandId.PASTE_PLAIN, self._paste_plain)
        active.main.view.message.connect(context.messages.show_warning)
        active.note_shown.connect(self._offer)
        active.mode_changed.connect(self._offer)
        context.events.settings_changed.connect(self._apply_settings)
        self._offer()
        self._apply_settings()

    def _bind(self, command: CommandId, rule: Rule, around: Around) -> None:
        self._writing.append(command)
        self._context.actions.bind(command, lambda: self._active.panel.view.rewrite(rule, around))

    def _paste_plain(self) -> None:
        self._active.panel.view.paste_plain()

    def _apply_settings(self) -> None:
        self._active.main.view.set_pairs(self._context.services.settings.get(AUTO_PAIRS))

    def _offer(self, *_news: object) -> None:
        panel = self._active.panel
        writable = panel.note is not None and not panel.view.isReadOnly()
        for command in self._writing:
            self._context.actions.offer(command, writable)


_HEAD_ROOM = 56


class FocusMode(QObject):
    """Hides everything but the text, and restores it later.

    Args:
        surroundings: What is hidden with the menu bar and the header of the note.
    """

    def __init__(
        self, context: Context, editor: EditorPanel, surroundings: Sequence[QWidget]
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._surroundings = surroundings
        self._away: list[QWidget] = []
        self._was_full = False
        self.on = False
        self._action = context.actions[CommandId.FOCUS_MODE]
        self._action.toggled.connect(self._on_toggled)
        editor.view.back_requested.connect(self.leave)
        context.navigator.note_shown.connect(self._on_note)
        context.window.page_changed.connect(self._on_page)
        self._on_note(None)

    def enter(self) -> None:
        """Show only the text on the screen."""
        if self.on or not self._context.window.shows_notes or self._editor.note is None:
            self._action.setChecked(self.on)
            return
        self.on = True
        self._context.window.installEventFilter(self)
        self._was_full = self._context.window.isFullScreen()
        parts = (*self._surroundings, self._context.window.menuBar())
        self._away = [part for part in (*parts, self._editor.header) if not part.isHidden()]
        for part in self._away:
            part.hide()
        self._editor.set_head_room(self._context.theme.px(_HEAD_ROOM))
        self._context.window.set_full_screen(True)
        self._action.setChecked(True)
        self._editor.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Restore everything that was hidden."""
        if not self.on:
            return
        self.on = False
        self._context.window.removeEventFilter(self)
        for part in self._away:
            part.show()
        self._away = []
        self._editor.set_head_room(0)
        if not self._was_full:
            self._context.window.set_full_screen(False)
        self._action.setChecked(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Close:
            self.leave()  # the stored window state is the one from before focus mode
        return False

    def _on_toggled(self, on: bool) -> None:
        if on:
            self.enter()
        else:
            self.leave()

    def _on_page(self) -> None:
        if not self._context.window.shows_notes:
            self.leave()
        self._offer()

    def _on_note(self, note: Note | None) -> None:
        if self.on and note is None:
            self.leave()
        elif self.on:
            self._editor.header.hide()
        self._offer()

    def _offer(self) -> None:
        shown = self._context.window.shows_notes and self._editor.note is not None
        self._context.actions.offer(CommandId.FOCUS_MODE, shown)


_LONGEST = 200_000  # longer texts, in characters, are not searched after every save


class InlineTagSuggestions(QObject):
    """Searches the text of the shown note for tags it is not filed under, and files it under them on request."""

    def __init__(self, context: Context, editor: EditorPanel, acts: NoteActions) -> None:
        super().__init__(context.window)
        self._context = context
        self._editor = editor
        self._acts = acts
        self._note: NoteId | None = None
        self._tags: tuple[str, ...] = ()
        editor.header.typed.clicked.connect(self._add)
        context.actions.bind(CommandId.ADD_TYPED_TAGS, self._add)
        context.navigator.note_shown.connect(self._check)
        editor.saved.connect(self._check)
        context.window.page_changed.connect(self._show_tags)
        context.actions.rekeyed.connect(self._show_tags)
        self._show_tags()

    def _check(self, *_news: object) -> None:
        """Find the tags in the note as it is saved now."""
        note, library = self._context.navigator.note, self._context.services.library
        shown = None if note is None or note.deleted_at is not None else note.id
        if shown != self._note:
            self._note, self._tags = shown, ()
            self._show_tags()
        if shown is None:
            return
        settings = self._context.services.settings

        def load() -> tuple[NoteId, tuple[str, ...]]:
            try:
                read = library.opening(shown)
            except NotFound:
                return shown, ()
            if len(read.body) > _LONGEST:
                return shown, ()
            worn = (*read.tags, read.half_typed) if settings.get(FILE_TYPED_TAGS) else read.tags
            return shown, tags_to_file(read.body, worn)

        self._context.reader.read("typed tags", load, self._on_checked)

    def _on_checked(self, found: tuple[NoteId, tuple[str, ...]]) -> None:
        note, tags = found
        if note == self._note and tags != self._tags:
            self._tags = tags
            self._show_tags()

    def _show_tags(self) -> None:
        actions = self._context.actions
        offered = bool(self._tags) and self._context.window.shows_notes
        actions.offer(CommandId.ADD_TYPED_TAGS, offered)
        key = native_text(actions.keys.first(CommandId.ADD_TYPED_TAGS))
        self._editor.header.offer_tags(self._tags, key)

    def _add(self) -> None:
        note = self._context.navigator.note
        if note is not None and note.id == self._note and self._tags:
            text = _("Tagged “{title}”")
            self._acts.file([note], Filing(add_tags=self._tags, from_text=True), text)
