"""Web pages that the clipper of a browser sends: one function more, which only saves."""

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
from notebrain.domain.web_pages.page import Part, page_of
from notebrain.notes.clips import Clipped
from notebrain.notes.programs import NoteAt

if TYPE_CHECKING:
    from concurrent.futures import Future

    from notebrain.app.services import Services
    from notebrain.domain.notes.changes import Changes
    from notebrain.domain.notes.draft import Draft
    from notebrain.notes.files import NewFile

_LONGEST_PAGE: Final = 25_000_000
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


def clip(
    services: "Services", program: str, arguments: Mapping[str, object], limits: Limits
) -> Document:
    """Save a web page for a program; tells nothing of other notes.

    Raises:
        PageThere: The page is in the notes already, and is not to be replaced.
        UserError: The page cannot be saved, or the user does not allow it.
    """
    if not services.settings.get(PROGRAMS_CLIPPER):
        text = _("The clipper is switched off; “notebrain programs on clipper” switches it on.")
        raise NotAllowed(text)
    programs = services.memory.programs
    scope = programs.scope_of(program)
    if scope.is_blocked:
        raise NotAllowed(_("The user has blocked this program."))
    given = Given(ARGUMENTS, arguments)
    workspace = given["workspace"] or (scope.workspaces or (DEFAULT_WORKSPACE,))[0]
    if workspace != DEFAULT_WORKSPACE:
        services.library.check_filing(workspace)
    tags = tuple(given["tags"] or ())
    if not scope.covers(workspace, tags):
        raise NotAllowed(_("This program may not write there."))
    page = page_of(
        given["html"], given["url"], Part(given["part"]), selection=given["selection"] or ""
    )
    known = services.memory.clips.find(page.address) if given["update"] else None
    at = None if known is None else NoteAt(known.id, known.version)

    def save(draft: "Draft", files: "Sequence[NewFile]") -> "Future[Changes]":
        write = programs.clip(program, draft, files, limits, replaces=at)
        write.wait()
        return write.future

    clipping = Clipping(services.memory.clips, services.file_acts)
    try:
        saved = clipping.save(page, tags=tags, workspace=workspace, save=save)
    except Clipped as there:
        told = (
            _("You have edited the note of this page; it stays as it is.")
            if there.is_edited
            else _("This page is in your notes already.")
        )
        raise PageThere(told, is_edited=there.is_edited) from there
    services.notify_window()
    return {
        "note_id": saved.note_id,
        "outcome": saved.result.value,
        "title": page.title,
        "pictures": saved.pictures,
        "linked_pictures": saved.linked,
        "cut": page.is_cut,
    }
