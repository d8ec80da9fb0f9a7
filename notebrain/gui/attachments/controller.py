"""Connects files to the window: adding them to notes, showing pictures, and opening them."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, QUrl
from PySide6.QtGui import QAction, QDesktopServices, QGuiApplication, QImage, QTextCursor
from PySide6.QtWidgets import QMenu
from shiboken6 import isValid

from notebrain.app.commands.command import CommandId
from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _, ngettext, number
from notebrain.domain.notes.attachments import Attachment, Sha
from notebrain.domain.notes.media import can_be_opened
from notebrain.domain.notes.note import NoteId
from notebrain.gui.attachments.descriptions import PictureDescriptions, file_at
from notebrain.gui.attachments.file_adder import FileAdder
from notebrain.gui.attachments.page_images import PageImages
from notebrain.gui.attachments.painter import PicturePainter
from notebrain.gui.attachments.pictures import Pictures, read_picture
from notebrain.gui.attachments.states import FileStates
from notebrain.gui.attachments.viewer import PictureWindow
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.core.threads import Lane
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.editor.open_notes import OpenNotes
from notebrain.gui.editor.panel import EditorPanel

ShareFile = Callable[[Callable[[Path], Path]], Path]
"""Lets a function save a file to a folder that other programs can read; returns where it is."""
ForClipboard = Callable[[Sequence[Path]], QMimeData]
"""Returns files for the clipboard."""


class AttachmentController(QObject):
    """Owns what shows, adds and opens the files of notes."""

    def __init__(
        self,
        context: Context,
        active: ActiveEditor,
        notes: OpenNotes,
        share: ShareFile,
        for_clipboard: ForClipboard,
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._active = active
        self._notes = notes
        self._share = share
        self._for_clipboard = for_clipboard
        self._last = dialogs.LastFolder(context.services.settings)
        reader = context.reader
        self.pictures = Pictures(
            context.services.files, lambda: reader.lane(Lane.PICTURES), context.events, self
        )
        self.states = FileStates(context, self)
        self.painter = PicturePainter(context.theme, self.pictures, self, self.states)
        self.descriptions = PictureDescriptions(context, active, self.pictures)
        self.adder = FileAdder(context, self.descriptions.ask_about)
        notes.formats.pictures = self.painter
        self.pictures.found.connect(notes.restyle)
        self.listen(active.main)
        context.actions.bind(CommandId.INSERT_FILE, self.ask)
        context.navigator.note_shown.connect(self._offer)
        self._offer()
        notes.restyle()

    def listen(self, panel: EditorPanel) -> None:
        """Take the files that are pasted or dropped in an editor, and show pictures there."""
        view = panel.view
        self.adder.listen(view, view.files_offered, note=lambda: _note_in(panel))
        self.descriptions.listen(view)
        view.menu_opening.connect(self._on_menu)
        view.live.paint_picture = self.painter.paint
        self.pictures.changed.connect(view.viewport().update)
        self.painter.places_changed.connect(view.viewport().update)

    def page_images(self) -> PageImages:
        """Return what shows the pictures of notes in one page of rendered text."""
        return PageImages(self.painter, self)

    def ask(self) -> None:
        """Let the user choose files, and put them in the note."""
        self._context.tasks.start(self._ask())

    def open(self, sha: Sha) -> None:
        """Show a picture large, and open any other file with the program of the system."""
        files = self._context.services.files
        known, path = files.get(sha), files.path(sha)
        if known is None or path is None:
            name = files.name(sha) if known is None else known.name
            self.states.tell(sha, name or sha[:12])
        elif known.is_picture:
            self._show(known, path)
        else:
            self.open_elsewhere(known)
            if files.is_changed(sha):
                changed = _("Changed on disk, no longer what was added")
                self._context.messages.show_warning(f"{known.name}: {changed}")

    def open_elsewhere(self, file: Attachment) -> None:
        """Open a copy of a file with the program of the system; one that could run something is only saved."""
        if not can_be_opened(file.media_type, file.name):
            self._context.messages.show_offer(
                _("{name} could run a program, so it was not opened.").format(name=file.name),
                _("Save as…"),
                lambda: self.save(file),
            )
            return
        files = self._context.services.files
        self._context.events.when_done(
            self._context.reader.lane(Lane.LONG).submit(
                self._share, lambda folder: files.save(file.sha, folder)
            ),
            _open_with_system,
            failed=self._context.on_error,
        )

    def copy(self, files: Sequence[Attachment]) -> None:
        """Copy files to the clipboard under their names; a picture alone as a picture, too."""
        if not files:
            return
        save = self._context.services.files.save
        picture = files[0] if len(files) == 1 and files[0].is_picture else None

        def shared(file: Attachment) -> Path:
            return self._share(lambda folder: save(file.sha, folder))

        def read() -> tuple[Sequence[Path], QImage]:
            paths = [shared(file) for file in files]
            image = read_picture(paths[0], picture.media_type, None) if picture else QImage()
            return paths, image

        def arrived(found: tuple[Sequence[Path], QImage]) -> None:
            paths, image = found
            data = self._for_clipboard(paths)
            if not image.isNull():
                data.setImageData(image)
            QGuiApplication.clipboard().setMimeData(data)
            text = ngettext("Copied {name}", "Copied {n} files", len(paths))
            self._context.messages.show_info(text.format(name=paths[0].name, n=number(len(paths))))

        self._context.events.when_done(
            self._context.reader.lane(Lane.LONG).submit(read),
            arrived,
            failed=self._context.on_error,
        )

    def save(self, file: Attachment) -> None:
        """Let the user choose where to save a copy of a file."""
        self._context.tasks.start(self._save(file))

    def _show(self, file: Attachment, path: Path) -> None:
        window = PictureWindow(
            self._context.theme,
            file,
            open_elsewhere=lambda: self.open_elsewhere(file),
            save=lambda: self.save(file),
            copy=lambda: self.copy([file]),
            parent=self._context.window,
        )
        window.show()

        def arrived(image: QImage) -> None:
            if isValid(window):  # closed meanwhile
                window.show_image(image)

        self._context.events.when_done(
            self._context.reader.lane(Lane.PICTURES).submit(
                read_picture, path, file.media_type, None
            ),
            arrived,
            failed=self._context.on_error,
        )

    def _on_menu(self, menu: QMenu, at: QTextCursor) -> None:
        """Offer what can be done with the file at this place of a text."""
        link = file_at(at)
        if link is None:
            return
        files, sha = self._context.services.files, link.sha
        known = files.get(sha)
        acts: list[tuple[str, Callable[[], object]]] = []
        if known is not None and files.path(sha) is not None:
            acts = [
                (_("Open"), lambda: self.open(sha)),
                (
                    _("Copy picture") if known.is_picture else _("Copy file"),
                    lambda: self.copy([known]),
                ),
                (_("Save as…"), lambda: self.save(known)),
            ]
        elif self.states.can_be_fetched(sha):
            acts = [(_("Fetch"), lambda: self.states.fetch([sha]))]
        first = menu.actions()[0]
        for text, act in acts:
            made = QAction(text, menu)
            made.triggered.connect(act)
            menu.insertAction(first, made)
        if acts:
            menu.insertSeparator(first)

    def _offer(self, *_news: object) -> None:
        for command in (CommandId.INSERT_FILE, CommandId.DESCRIBE_PICTURE):
            self._context.actions.offer(command, self._context.navigator.note is not None)

    async def _ask(self) -> None:
        panel = self._active.panel
        note = _note_in(panel)
        if note is None or not panel.view.writable:
            return
        chosen = await dialogs.choose_files(
            self._context.tasks,
            self._context.window,
            title=_("Insert files"),
            kinds=_("All files (*)"),
            last=self._last,
        )
        if chosen and _note_in(panel) == note:
            self.adder.take(panel.view, chosen, note=note)

    async def _save(self, file: Attachment) -> None:
        path = await dialogs.choose_new_file(
            self._context.tasks,
            self._context.window,
            title=_("Save as"),
            kinds=_("All files (*)"),
            name=file.name,
            last=self._last,
        )
        if path is None:
            return
        files = self._context.services.files
        try:
            saved = await self._context.tasks.result(
                self._context.reader.lane(Lane.LONG).submit(_save_over, files.save, file.sha, path)
            )
        except (NoteBrainError, OSError) as error:
            self._context.on_error(error)
            return
        self._context.messages.show_info(_("Saved as {path}").format(path=saved))


def _note_in(panel: EditorPanel) -> NoteId | None:
    return panel.note.id if panel.note else None


def _open_with_system(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def _save_over(save: Callable[[Sha, Path], Path], sha: Sha, path: Path) -> Path:
    """Save a file, replacing what the user agreed to replace once it is complete."""
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    save(sha, part)
    return part.replace(path)
