"""The sections of the settings about other programs: which asked, what they wrote, and what they may write."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.app.settings.programs import PROGRAMS_FORGETS, PROGRAMS_MAY, PROGRAMS_WRITES
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.note import ListFilter, NoteId
from notebrain.domain.programs.program import KnownProgram, ProgramAct, ProgramUse, Scope
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.programs import texts
from notebrain.gui.programs.watch import allow_more, stopped_program
from notebrain.gui.settings.program_dialog import ProgramDialog
from notebrain.gui.settings.row import SettingRow
from notebrain.gui.settings.section import Block, Place
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import TitleButton, text_button
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel, Label, WrappedLabel
from notebrain.gui.widgets.layouts import FoldingRow

_MOST_PROGRAMS, _MOST_ACTS = 50, 25
_LEAST_WORDS = 300


class ProgramsBlock(Block):
    """A block about other programs, which is kept up to date while it is seen."""

    place = Place.WHOLE

    def __init__(self, context: Context, title: str, *words: str) -> None:
        super().__init__(context.theme, title, *words)
        self._context = context
        events = context.events
        for news in (
            *(events.changed_elsewhere, events.notes_changed, events.settings_changed),
            context.window.activated,
        ):
            news.connect(self._on_news)

    def _on_news(self, _news: object = None) -> None:
        if self.isVisible():
            self.refresh()


class WritingBlock(Block):
    """The switches of what all programs may write, and how much of it."""

    place = Place.WHOLE

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, _("What they may write"), _("Limits"))
        self.add_text(
            _(
                "For all programs that have no choice of their own. Each write is listed above, and can be taken back."
            )
        )
        self.rows = [
            SettingRow(context.theme, setting, context.settings)
            for setting in (*PROGRAMS_MAY.values(), PROGRAMS_WRITES, PROGRAMS_FORGETS)
        ]
        for row in self.rows:
            self.column.addWidget(row)
            self.texts += row.texts

    def refresh(self) -> None:
        """Show the current values."""
        for row in self.rows:
            row.refresh()


class StopStrip(QWidget):
    """Asks whether programs may write on after a limit stopped one."""

    def __init__(self, context: Context) -> None:
        super().__init__()
        self._theme = context.theme
        self.text = WrappedLabel(context.theme, ink="warning")
        self.more = QPushButton(_("Allow more"))
        self.more.setAutoDefault(True)
        self.more.clicked.connect(lambda: allow_more(context))
        start = QWidget()
        line = QHBoxLayout(start)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(IconLabel(context.theme, "triangle-alert", "warning"))
        line.addWidget(self.text, 1)
        self._row = FoldingRow(start, self.more, self)
        self._theme.follow(self._apply_theme)
        self.hide()

    def show_stop(self, program: str) -> None:
        """Ask for this program; nothing for an empty name."""
        self.text.setText(texts.stopped_text(program) if program else "")
        self.setVisible(bool(program))

    def _apply_theme(self) -> None:
        self._row.setContentsMargins(0, self._theme.px(4), 0, self._theme.px(4))
        self._row.setSpacing(self._theme.px(12))
        self._row.set_least(self._theme.px(_LEAST_WORDS))


@dataclass(frozen=True, slots=True)
class _Asked:
    programs: Sequence[KnownProgram]
    uses: Mapping[str, Sequence[ProgramUse]]
    stopped: str
    now: datetime


class AskedBlock(ProgramsBlock):
    """Lists the programs that asked, with what went out to each today; limits and blocks them."""

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            _("Programs that asked"),
            *(_("Block"), _("Limits…"), _("Take back…"), _("Workspaces and tags they see")),
        )
        self.stop = StopStrip(context)
        self.column.addWidget(self.stop)
        self.empty = self.add_text(_("No program has asked yet."), ink="muted")
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.column.addLayout(self._list)
        self.rows: list[ProgramRow] = []

    def refresh(self) -> None:
        """Read what there is now."""
        services = self._context.services
        writes, settings, clock = services.memory.programs, services.settings, services.clock

        def load() -> _Asked:
            uses: dict[str, list[ProgramUse]] = {}
            for use in writes.uses():
                uses.setdefault(use.program, []).append(use)
            now = clock.now()
            known = writes.known()[:_MOST_PROGRAMS]
            return _Asked(known, uses, stopped_program(settings, now), now)

        self._context.reader.read("programs that asked", load, self._show)

    def limit(self, program: KnownProgram) -> None:
        """Ask what a program may see and write."""
        library = self._context.services.library

        def load() -> tuple[Sequence[str], Sequence[str]]:
            return library.workspaces(), library.tags()

        self._context.reader.read(
            "what to limit to",
            load,
            lambda found: self._context.tasks.start(self._ask_limits(program, *found)),
        )

    def block(self, program: KnownProgram) -> None:
        """Let a program do nothing any more, or again what it may."""
        self._set(program, replace(program.scope, is_blocked=not program.scope.is_blocked))

    def take_back(self, program: KnownProgram) -> None:
        """Ask since when everything a program wrote is taken back."""
        self._context.tasks.start(self._ask_take_back(program))

    async def _ask_limits(
        self, program: KnownProgram, workspaces: Sequence[str], tags: Sequence[str]
    ) -> None:
        get = self._context.settings.get
        dialog = ProgramDialog(
            self._theme,
            texts.title_of(program.name),
            program.scope,
            may=[verb for verb, switch in PROGRAMS_MAY.items() if get(switch)],
            workspaces=workspaces,
            tags=tags,
            parent=self._context.window,
        )
        if await dialogs.accepted(self._context.tasks, dialog):
            self._set(program, dialog.scope)

    async def _ask_take_back(self, program: KnownProgram) -> None:
        now = self._context.services.clock.now()
        midnight = now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
        since = {
            _("Of the last hour"): now - timedelta(hours=1),
            _("Of today"): midnight,
            _("Everything"): None,
        }
        text = _(
            "What “{program}” wrote into your notes is taken back, the newest first. Notes you changed since stay as "
            "they are."
        )
        chosen = await dialogs.choose_answer(
            self._context.tasks,
            self._context.window,
            title=_("Take back"),
            text=text.format(program=texts.title_of(program.name)),
            answers=list(since),
            danger="",
        )
        if chosen is not None:
            writes = self._context.services.memory.programs
            work = partial(writes.undo_all, program.name, since[chosen])
            done = self._context.reader.lane(Lane.LONG).submit(work)
            self._context.events.when_done(done, lambda result: self._on_taken_back(*result))

    def _on_taken_back(self, kept: Sequence[ProgramAct], done: int) -> None:
        text = ngettext("{n} write was taken back", "{n} writes were taken back", done)
        said = text.format(n=date_format.number(done))
        if kept:
            more = ngettext(
                "{n} stays: its note was changed since",
                "{n} stay: their notes were changed since",
                len(kept),
            )
            said = f"{said}. {more.format(n=date_format.number(len(kept)))}"
            self._context.messages.show_warning(said)
        else:
            self._context.messages.show_info(said)
        self.refresh()

    def _set(self, program: KnownProgram, scope: Scope) -> None:
        done = self._context.services.memory.programs.set_scope(program.name, scope)
        self._context.events.when_done(done, lambda _nothing: self.refresh())

    def _show(self, asked: _Asked) -> None:
        self.stop.show_stop(asked.stopped)
        self.empty.setVisible(not asked.programs)
        if [row.program.name for row in self.rows] != [one.name for one in asked.programs]:
            for row in self.rows:
                self._list.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.rows = [ProgramRow(self._theme, one) for one in asked.programs]
            for row in self.rows:
                self._list.addWidget(row)
                row.limit.clicked.connect(lambda _on=False, row=row: self.limit(row.program))
                row.block.clicked.connect(lambda _on=False, row=row: self.block(row.program))
                row.undo.clicked.connect(lambda _on=False, row=row: self.take_back(row.program))
        for row, program in zip(self.rows, asked.programs, strict=True):
            row.show_program(program, asked.uses.get(program.name, ()), asked.now)


class ProgramRow(QWidget):
    """A program that asked, and what can be done about it."""

    def __init__(self, theme: Theme, program: KnownProgram) -> None:
        super().__init__()
        self._theme = theme
        self.program = program
        name = texts.title_of(program.name)
        self.name = ElidedLabel(theme, name, role=Role.TITLE)
        door = Label(theme, texts.door_of(program.name), role=Role.SMALL, ink="muted")
        self.facts = WrappedLabel(theme, role=Role.SMALL, ink="muted")
        self.limits = WrappedLabel(theme, role=Role.SMALL, ink="warning")
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._head = QHBoxLayout()
        self._head.addWidget(self.name)
        self._head.addWidget(door)
        self._head.addStretch(1)
        column.addLayout(self._head)
        column.addWidget(self.facts)
        column.addWidget(self.limits)
        acts = QWidget()
        self._acts = QHBoxLayout(acts)
        self._acts.setContentsMargins(0, 0, 0, 0)
        self.limit = text_button(_("Limits…"))
        self.undo = text_button(_("Take back…"))
        self.block = text_button("")
        for button, label in (
            (self.limit, _("Limits of {program}")),
            (self.undo, _("Take back what {program} wrote")),
        ):
            button.setAccessibleName(label.format(program=name))
        for button in (self.limit, self.undo, self.block):
            self._acts.addWidget(button)
        self._row = FoldingRow(words, acts, self)
        theme.follow(self._apply_theme)

    def show_program(
        self, program: KnownProgram, uses: Sequence[ProgramUse], now: datetime
    ) -> None:
        """Show how things stand."""
        self.program = program
        self.facts.setText(texts.asked_text(program, uses, now))
        limits = texts.limits_text(program.scope)
        self.limits.setText(limits)
        self.limits.setVisible(bool(limits))
        blocked, name = program.scope.is_blocked, self.name.text()
        self.limits.set_ink("danger" if blocked else "warning")
        self.block.setText(_("Unblock") if blocked else _("Block"))
        label = _("Unblock {program}") if blocked else _("Block {program}")
        self.block.setAccessibleName(label.format(program=name))
        self.undo.setEnabled(program.acts > 0)
        self.updateGeometry()

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(0, px(6), 0, px(6))
        self._row.setSpacing(px(12))
        self._row.set_least(px(_LEAST_WORDS))
        self._head.setSpacing(px(8))
        self._acts.setSpacing(px(4))


@dataclass(frozen=True, slots=True)
class _Acts:
    acts: Sequence[ProgramAct]
    titles: Mapping[NoteId, str]
    now: datetime


class ActsBlock(ProgramsBlock):
    """Lists what programs wrote, the newest first, and takes single acts back."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, _("What they wrote"), _("Undo what a program wrote"))
        self.empty = self.add_text(
            _("Nothing yet. Each note that a program saves or changes is listed here."), ink="muted"
        )
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.column.addLayout(self._list)
        self.rows: list[ActRow] = []

    def refresh(self) -> None:
        """Read what there is now."""
        services = self._context.services

        def load() -> _Acts:
            acts = services.memory.programs.acts(limit=_MOST_ACTS)
            only = tuple(dict.fromkeys(act.note_id for act in acts))
            rows = [
                row
                for trashed in (False, True)
                for row in services.library.list(ListFilter(only=only, trashed=trashed))
            ]
            return _Acts(acts, {row.id: row.title for row in rows}, services.clock.now())

        self._context.reader.read("what programs wrote", load, self._show)

    def undo(self, act: ProgramAct) -> None:
        """Take one act back."""
        done = self._context.services.memory.programs.undo(act.number)
        self._context.events.when_done(
            done, lambda _changes: self._on_undone(), failed=self._on_kept
        )

    def _on_undone(self) -> None:
        self._context.messages.show_info(_("The write was taken back"))
        self.refresh()

    def _on_kept(self, error: Exception) -> None:
        if isinstance(error, UserError):
            self._context.messages.show_warning(str(error))
        else:
            self._context.on_error(error)
        self.refresh()

    def _show(self, found: _Acts) -> None:
        self.empty.setVisible(not found.acts)
        numbers = [act.number for act in found.acts]
        if [row.act.number for row in self.rows] != numbers:
            for row in self.rows:
                self._list.removeWidget(row)
                row.hide()
                row.deleteLater()
            self.rows = [ActRow(self._theme, act) for act in found.acts]
            for row in self.rows:
                self._list.addWidget(row)
                row.undo.clicked.connect(lambda _on=False, row=row: self.undo(row.act))
                row.title.clicked.connect(
                    lambda _on=False, row=row: self._context.navigator.open_note(row.act.note_id)
                )
        for row, act in zip(self.rows, found.acts, strict=True):
            row.show_act(act, found.titles.get(act.note_id), found.now)


