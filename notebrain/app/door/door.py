"""The door for other programs: runs their calls as far as the user allows, and counts what goes out."""

import hashlib
import logging
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from notebrain.app.door import overviews, resources
from notebrain.app.door.arguments import BadArguments, Given
from notebrain.app.door.reader import Reader
from notebrain.app.door.replies import DEFAULT_BUDGET, Packer, Reply, refusal
from notebrain.app.door.tools import TOOLS, Tool
from notebrain.app.door.writer import Writer
from notebrain.app.settings.programs import (
    PROGRAMS_FORGETS,
    PROGRAMS_MAY,
    PROGRAMS_MORE,
    PROGRAMS_STOPPED,
    PROGRAMS_WRITES,
)
from notebrain.domain.errors import NoteBrainError, NotFound, Unavailable, UserError, VaultError
from notebrain.domain.i18n import _
from notebrain.domain.programs.program import LimitReached, Limits, NotAllowed, Scope, StaleVersion

if TYPE_CHECKING:
    from notebrain.app.model.local_model import ModelCache
    from notebrain.app.services import Services
    from notebrain.app.settings.setting import Setting

log = logging.getLogger("notebrain.door")

_MARK_BYTES: Final = 8
_CALLS_AT_ONCE: Final = 20
_COUNT_EVERY = timedelta(minutes=1)

_READS: Final[Mapping[str, Callable[[Reader, Given], Reply]]] = {
    "recall": Reader.recall,
    "context": Reader.context,
    "show": Reader.show,
    "list": Reader.list_notes,
    "links": Reader.links,
    "history": Reader.history,
    "ask": overviews.ask,
    "tags": overviews.tags,
    "workspaces": overviews.workspaces,
    "review": overviews.review,
    "episodes": overviews.episodes,
}
_WRITES: Final[Mapping[str, Callable[[Writer, Given], Reply]]] = {
    "capture": Writer.capture,
    "append": Writer.append,
    "update": Writer.update,
    "forget": Writer.forget,
    "restore": Writer.restore,
}
_WORDS: Final[Sequence[tuple[type[NoteBrainError], str]]] = (
    (LimitReached, "limit"),
    (NotAllowed, "not_allowed"),
    (BadArguments, "bad_arguments"),
    (NotFound, "not_found"),
    (
        VaultError,
        "unavailable",
    ),  # a full disk, a vault that was moved: a clip that waits is tried again
    (UserError, "refused"),
    (Unavailable, "unavailable"),
)
"""What `error` of a refusal says; the first kind that fits."""


def open_door(folder: str | None, switch: "Setting[bool]") -> "Door":
    """Open a vault for other programs; the model runs in a process of its own while it is needed.

    Raises:
        VaultError: It cannot be opened.
    """
    from notebrain.app.services import open_services
    from notebrain.embedders.runtime import return_large_blocks

    return_large_blocks()
    return Door(open_services(folder, apart=True), switch)


