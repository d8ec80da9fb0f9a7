"""The template picker: creates notes from templates, and opens today's note."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.settings.table import DAILY_TITLE
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.note import Note
from notebrain.domain.notes.tags import without_tag
from notebrain.domain.notes.templates import (
    daily_title,
    draft_from,
    fill,
    is_mark,
    plain_draft,
)
from notebrain.domain.text.fuzzy import Fuzzy, fold
from notebrain.gui.command_palette.model import Head, NoteRow, Row
from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.command_palette.panel import Hint
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.editor.active_editor import ActiveEditor


class TemplatePicker(QObject):
    """Adds templates and today's note to the window."""

    def __init__(self, context: Context, active: ActiveEditor) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._editor = self._target = active.main
        """The editor into which a template is inserted."""
        self._overlay: Overlay | None = None
        self._templates: Sequence[Note] = ()
        context.actions.bind(CommandId.TEMPLATE, self.choose)
        context.actions.bind(CommandId.TODAY, self.open_today)

    @property
    def overlay(self) -> Overlay:
        """The overlay for choosing a template, created on first use."""
        if self._overlay is None:
            self._overlay = overlay = Overlay(self._context.theme, self._context.window.room)
            overlay.panel.set_subject(
                "file-text", _("Templates"), _("Start a note from a template")
            )
            overlay.panel.asked.connect(self._on_asked)
            overlay.panel.chosen.connect(self._on_chosen)
            overlay.panel.create_requested.connect(self._on_insert)
            choose, close = Hint(("Up", "Down"), _("choose")), Hint(("Esc",), _("close"))
            here = Hint(("Ctrl+Enter",), _("insert here"))
            overlay.panel.show_keys((choose, Hint(("Enter",), _("new note")), here, close), None)
        return self._overlay

    def choose(self) -> None:
        """Show the templates to choose from."""
        if self.overlay.isVisible():
            self.overlay.close_up()
            return
        self._target = self._active.panel
        templates = self._context.services.templates

        def show(found: Sequence[Note]) -> None:
            self._templates = found
            self.overlay.panel.begin()
            self._on_asked("")
            self.overlay.open_up(self._active.room)

        self._context.reader.read("templates", templates.all, show)

    def open_today(self) -> None:
        """Open today's note, and create it if it does not exist."""
        templates, at, names = self._context.services.templates, self._now(), date_format.names()
        title = daily_title(at, self._context.services.settings.get(DAILY_TITLE), names)
        workspace = self._context.navigator.workspace or ""

        def use(template: Note | None) -> None:
            if template is None:
                self._open_today(title, plain_draft(title, workspace=workspace))
                return
            draft = draft_from(template, at=at, names=names, title=title, workspace=workspace)
            self._open_today(title, draft)

        self._context.reader.read("today", templates.daily, use)

    def _open_today(self, title: str, draft: Draft) -> None:
        self._editor.flush()
        future = self._context.services.daily.find_or_capture(title, draft)
        self._context.events.when_done(future, self._write_in, failed=self._context.on_error)

    def _write_in(self, changes: Changes) -> None:
        self._context.navigator.write_in(changes.note)
        self._editor.write_at_end()

    def _on_asked(self, typed: str) -> None:
        wanted = Fuzzy(typed)
        found = [
            (key, _name(note))
            for key, note in enumerate(self._templates)
            if all(word in fold(_name(note)) for word in wanted.words)
        ]
        rows: list[Row] = [NoteRow(key, name, wanted.marks(name)) for key, name in found]
        if not self._templates:
            rows = [Head(_("No template yet: give a note the tag “template”"))]
        self.overlay.panel.show_rows(rows)

    def _on_chosen(self, row: object) -> None:
        self.overlay.close_up()
        if isinstance(row, NoteRow):
            self._begin(self._templates[row.key])

    def _on_insert(self, _typed: str) -> None:
        row = self.overlay.panel.current
        self.overlay.close_up()
        if isinstance(row, NoteRow):
            self.insert(self._templates[row.key])

    def _begin(self, template: Note) -> None:
        """Create a note from a template in the current location."""
        self._active.show_main_window()
        self._editor.flush()
        workspace = self._context.navigator.workspace or ""
        draft = draft_from(template, at=self._now(), names=date_format.names(), workspace=workspace)
        future = self._context.services.notes.capture(draft)
        self._context.events.when_done(future, self._write_in, failed=self._context.on_error)

    def insert(self, template: Note) -> None:
        """Insert a template at the cursor as one undo step."""
        note, view = self._target.note, self._target.view
        if note is None or view.isReadOnly():
            self._begin(template)
            return
        if template.local_only and not note.local_only:
            notice = _(
                "“{title}” stays on this computer, so its text cannot go into a note that may leave it."
            )
            self._context.messages.show_info(notice.format(title=_name(template)))
            return
        text = fill(
            without_tag(template.body, is_mark),
            title=note.title,
            at=self._now(),
            names=date_format.names(),
        )
        view.textCursor().insertText(text.replace("\r\n", "\n").replace("\r", "\n"))
        self._target.setFocus()

    def _now(self) -> datetime:
        return self._context.services.clock.now().astimezone()


def _name(note: Note) -> str:
    return note.title or _("Untitled")
