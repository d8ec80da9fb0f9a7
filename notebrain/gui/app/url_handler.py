"""Addresses that other programs open: the window shows something, and nothing else happens."""

from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QObject

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.addresses import BadLink, CaptureLink, NoteLink, SearchLink, app_link

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


def follow(desk: "Desk", address: str, token: str = "") -> None:
    """Show what an address points to; if it is refused, say why without bringing the window forward.

    Args:
        token: Allows the window to come to the front on systems where programs may not do so on their own.
    """
    try:
        link = app_link(address)
    except BadLink as refusal:
        desk.status.tell_problem(_("A link was not followed. {why}").format(why=refusal))
        return
    match link:
        case CaptureLink(text, workspace):
            from notebrain.gui.quick_capture.controller import flow_of

            flow_of(desk).ask(text, token, workspace=workspace)
        case NoteLink(note):
            desk.window.come_forward(token)
            _show_note(desk, note)
        case SearchLink(query):
            desk.window.come_forward(token)
            desk.show_search()
            if query:
                desk.search.search(query)
        case _:
            assert_never(link)


def _show_note(desk: "Desk", beginning: str) -> None:
    try:
        desk.open_note(desk.services.library.find(beginning))
    except NotFound:
        desk.status.tell_problem(
            _("A link was not followed. {why}").format(why=_("There is no such note."))
        )


class FirstLink(QObject):
    """Follows the address that NoteBrain was started with, once the window is shown."""

    def __init__(self, desk: "Desk", address: str) -> None:
        super().__init__(desk)
        self._desk, self._address = desk, address
        desk.window.painted.connect(self._follow)

    def _follow(self) -> None:
        follow(self._desk, self._address)