class Door:
    """The functions for other programs on one vault; thread-safe.

    Args:
        switch: The setting that opens this door; while it is off, every call is refused.
    """

    def __init__(self, services: "Services", switch: "Setting[bool]") -> None:
        self._services = services
        self._switch = switch
        self._uses = _Uses(services)
        self._stopped_at: datetime | None = None

    def offered(self, program: str) -> Sequence[Tool]:
        """Return the listed functions that a program may call: all that read, and those that write one by one."""
        scope = self._services.memory.programs.scope_of(program)
        return [tool for tool in TOOLS.values() if tool.is_listed and self._is_on(tool, scope)]

    def call(self, program: str, name: str, arguments: Mapping[str, object]) -> Reply:
        """Run one call; what the user does not allow, and what cannot be done, is told in the reply.

        Args:
            program: Who asks, see `program_name`.

        Raises:
            KeyError: There is no such function.
        """
        tool = TOOLS[name]
        try:
            reply = self._answer(program, tool, arguments)
        except NoteBrainError as error:
            reply = refused(error)
            if isinstance(error, LimitReached):
                self.note_stop(program)
        self._uses.count(program, name, len(reply.text))
        return reply

    def note_stop(self, program: str) -> None:
        """Note that a limit stopped a program, so that the window can ask the user; at most once a minute."""
        now = self._services.clock.now()
        if self._stopped_at is not None and abs(now - self._stopped_at) < _COUNT_EVERY:
            return
        self._stopped_at = now
        stop = f"{now.isoformat()} {program}"
        with suppress(NoteBrainError):  # the refusal tells the program as well
            self._services.settings.put_silently(PROGRAMS_STOPPED, stop).result()
            self._services.notify_window()

    def read(self, program: str, uri: str) -> Reply:
        """Return what stands at an address, see `resources`; a refusal is told in the reply."""
        try:
            reader = self._reader(program, self._admitted(program), DEFAULT_BUDGET)
            reply = resources.read(reader, uri, now=self._services.clock.now())
        except NoteBrainError as error:
            reply = refused(error)
        self._uses.count(program, "read", len(reply.text))
        return reply

    def mark_of(self, program: str, uri: str) -> str:
        """Return what changes whenever that at an address does; not counted."""
        try:
            reader = self._reader(program, self._admitted(program), DEFAULT_BUDGET)
            reply = resources.read(reader, uri, now=self._services.clock.now())
        except NoteBrainError as error:
            return str(error)
        return hashlib.sha256(repr(reply.document).encode("utf-8", "replace")).hexdigest()

    def changed(self) -> int:
        """Return a number that differs after any change of the vault, on one thread."""
        return self._services.store.data_version()

    def tidy(self) -> float | None:
        """End the model if nothing needed it for a while; return in how many seconds to ask again, None for never."""
        model: ModelCache | None = vars(self._services).get("model")  # which this must not make
        if model is None or model.release_if_idle():
            return None
        return model.idle_left_s()

    def flush(self) -> None:
        """Write down what was counted; waits for it."""
        self._uses.close()

    def close(self) -> None:
        """Write down what was counted and close the vault; waits for it."""
        self.flush()
        self._services.close()

    def limits(self) -> Limits:
        """Return how much may be written."""
        get = self._services.settings.get
        since = None
        with suppress(ValueError):
            since = datetime.fromisoformat(get(PROGRAMS_MORE))
        return Limits(get(PROGRAMS_WRITES), get(PROGRAMS_FORGETS), since)

    def _answer(self, program: str, tool: Tool, arguments: Mapping[str, object]) -> Reply:
        scope = self._admitted(program)
        if not self._is_on(tool, scope):
            raise NotAllowed(_off_text(tool, scope))
        given = Given(tool.arguments, arguments)
        reader = self._reader(program, scope, given.get("budget", DEFAULT_BUDGET))
        if tool.name in _READS:
            return _READS[tool.name](reader, given)
        if tool.name in _WRITES:
            return _WRITES[tool.name](Writer(reader, self.limits()), given)
        return reader.status(given, [one.name for one in self.offered(program)], self.limits())

    def _admitted(self, program: str) -> Scope:
        """Return what a program may see.

        Raises:
            NotAllowed: Nothing.
            VaultError: The vault was moved or deleted; open connections would still read it.
        """
        self._services.store.check_place()
        if not self._services.settings.get(self._switch):
            text = _(
                "The user has not opened these notes to other programs; “notebrain programs on reading” does that."
            )
            raise NotAllowed(text)
        scope = self._services.memory.programs.scope_of(program)
        if scope.is_blocked:
            raise NotAllowed(_("The user has blocked this program."))
        return scope

    def _reader(self, program: str, scope: Scope, budget: int) -> Reader:
        programs = self._services.memory.programs
        synced = programs.synced_notes() if scope.only_synced else None
        allowed, packer = programs.allowed_notes(), Packer(budget, _new_mark)
        return Reader(self._services, program, scope, allowed, packer, synced)

    def _is_on(self, tool: Tool, scope: Scope) -> bool:
        if tool.writes is None or scope.may is not None:
            return tool.writes is None or tool.writes in (scope.may or ())
        return self._services.settings.get(PROGRAMS_MAY[tool.writes])


class _Uses:
    """Counts calls and text that went out, and writes them down now and then: a call must not cost a write."""

    def __init__(self, services: "Services") -> None:
        self._services = services
        self._lock = threading.Lock()
        self._counted: dict[tuple[str, str], tuple[int, int]] = {}
        self._calls = 0
        self._written_at: datetime | None = None

    def count(self, program: str, tool: str, characters: int) -> None:
        """Count one call."""
        now = self._services.clock.now()
        with self._lock:
            calls, so_far = self._counted.get((program, tool), (0, 0))
            self._counted[program, tool] = (calls + 1, so_far + characters)
            self._calls += 1
            last = self._written_at
            if last is not None and self._calls < _CALLS_AT_ONCE and abs(now - last) < _COUNT_EVERY:
                return
            self._written_at = now
        self._write()

    def close(self) -> None:
        """Write down the rest."""
        self._write(wait=True)

    def _write(self, *, wait: bool = False) -> None:
        with self._lock:
            counted, self._counted, self._calls = self._counted, {}, 0
        for (program, tool), (calls, characters) in counted.items():
            written = self._services.memory.programs.count_use(
                program, tool, calls=calls, characters=characters
            )
            if wait:
                with suppress(NoteBrainError):  # a vault that cannot be written can still be read
                    written.result()


def refused(error: NoteBrainError) -> Reply:
    """Return the reply to a call that could not be done."""
    if isinstance(error, StaleVersion):
        return refusal("changed", str(error), version=error.present)
    for kind, word in _WORDS:
        if isinstance(error, kind):
            return refusal(word, str(error))
    log.warning("a call of another program failed: %s", type(error).__name__)
    return refusal("failed", str(error))


def _off_text(tool: Tool, scope: Scope) -> str:
    if scope.may is not None:
        return _(
            "The user does not let this program do that; they can in Settings, Other programs."
        )
    text = _("This is switched off; the user can allow it with “notebrain programs on {tool}”.")
    return text.format(tool=tool.name)


def _new_mark() -> str:
    return secrets.token_hex(_MARK_BYTES)