class ActRow(QWidget):
    """One act of a program: the note it touched, and the button that takes it back."""

    def __init__(self, theme: Theme, act: ProgramAct) -> None:
        super().__init__()
        self._theme = theme
        self.act = act
        self.title = TitleButton(ink="text")
        self.facts = ElidedLabel(theme, role=Role.SMALL, ink="muted")
        self.undo = text_button(_("Undo"))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.title)
        words.addWidget(self.facts)
        self._line = QHBoxLayout(self)
        self._line.addLayout(words)
        self._line.addStretch(1)
        self._line.addWidget(self.undo, 0, Qt.AlignmentFlag.AlignVCenter)
        theme.follow(self._apply_theme)

    def show_act(self, act: ProgramAct, title: str | None, now: datetime) -> None:
        """Show how things stand.

        Args:
            title: The title of the note; None if it is gone.
        """
        self.act = act
        self.title.set_title(_("A note that is gone") if title is None else title or _("Untitled"))
        self.title.setEnabled(title is not None)
        when, done = date_format.stamp(act.at, now), texts.verb_text(act.verb)
        facts = _("{program} · {act} · {when}").format(
            program=texts.title_of(act.program), act=done, when=when
        )
        undone = act.undone_at is not None
        self.facts.setText(_("{facts} · taken back").format(facts=facts) if undone else facts)
        self.undo.setVisible(not undone)
        self.undo.setAccessibleName(_("Undo: {facts}").format(facts=facts))

    def _apply_theme(self) -> None:
        self._line.setContentsMargins(0, self._theme.px(4), 0, self._theme.px(4))
        self._line.setSpacing(self._theme.px(12))
