"""Opening links to a note, a heading or a web page, and offering to create a note that does not exist."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from notebrain.app.commands.command import CommandId
from notebrain.app.events import LinkAsked
from notebrain.app.notes.links import Destination
from notebrain.domain.i18n import _
from notebrain.domain.notes.addresses import Opening, is_app_link, opening_of
from notebrain.domain.notes.attachments import Sha, sha_in
from notebrain.domain.notes.changes import Changes
from notebrain.domain.notes.draft import Draft
from notebrain.domain.notes.links import link_of, named_text
from notebrain.domain.notes.note import DEFAULT_WORKSPACE, Note
from notebrain.domain.text.pieces import index_at
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context, Elsewhere
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.inline_syntax import link_at
from notebrain.gui.editor.panel import EditorPanel
from notebrain.gui.links.targets import LinkTargets

if TYPE_CHECKING:
    from collections.abc import Callable


class LinkOpener(QObject):
    """Opens the links in the text and in the panes beside it."""

    def __init__(self, context: Context, active: ActiveEditor, targets: LinkTargets) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._editor = active.main
        self.targets = targets
        self.open_file: Callable[[Sha], object] = lambda _sha: None
        """Opens a file of the vault."""
        self.listen(active.main)
        context.actions.bind(CommandId.FOLLOW_LINK, self.follow)

    def listen(self, editor: EditorPanel) -> None:
        """Open the links that are clicked in this editor, and show which lead nowhere."""

        def open_here(target: str) -> None:
            self.open(target, origin=editor.note)

        def open_beside(target: str) -> None:
            self.open(target, origin=editor.note, beside=True)

        editor.view.mouse.describe = self.targets.describe
        self.targets.changed.connect(editor.view.viewport().update)
        editor.link_opened.connect(open_here)
        editor.link_opened_beside.connect(open_beside)

    def follow(self) -> None:
        """Open the link at the caret."""
        editor = self._active.panel
        cursor = editor.view.textCursor()
        line = cursor.block().text()
        target = link_at(line, index_at(line, cursor.positionInBlock()))
        if target:
            self.open(target, origin=editor.note)
        else:
            self._context.messages.show_info(_("The cursor is not in a link"))

    @Slot(str)
    def open(self, target: str, *, origin: Note | None = None, beside: bool = False) -> None:
        """Open an address, or the note named between the brackets of a link.

        Args:
            origin: The note with the link; by default the one that is shown.
            beside: Whether to open a note beside the one that is shown.
        """
        if (sha := sha_in(target)) is not None:
            self.open_file(sha)
            return
        if is_app_link(target):
            self._context.events.publish(LinkAsked(target))
            return
        match opening_of(target):
            case Opening.AT_ONCE:
                QDesktopServices.openUrl(QUrl(target))
            case Opening.ASK:
                self._context.tasks.start(self._ask_and_open(QUrl(target)))
            case Opening.NOTE:
                self.open_note(target, origin=origin, beside=beside)
            case Opening.NEVER:
                self._context.messages.show_problem(
                    _("This link was not opened: it would run a program.")
                )

    def open_note(self, link: str, *, origin: Note | None = None, beside: bool = False) -> None:
        """Go to the note that a link names, or offer to create it."""
        links, origin = self._context.services.links, origin or self._active.note

        def go(found: Destination | None) -> None:
            if found is None:
                self._offer(link)
            elif beside:
                self.go_beside(found)
            else:
                self.go_to(found)

        self._context.reader.read("link", lambda: links.find(link, origin=origin), go)

    def go_to(self, destination: Destination) -> None:
        """Show a note, scrolled to the heading if there is one."""
        if self._context.navigator.open_note(destination.note_id):
            if destination.at is not None:
                self._editor.show_passage(destination.at, destination.at)
            self._editor.setFocus()

    def go_beside(self, destination: Destination) -> None:
        """Show a note beside the one that is shown, scrolled to the heading if there is one."""
        at = destination.at
        span = None if at is None else (at, at)
        self._context.navigator.elsewhere_requested.emit(Elsewhere(destination.note_id, span))

    def create(self, title: str) -> None:
        """Create the note with this title in the current location and let the user write."""
        origin = self._active.note
        workspace = origin.workspace if origin else self._context.navigator.workspace
        self._editor.flush()
        body, own_title = named_text(title)
        draft = Draft(
            body,
            title=own_title,
            workspace=workspace or DEFAULT_WORKSPACE,
            local_only=origin is not None and origin.local_only,  # the title comes from that note
        )

        def made(changes: Changes) -> None:
            self._context.navigator.write_in(changes.note)
            self._editor.write_at_end()

        self._context.events.when_done(
            self._context.services.notes.capture(draft), made, failed=self._context.on_error
        )

    def _offer(self, link: str) -> None:
        title = link_of(link).target
        if not title:
            self._context.messages.show_info(_("This note has no such heading"))
            return
        self._context.messages.show_offer(
            _("There is no note “{title}”").format(title=title),
            _("Create it"),
            lambda: self.create(title),
        )

    async def _ask_and_open(self, url: QUrl) -> None:
        text = _("Open {address} with another program?").format(address=url.toString())
        if await dialogs.confirm(
            self._context.tasks,
            self._context.window,
            title=_("Open link"),
            text=text,
            yes=_("Open"),
        ):
            QDesktopServices.openUrl(url)
