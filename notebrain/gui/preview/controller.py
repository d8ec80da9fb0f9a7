"""Keeps the preview up to date with the text, and carries out clicks in it."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.domain.i18n import _
from notebrain.domain.notes.links import OPENING
from notebrain.domain.text.buffer import TextMap
from notebrain.gui.attachments.page_images import PageImages
from notebrain.gui.core.context import Context
from notebrain.gui.editor.active_editor import ActiveEditor
from notebrain.gui.links.link_opener import LinkOpener
from notebrain.gui.preview.pane import PreviewPane
from notebrain.gui.preview.renderer import Rendered, line_of_box, line_starts, note_of, render

PART = "preview"
_SETTLES_MS, _LONG_SETTLES_MS = 200, 1_000
_LONG = 50_000


class PreviewController(QObject):
    """Connects the preview to the window."""

    def __init__(
        self,
        context: Context,
        active: ActiveEditor,
        opener: LinkOpener,
        pictures: Callable[[], PageImages],
    ) -> None:
        super().__init__(context.window)
        self._pictures = pictures
        self._context = context
        self._active = active
        self._opener = opener
        self._shown: TextMap | None = None
        self._pane: PreviewPane | None = None
        self._holder = QWidget()
        self._timer = QTimer(context.side, singleShot=True)
        self._timer.timeout.connect(self.refresh)
        context.side.add(PART, _("Preview"), self._holder, focus=self._enter)
        context.actions.bind(CommandId.PREVIEW, lambda: context.side.toggle(PART))
        context.side.changed.connect(self._on_side)
        opener.targets.changed.connect(self._on_targets)
        context.side.connect_while_shown(
            PART,
            {
                active.text_changed: self._on_text,
                active.note_shown: self._on_note,
                active.scrolled: self._follow,
            },
        )

    @property
    def pane(self) -> PreviewPane:
        """The preview; created when it is first needed."""
        if self._pane is None:
            self._pane = PreviewPane(self._context.theme)
            self._pane.show_pictures(self._pictures())
            column = QVBoxLayout(self._holder)
            column.setContentsMargins(0, 0, 0, 0)
            column.addWidget(self._pane)
            self._pane.link_opened.connect(self._on_link)
            self._pane.shown.connect(self._follow)
        return self._pane

    def refresh(self) -> None:
        """Show the current text, unless the preview is hidden or shows it already."""
        text = self._text()
        if self._context.side.current != PART or text is self._shown:
            return
        if text is None:
            self._shown = None
            self.pane.show_note(Rendered(()))
            return

        part, links = self._active.panel.shows_beginning, self._context.services.links

        def load() -> Rendered:
            rendered = render(text.stored, links.missing(text.stored))
            return replace(rendered, cut=rendered.cut or part)

        def go(rendered: Rendered) -> None:
            if self._text() is text:
                self._shown = text
                self.pane.show_note(rendered)

        self._context.reader.read(PART, load, go)

    def _enter(self) -> None:
        self.pane.page.setFocus()

    def _text(self) -> TextMap | None:
        document = self._active.panel.view.note
        shown = self._active.note is not None and document is not None
        return document.text if shown and document is not None else None

    def _on_side(self, name: str) -> None:
        if name == PART:
            self.refresh()

    def _on_note(self, _note: object) -> None:
        self._timer.start(0)

    def _on_text(self) -> None:
        long = self._active.panel.view.document().characterCount() > _LONG
        self._timer.start(_LONG_SETTLES_MS if long else _SETTLES_MS)

    def _on_targets(self) -> None:
        """Show again which links lead nowhere."""
        if self._shown is not None and OPENING in self._shown.stored:
            self._shown = None
            self._timer.start(0)

    def _follow(self) -> None:
        """Scroll the preview to the first visible line of the text."""
        if self._shown is None:
            return
        view = self._active.panel.view
        bar = view.verticalScrollBar()
        if bar.maximum() and bar.value() == bar.maximum():
            end = self.pane.page.verticalScrollBar()
            end.setValue(end.maximum())
            return
        self.pane.scroll_to(view.cursorForPosition(view.viewport().rect().topLeft()).blockNumber())

    def _on_link(self, address: str) -> None:
        line, said = line_of_box(address), note_of(address)
        if line is not None:
            self._tick(line)
        elif said is not None:
            self._opener.open_note(said)
        else:
            self._opener.open(address)

    def _tick(self, line: int) -> None:
        """Toggle the check box on a line of the text; the text may have changed since it was rendered."""
        text, shown = self._text(), self._shown
        if text is None or text is not shown:
            self.refresh()
            return
        starts = line_starts(text.stored)
        if line < len(starts):
            self._active.panel.view.toggle_box(self._block_at(text.unit_at(starts[line])))

    def _block_at(self, unit: int) -> QTextBlock:
        return self._active.panel.view.document().findBlock(unit)
