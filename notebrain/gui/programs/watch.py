"""Tells the user what other programs do: that one writes for the first time, and that one would write more."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from PySide6.QtCore import QObject

from notebrain.app.events import ProgramStopped, ProgramWrote
from notebrain.app.settings.programs import (
    PROGRAMS_CLIPPER,
    PROGRAMS_HTTP,
    PROGRAMS_MCP,
    PROGRAMS_MORE,
    PROGRAMS_STOPPED,
)
from notebrain.app.settings.setting import Settings
from notebrain.domain.i18n import _
from notebrain.gui.core.context import Context

_ASKED_FOR = timedelta(hours=1)


def stopped_program(settings: Settings, now: datetime) -> str:
    """Return which program a limit stopped within the last hour, unless the user allowed more since; "" for none."""
    at, _space, program = settings.get(PROGRAMS_STOPPED).partition(" ")
    try:
        moment = datetime.fromisoformat(at)
        more = settings.get(PROGRAMS_MORE)
        if more and datetime.fromisoformat(more) >= moment:
            return ""
        return program if abs(now - moment) < _ASKED_FOR else ""
    except (ValueError, TypeError):  # not written by us
        return ""


def allow_more(context: Context) -> None:
    """Let other programs write on after a limit stopped one: what they did so far does not count any more."""
    context.settings.put(PROGRAMS_MORE, context.services.clock.now().isoformat())
    context.messages.show_info(_("Other programs may write on"))


class ProgramWatch(QObject):
    """Looks after each change whether there is news; while all switches are off, it reads nothing."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.window)
        self._context = context
        self._told = ""
        self._announced: set[str] = set()
        events = context.events
        for news in (events.changed_elsewhere, events.notes_changed, events.settings_changed):
            news.connect(self._look)
        self._look()

    def _look(self, _changes: object = None) -> None:
        services = self._context.services
        if any(map(services.settings.get, (PROGRAMS_MCP, PROGRAMS_HTTP, PROGRAMS_CLIPPER))):
            programs = services.memory.programs
            self._context.reader.read("new writers", programs.untold_writers, self._on_writers)
            self._on_stop(services.settings.get(PROGRAMS_STOPPED))

    def _on_writers(self, names: Sequence[str]) -> None:
        for name in names:
            if name in self._announced:
                continue  # it is only being written down that the user was told
            self._announced.add(name)
            told = self._context.services.memory.programs.mark_told(name)
            self._context.events.when_done(told)
            self._context.events.deliver(ProgramWrote(name))

    def _on_stop(self, stop: str) -> None:
        if stop == self._told:
            return
        self._told = stop
        now = self._context.services.clock.now()
        program = stopped_program(self._context.services.settings, now)
        if program:
            self._context.events.deliver(ProgramStopped(program))
