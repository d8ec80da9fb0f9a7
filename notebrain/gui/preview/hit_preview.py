"""The preview of the chosen search hit: the note as it reads, with the words of the query marked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeySequence,
    QShortcut,
    QShowEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QHBoxLayout, QTextEdit, QVBoxLayout, QWidget

from notebrain.app.commands.command import CommandId
from notebrain.domain.conversations.conversation import ConversationId
from notebrain.domain.conversations.markdown_file import turns_text
from notebrain.domain.errors import NotFound
from notebrain.domain.i18n import _
from notebrain.domain.markdown.plain_text import after_title
from notebrain.domain.notes.changes import Changes
from notebrain.domain.search.hit_text import extract, marks, passage, words_of
from notebrain.domain.search.query import parse
from notebrain.domain.search.types import FoundConversation
from notebrain.domain.text.pieces import units_of
from notebrain.gui.attachments.page_images import PageImages
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.links.link_opener import LinkOpener
from notebrain.gui.preview.pane import PreviewPane
from notebrain.gui.preview.renderer import Rendered, line_of_box, note_of, render
from notebrain.gui.search.model import Row
from notebrain.gui.search.panel import SearchPanel
from notebrain.gui.search.texts import questions
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import native_text
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.layouts import hairline

_READ = "hit preview"
_RESTS_MS = 60
"""How long a hit stays chosen before its note is read: arrow keys repeat every 30 ms."""
_ABOVE = 72
"""How far below the upper edge the passage is shown, in design pixels."""


@dataclass(frozen=True, slots=True)
class ShownHit:
    """What the preview shows of a hit.

    Attributes:
        words: The words to mark.
        quote: The passage that was found, as the list quotes it; empty for a note listed without a search.
        by_meaning: Whether the passage was found by its meaning alone.
    """

    title: str
    details: str
    rendered: Rendered
    words: Sequence[str] = ()
    quote: str = ""
    by_meaning: bool = False


class HitPreview(QWidget):
    """Shows one hit: its title, where it is filed and its text."""

    appeared = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.hit: ShownHit | None = None
        """What is shown."""
        self.title = ElidedLabel(theme, role=Role.SECTION)
        self.details = Label(theme, role=Role.SMALL, ink="muted")
        self.details.setTextFormat(Qt.TextFormat.PlainText)
        self.notice = Label(theme, role=Role.SMALL, ink="muted")
        self.notice.setWordWrap(True)
        self.pane = PreviewPane(theme)
        self.pane.page.setAccessibleName(_("Text of the chosen note"))
        self.pane.shown.connect(self._mark)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 0)
        head.addWidget(self.title)
        head.addStretch(1)
        self._top = QVBoxLayout()
        self._top.addLayout(head)
        self._top.addWidget(self.details)
        self._line = hairline()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._top)
        column.addWidget(self._line)
        column.addWidget(self.notice)
        column.addWidget(self.pane, 1)
        self.setFocusProxy(self.pane)
        theme.follow(self._apply_theme)
        self.show_nothing("")

    @property
    def marked(self) -> Sequence[str]:
        """The marked stretches of the text."""
        return [mark.cursor.selectedText() for mark in self.pane.page.extraSelections()]

    def show_hit(self, hit: ShownHit) -> None:
        """Show this hit at its passage."""
        self.hit = hit
        self.title.setText(hit.title)
        self.details.setText(hit.details)
        self.pane.page.setExtraSelections([])
        self._show_parts(shown=True)
        self.pane.show_note(hit.rendered)

    def show_nothing(self, why: str) -> None:
        """Show that no hit is chosen, and why."""
        self.hit = None
        self.notice.setText(why)
        self._show_parts(shown=False)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.appeared.emit()

    def _show_parts(self, *, shown: bool) -> None:
        for part in (self.title, self.details, self._line):
            part.setVisible(shown)
        self.pane.page.setVisible(shown)
        if not shown:
            self.pane.notice.hide()
        self.notice.setVisible(not shown)

    def _mark(self) -> None:
        hit, page = self.hit, self.pane.page
        if hit is None:
            page.setExtraSelections([])
            return
        text = page.toPlainText()
        found = marks(text, hit.words)
        place = passage(text, hit.quote)
        underlined = [place] if place and hit.by_meaning else []
        selections = [self._selection(text, one, self._found_format()) for one in found]
        selections += [self._selection(text, one, self._meaning_format()) for one in underlined]
        page.setExtraSelections(selections)
        self._scroll_to(text, place or (found[0] if found else (0, 0)))

    def _scroll_to(self, text: str, place: tuple[int, int]) -> None:
        page, cursor = self.pane.page, QTextCursor(self.pane.page.document())
        cursor.setPosition(units_of(text[: place[0]]))
        bar = page.verticalScrollBar()
        bar.setValue(bar.value() + page.cursorRect(cursor).top() - self._theme.px(_ABOVE))

    def _selection(
        self, text: str, place: tuple[int, int], look: QTextCharFormat
    ) -> QTextEdit.ExtraSelection:
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.pane.page.document())
        start = units_of(text[: place[0]])
        cursor.setPosition(start)
        length = units_of(text[place[0] : place[1]])
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format = look
        return selection

    def _found_format(self) -> QTextCharFormat:
        look = QTextCharFormat()
        look.setBackground(QColor(self._theme.tokens.mark))
        return look

    def _meaning_format(self) -> QTextCharFormat:
        look = QTextCharFormat()
        look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
        look.setUnderlineColor(QColor(self._theme.tokens.accent))
        return look

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._top.setContentsMargins(px(16), px(14), px(16), px(10))
        self._top.setSpacing(px(2))
        self.notice.setContentsMargins(px(16), px(18), px(16), px(4))


class HitPreviewController(QObject):
    """Shows the chosen hit of the search page beside the list."""

    def __init__(
        self,
        context: Context,
        search: SearchPanel,
        opener: LinkOpener,
        pictures: Callable[[], PageImages],
    ) -> None:
        super().__init__(search)
        self._context = context
        self._search = search
        self._opener = opener
        self._shown: Row | None = None
        self._rests = QTimer(self, singleShot=True, interval=_RESTS_MS)
        self._rests.timeout.connect(self.refresh)
        self.preview = HitPreview(context.theme)
        self.preview.pane.show_pictures(pictures())
        self.preview.appeared.connect(self._rests.start)
        self.preview.pane.link_opened.connect(self._on_link)
        search.side.set_preview(self.preview)
        search.results.current_changed.connect(self._rests.start)
        context.events.notes_changed.connect(self._on_changes)
        self._key = QShortcut(search)
        self._key.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._key.activated.connect(search.side.toggle_preview)
        context.actions.rekeyed.connect(self._apply_keys)
        self._apply_keys()

    def _apply_keys(self) -> None:
        """Let the key of the preview beside a note show this one, too."""
        key = self._context.actions.keys.first(CommandId.PREVIEW)
        self._key.setKey(QKeySequence(key))
        button = self._search.field.preview
        button.setToolTip(_("Preview") + (f" ({native_text(key)})" if key else ""))

    def refresh(self) -> None:
        """Show the chosen hit, unless the preview is hidden or shows it already."""
        row = self._search.results.current
        if not self.preview.isVisible() or (row is not None and row == self._shown):
            return
        self._shown = row
        if row is None:
            self._context.reader.forget(_READ)
            self.preview.show_nothing(_("What you choose in the list is shown here."))
            return
        self._context.reader.read(_READ, lambda: self._read(row), self._on_read)

    def _read(self, row: Row) -> ShownHit | None:
        """Return what to show of a row, or None if what it is about is gone; runs in the background."""
        if row.conversation is not None:
            return self._read_conversation(row.conversation)
        try:
            note = self._context.services.library.note(row.note_id)
        except NotFound:
            return None
        part = extract(note.body, row.hit.span[0] if row.hit else 0)
        below = part.text[after_title(part.text, note.title) if note.title else 0 :]
        missing = self._context.services.links.missing(part.text)
        rendered = render(below if below.strip() else part.text, missing)
        when = date_format.short(note.updated_at, self._context.services.clock.now())
        tags = [f"#{tag}" for tag in note.tags]
        return ShownHit(
            title=note.title or _("Untitled"),
            details=" · ".join([note.workspace, when, *tags]),
            rendered=replace(rendered, cut=rendered.cut or part.cut),
            words=words_of(row.hit) if row.hit else (),
            quote=row.quote if row.hit else "",
            by_meaning=row.hit is not None and row.hit.by_meaning,
        )

    def _read_conversation(self, found: FoundConversation) -> ShownHit | None:
        conversations = self._context.services.memory.conversations
        try:
            opened = conversations.open(ConversationId(found.id))
        except NotFound:
            return None
        when = date_format.short(found.updated_at, self._context.services.clock.now())
        return ShownHit(
            title=found.title,
            details=f"{questions(found)} · {when}",
            rendered=render(turns_text(opened.turns, level=2)),
            words=parse(self._search.query).terms,
        )

    def _on_read(self, hit: ShownHit | None) -> None:
        if hit is None:
            self.preview.show_nothing(_("This is no longer there"))
        else:
            self.preview.show_hit(hit)

    def _on_changes(self, changes: Changes) -> None:
        if self._shown is not None and self._shown.note_id in changes.notes:
            self._shown = None
            self._rests.start()

    def _on_link(self, address: str) -> None:
        """Follow a link; a check box opens the note, where it can be ticked."""
        named = note_of(address)
        if line_of_box(address) is not None:
            row = self._search.results.current
            if row is not None:
                self._search.results.opened.emit(row)
        elif named is not None:
            self._opener.open_note(named)
        else:
            self._opener.open(address)
