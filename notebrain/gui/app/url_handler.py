"""Addresses that other programs open: the window shows something, and nothing else happens."""

from typing import TYPE_CHECKING, assert_never

from PySide6.QtCore import QObject

from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.notes.addresses import BadLink, CaptureLink, NoteLink, SearchLink, app_link
from notebrain.gui.window.pages import SEARCH

if TYPE_CHECKING:
    from notebrain.gui.app.features import AppWindow


def follow(window: "AppWindow", address: str, token: str = "") -> None:
    """Show what an address points to; if it is refused, say why without bringing the window forward.

    Args:
        token: Allows the window to come to the front on systems where programs may not do so on their own.
    """
    try:
        link = app_link(address)
    except BadLink as refusal:
        window.status.show_problem(_("The link was not opened. {why}").format(why=refusal))
        return
    match link:
        case CaptureLink(text, workspace):
            window.quick_capture.ask(text, token, workspace=workspace)
        case NoteLink(note):
            window.window.raise_window(token)
            _show_note(window, note)
        case SearchLink(query):
            window.window.raise_window(token)
            window.pages.show(SEARCH)
            if query:
                window.search.panel.search(query)
        case _:
            assert_never(link)


def _show_note(window: "AppWindow", beginning: str) -> None:
    try:
        window.browser.open_note(window.services.library.find(beginning))
    except NotFound:
        window.status.show_problem(
            _("The link was not opened. {why}").format(why=_("There is no such note."))
        )


class FirstLink(QObject):
    """Follows the address that NoteBrain was started with, once the window is shown."""

    def __init__(self, window: "AppWindow", address: str) -> None:
        super().__init__(window.window)
        self._app, self._address = window, address
        window.window.painted.connect(self._follow)

    def _follow(self) -> None:
        follow(self._app, self._address)
