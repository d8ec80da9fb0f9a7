"""Web pages that the clipper of a browser sends: one function more, which only saves."""

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from notebrain.app.door.arguments import Argument, Given
from notebrain.app.door.replies import Document
from notebrain.app.notes.clips import Clipping
from notebrain.app.settings.programs import PROGRAMS_CLIPPER
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.note import DEFAULT_WORKSPACE
from notebrain.domain.programs.program import Limits, NotAllowed
from notebrain.domain.web_pages.page import Part, WebPage
from notebrain.notes.clips import Clipped
from notebrain.notes.programs import NoteAt

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notebrain.app.services import Services
    from notebrain.domain.notes.changes import Changes
    from notebrain.domain.notes.draft import Draft
    from notebrain.notes.files import NewFile

_LONGEST_PAGE: Final = 25_000_000
_IDLE_S: Final = 30.0
"""How long the process that reads pages waits for the next one."""
ARGUMENTS: Final = (
    Argument("html", "string", "The page.", is_needed=True, most=_LONGEST_PAGE),
    Argument("url", "string", "Where it is.", is_needed=True, most=8_000),
    Argument(
        "part",
        "string",
        "What of it to keep.",
        choices=tuple(part.value for part in Part),
        default=Part.ARTICLE.value,
    ),
    Argument("selection", "string", "The HTML of the selection.", most=_LONGEST_PAGE),
    Argument("tags", "strings", "Tags."),
    Argument("workspace", "string", "A workspace that exists."),
    Argument("update", "boolean", "Replace the text of its note.", default=False),
)


class PageThere(UserError):
    """The page is in the notes already.

    Attributes:
        is_edited: Whether the user has edited it since, so that it is not replaced.
    """

    def __init__(self, message: str, *, is_edited: bool) -> None:
        super().__init__(message)
        self.is_edited = is_edited


class Clipper:
    """Saves the web pages that programs send into one vault; thread-safe.

    Pages come from anywhere, so they are read in a process of its own, one after the other; it ends when none came for
    a while.
    """

    def __init__(self, services: "Services") -> None:
        from notebrain.documents.subprocess_client import ApartReader
        from notebrain.embedders.subprocess_client import start

        self._services = services
        self._reader = ApartReader(start)
        self._reading = threading.Lock()
        self._rest: threading.Timer | None = None

    def stop(self) -> None:
        """End the reading that is under way, and read nothing more."""
        self._reader.stop()
        self._release()

    def clip(self, program: str, arguments: Mapping[str, object], limits: Limits) -> Document:
        """Save a web page for a program; tells nothing of other notes.

        Raises:
            PageThere: The page is in the notes already, and is not to be replaced.
            UserError: The page cannot be saved, or the user does not allow it.
            Unavailable: It can be tried again.
        """
        if not self._services.settings.get(PROGRAMS_CLIPPER):
            text = _("The clipper is switched off; “notebrain programs on clipper” switches it on.")
            raise NotAllowed(text)
        programs = self._services.memory.programs
        scope = programs.scope_of(program)
        if scope.is_blocked:
            raise NotAllowed(_("The user has blocked this program."))
        given = Given(ARGUMENTS, arguments)
        workspace = given["workspace"] or (scope.workspaces or (DEFAULT_WORKSPACE,))[0]
        if workspace != DEFAULT_WORKSPACE:
            self._services.library.check_filing(workspace)
        tags = tuple(given["tags"] or ())
        if not scope.covers(workspace, tags):
            raise NotAllowed(_("This program may not write there."))
        page = self._read(given)
        known = self._services.memory.clips.find(page.address) if given["update"] else None
        at = None if known is None else NoteAt(known.id, known.version)

        def save(draft: "Draft", files: "Sequence[NewFile]") -> "Future[Changes]":
            write = programs.clip(program, draft, files, limits, replaces=at)
            write.wait()
            return write.future

        clipping = Clipping(self._services.memory.clips, self._services.file_acts)
        try:
            saved = clipping.save(page, tags=tags, workspace=workspace, save=save)
        except Clipped as there:
            told = (
                _("You have edited the note of this page; it stays as it is.")
                if there.is_edited
                else _("This page is in your notes already.")
            )
            raise PageThere(told, is_edited=there.is_edited) from there
        self._services.notify_window()
        return {
            "note_id": saved.note_id,
            "outcome": saved.result.value,
            "title": page.title,
            "pictures": saved.pictures,
            "linked_pictures": saved.linked,
            "cut": page.is_cut,
        }

    def _read(self, given: Given) -> WebPage:
        part, selection = Part(given["part"]), given["selection"] or ""
        with self._reading:
            if self._rest is not None:
                self._rest.cancel()
            self._rest = threading.Timer(_IDLE_S, self._release)
            self._rest.daemon = True
            self._rest.start()
            return self._reader.read_page(given["html"], given["url"], part, selection)

    def _release(self) -> None:
        with self._reading:
            if self._rest is not None:
                self._rest.cancel()
            self._reader.release()
