"""The controller of the palette: what it finds, and what choosing a row does."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QObject

from notebrain.app.commands.command import CommandId
from notebrain.app.notes.titles import Title
from notebrain.app.settings.remembered import PALETTE_RECENT
from notebrain.domain.i18n import _
from notebrain.domain.notes.links import link_key
from notebrain.domain.notes.navigation import NavigationHistory
from notebrain.domain.text.fuzzy import Fuzzy, fold
from notebrain.gui.command_palette import finder
from notebrain.gui.command_palette.model import CommandRow, NewRow, NoteRow, Row
from notebrain.gui.command_palette.overlay import Overlay
from notebrain.gui.command_palette.panel import Hint
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context, Elsewhere
from notebrain.gui.core.locations import Place
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.new_note import create_note
from notebrain.gui.notes.title_finder import NoteFinder

_NOTES = 50
_VISITED, _LATELY = 8, 20


class CommandPaletteController(QObject):
    """Shows the palette in a window, with commands and notes or with notes only."""

    def __init__(
        self, context: Context, active: ActiveEditor, visits: NavigationHistory[Place]
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._visits = visits
        self._overlay: Overlay | None = None
        self._only_notes = False
        self._wanted = Fuzzy("")
        self._notes = NoteFinder(context.services.library, context.reader, self, what="titles")
        self._notes.found.connect(self._on_found)
        self._found: Sequence[Title] = ()
        self._several = False
        """Whether there is more than one workspace, in which case each note shows its own."""
        self._viewed: frozenset[int] = frozenset()
        """The keys of the notes viewed lately."""
        self._recent = finder.recent_of(context.services.settings.get(PALETTE_RECENT))

    @property
    def overlay(self) -> Overlay:
        """The palette, created on first use."""
        if self._overlay is None:
            self._overlay = overlay = Overlay(self._context.theme, self._context.window.room)
            overlay.closed.connect(self._on_closed)
            overlay.panel.asked.connect(self._on_asked)
            overlay.panel.chosen.connect(self._on_chosen)
            overlay.panel.chosen_beside.connect(self._on_chosen_beside)
            overlay.panel.create_requested.connect(self._on_create)
        return self._overlay

    def open(self, *, only_notes: bool) -> None:
        """Show the palette; reopening it in the same mode closes it, and text typed in the other mode stays."""
        shown = self.overlay.isVisible() and self.overlay.parent() is self._active.room
        if shown and only_notes == self._only_notes:
            self.overlay.close_up()
            return
        self._only_notes = only_notes
        self._several = len(self._context.services.library.workspaces()) > 1
        viewed = self._context.services.library.titles_of(self._visits.recent()[:_VISITED])
        self._viewed = frozenset(title.key for title in viewed)
        if not shown:
            self.overlay.panel.begin()
        self._show_mode()
        self.overlay.open_up(self._active.room)
        self._on_asked(self.overlay.panel.edit.text())

    def _show_mode(self) -> None:
        panel, keys = self.overlay.panel, self._context.actions.keys
        choose, close = Hint(("Up", "Down"), _("choose")), Hint(("Esc",), _("close"))
        if self._only_notes:
            panel.set_subject("file-text", _("Go to note"), _("Go to a note, or name a new one"))
            more = Hint(("Ctrl+Enter",), _("new note"))
            other = Hint(keys.keys(CommandId.PALETTE)[:1], _("commands"))
            beside = Hint(("Shift+Enter",), _("beside"))
            panel.show_keys((choose, Hint(("Enter",), _("open")), beside, more, close), other)
        else:
            panel.set_subject("command", _("Commands and notes"), _("What do you want to do?"))
            other = Hint(keys.keys(CommandId.SWITCHER)[:1], _("notes only"))
            panel.show_keys((choose, Hint(("Enter",), _("run")), close), other)

    def _on_asked(self, typed: str) -> None:
        self._wanted = Fuzzy(typed)
        if self._wanted:
            # until the search has an answer, those of the last one that still match
            matching = [title for title in self._found if self._wanted.score(fold(title.text))]
            self._show(self._rows(matching))
            most = _NOTES if self._only_notes else finder.NOTES_AMONG_COMMANDS
            self._notes.find(self._wanted, most, recent=self._viewed)
        else:
            self._notes.stop()
            self._on_found(self._lately() if self._only_notes else ())

    def _on_closed(self) -> None:
        self._notes.stop()
        self._found = ()

    def _lately(self) -> Sequence[Title]:
        """Return the notes viewed or edited last; the note that is shown comes last."""
        library = self._context.services.library
        shown = (
            [self._context.navigator.note.id] if self._context.navigator.note is not None else []
        )
        visited = library.titles_of(self._visits.recent()[:_VISITED])
        here = library.titles_of(shown)
        known = {title.key for title in (*visited, *here)}
        newest = [title for title in library.newest_titles(_LATELY) if title.key not in known]
        return [*visited, *newest, *here]

    def _on_found(self, titles: Sequence[Title]) -> None:
        self._found = titles
        self._show(self._rows(titles), whole=True)

    def _rows(self, titles: Sequence[Title]) -> Sequence[NoteRow]:
        details = self._details(titles)
        return [replace(self._note(one), details=details.get(one.key, "")) for one in titles]

    def _details(self, titles: Sequence[Title]) -> dict[int, str]:
        """Return by its key what tells each note from others of the same title: its words, else when it was changed."""
        count = Counter(link_key(title.text) for title in titles)
        alike = [title for title in titles if count[link_key(title.text)] > 1]
        library = self._context.services.library
        words = {title.key: row.snippet for title in alike for row in library.rows([title.key])}
        said = Counter((link_key(title.text), words.get(title.key)) for title in alike)
        return {
            title.key: words[title.key]
            if words.get(title.key) and said[link_key(title.text), words[title.key]] == 1
            else date_format.full(title.updated_at)
            for title in alike
        }

    def _show(self, notes: Sequence[NoteRow], *, whole: bool = False) -> None:
        actions, wanted, typed = self._context.actions, self._wanted, self.overlay.panel.edit.text()
        if self._only_notes:
            rows: list[Row] = [*notes]
        else:
            most = finder.COMMANDS_WITH_NOTES if notes else None
            rows = [
                *finder.command_rows(actions, self._recent, wanted)[:most],
                *finder.note_rows(notes, head=_("Notes")),
                *finder.missing_rows(actions, self._recent, wanted),
            ]
        if not rows and whole:
            rows = finder.new_rows(typed)
        given = bool(rows) and isinstance(rows[0], CommandRow)
        self.overlay.panel.show_rows(rows, more=not whole and not given)

    def _note(self, title: Title) -> NoteRow:
        name = title.text or _("Untitled")
        when = date_format.short(title.updated_at, self._context.services.clock.now())
        alone = not self._several or title.workspace == self._context.navigator.workspace
        aside = when if alone else f"{title.workspace} · {when}"
        return NoteRow(title.key, name, self._wanted.marks(name), aside)

    def _on_chosen(self, row: Row) -> None:
        self.overlay.close_up()
        match row:
            case CommandRow(command):
                self._run(command)
            case NoteRow(key):
                self._go(key)
            case NewRow(title):
                self._create(title)
            case _:
                pass

    def _on_chosen_beside(self, row: Row) -> None:
        if not isinstance(row, NoteRow):
            self._on_chosen(row)
            return
        self.overlay.close_up()
        self._go(row.key, beside=True)

    def _on_create(self, typed: str) -> None:
        if typed:
            self.overlay.close_up()
            self._create(typed)

    def _create(self, title: str) -> None:
        self._active.show_main_window()
        create_note(self._context, self._active.main, title)

    def _run(self, command: CommandId) -> None:
        self._recent = finder.used(self._recent, command)
        self._context.services.settings.put(PALETTE_RECENT, " ".join(self._recent))
        self._active.run(command)

    def _go(self, key: int, *, beside: bool = False) -> None:
        self._active.show_main_window()
        rows = self._context.services.library.rows([key])
        if rows and beside:
            self._context.navigator.elsewhere_requested.emit(Elsewhere(rows[0].id))
        elif rows:
            self._context.navigator.write_in(rows[0].id)
        else:
            self._context.messages.show_info(_("This note is gone"))


class CommandPaletteOpener(QObject):
    """Opens the palette in a window."""

    def __init__(
        self, context: Context, active: ActiveEditor, visits: NavigationHistory[Place]
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._visits = visits
        self._palette: CommandPaletteController | None = None
        context.actions.bind(CommandId.PALETTE, lambda: self.open(only_notes=False))
        context.actions.bind(CommandId.SWITCHER, lambda: self.open(only_notes=True))

    def open(self, *, only_notes: bool) -> None:
        """Show the palette, with commands and notes or with notes only."""
        if self._palette is None:
            self._palette = CommandPaletteController(self._context, self._active, self._visits)
        self._palette.open(only_notes=only_notes)
