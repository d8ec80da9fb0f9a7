"""Opening links to a note, a heading or a web page, and offering to create a note that does not exist."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from notebrain.app.commands.command import CommandId
from notebrain.app.notes.links import Destination
from notebrain.domain.i18n import _
from notebrain.domain.notes.addresses import Opening, opening_of
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.links import link_of, named_text
from notebrain.domain.notes.note import DEFAULT_WORKSPACE
from notebrain.gui.core import dialogs
from notebrain.gui.editor.markdown_syntax import link_at

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


class LinkOpener(QObject):
    """Opens the links in the text and in the panes beside it."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk)
        self._desk = desk
        desk.editor.link_opened.connect(self.open)
        desk.actions.bind(CommandId.FOLLOW_LINK, self.follow)

    def follow(self) -> None:
        """Open the link at the caret."""
        cursor = self._desk.editor.view.textCursor()
        target = link_at(cursor.block().text(), cursor.positionInBlock())
        if target:
            self.open(target)
        else:
            self._desk.status.tell_plain(_("The cursor is not in a link"))

    @Slot(str)
    def open(self, target: str) -> None:
        """Open an address, or the note named between the brackets of a link."""
        match opening_of(target):
            case Opening.AT_ONCE:
                QDesktopServices.openUrl(QUrl(target))
            case Opening.ASK:
                self._desk.tasks.start(self._ask_and_open(QUrl(target)))
            case Opening.NOTE:
                self.open_note(target)
            case Opening.NEVER:
                self._desk.status.tell_problem(
                    _("This link was not opened: it would run a program.")
                )

    def open_note(self, said: str) -> None:
        """Go to the note that a link names, or offer to create it."""
        desk = self._desk
        links, origin = desk.services.links, desk.browser.note

        def go(found: Destination | None) -> None:
            if found is None:
                self._offer(said)
            else:
                self.go_to(found)

        desk.reader.read("link", lambda: links.find(said, origin=origin), go)

    def go_to(self, place: Destination) -> None:
        """Show a note, scrolled to the heading if there is one."""
        if self._desk.open_note(place.note_id):
            if place.at is not None:
                self._desk.editor.show_passage(place.at, place.at)
            self._desk.editor.setFocus()

    def create(self, title: str) -> None:
        """Create the note with this title in the current location and let the user write."""
        desk = self._desk
        origin = desk.browser.note
        workspace = origin.workspace if origin else desk.browser.workspace
        desk.editor.flush()
        body, own_title = named_text(title)
        draft = Draft(
            body,
            title=own_title,
            workspace=workspace or DEFAULT_WORKSPACE,
            local_only=origin is not None and origin.local_only,  # the title comes from that note
        )

        def made(changes: Changes) -> None:
            desk.write_in(changes.note)
            desk.editor.write_at_end()

        desk.bridge.when_done(desk.services.capture.capture(draft), made, failed=desk.on_failed)

    def _offer(self, said: str) -> None:
        title = link_of(said).target
        if not title:
            self._desk.status.tell_plain(_("There is no such heading here"))
            return
        self._desk.status.tell_offer(
            _("There is no note “{title}”").format(title=title),
            _("Create it"),
            lambda: self.create(title),
        )

    async def _ask_and_open(self, url: QUrl) -> None:
        text = _("Open {address} with another program?").format(address=url.toString())
        desk = self._desk
        if await dialogs.confirm(
            desk.tasks, desk.window, title=_("Open link"), text=text, yes=_("Open")
        ):
            QDesktopServices.openUrl(url)
