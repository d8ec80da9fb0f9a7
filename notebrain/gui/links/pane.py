"""The links pane: notes that link to or mention this one, its own links, and linked notes that do not exist yet."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from notebrain.app.notes.links import Destination
from notebrain.domain.i18n import _
from notebrain.domain.notes.mentions import Around, Excerpt, Mention, Outgoing, Related, Relation
from notebrain.domain.notes.note import NoteId
from notebrain.gui.core.context import Elsewhere
from notebrain.gui.links.rows import LinkRow, LinkSection
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label


class LinksPane(QScrollArea):
    """Shows what is linked with one note; emits the link that the user chooses."""

    passage_opened = Signal(object)
    """The user wants to see a `Mention` in its context."""
    opened = Signal(object)
    """The user wants to go to a `Destination`."""
    elsewhere_requested = Signal(object)
    """The user wants to see a note `Elsewhere`."""
    link_requested = Signal(object)
    """The user wants to turn a `Mention` into a link."""
    creation_requested = Signal(str)
    """The user wants to create the note with this title."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Links"))
        self.linked = LinkSection(theme, _("Links to this note"))
        self.unlinked = LinkSection(theme, _("Unlinked mentions"))
        self.outgoing = LinkSection(theme, _("Links from this note"))
        self.broken = LinkSection(theme, _("Not written yet"))
        self.related = LinkSection(theme, _("From the review"))
        self.empty = Label(theme, _("Nothing is linked to this note yet"), role=Role.TITLE)
        self.hint = Label(
            theme,
            _(
                "Type [[ in a note to link it to another one. Notes that link here appear on their own."
            ),
            role=Role.SMALL,
            ink="text2",
        )
        self.more = Label(theme, _("Not everything is shown here."), role=Role.SMALL, ink="muted")
        self._shown: Around | None = None
        self._fill()
        theme.follow(self._apply_theme)
        self.show_links(Around())

    def show_links(self, around: Around) -> None:
        """Show these links instead of the previous ones; the focus stays on the same row."""
        if around == self._shown:
            return
        self._shown = around
        at = self._current()
        self.linked.show_rows([self._mention(mention) for mention in around.linked])
        self.unlinked.show_rows([self._unlinked(mention) for mention in around.unlinked])
        self.outgoing.show_rows([self._outgoing(outgoing) for outgoing in around.outgoing])
        self.broken.show_rows([self._broken(outgoing) for outgoing in around.broken])
        self.related.show_rows([self._related(related) for related in around.related])
        for label in (self.empty, self.hint):
            label.setVisible(not around.any)
        self.more.setVisible(around.more)
        for row in (row for part in self._sections for row in part.rows):
            row.moved.connect(self._move)
        if at is not None and self.rows():
            self.rows()[min(at, len(self.rows()) - 1)].setFocus()

    def rows(self) -> list[LinkRow]:
        """Return the rows that are shown, from top to bottom."""
        found = [row for part in self._sections for row in part.rows]
        return [row for row in found if not row.isHidden()]

    def enter(self) -> None:
        """Move the focus to the first row."""
        rows = self.rows()
        (rows[0] if rows else self).setFocus(Qt.FocusReason.TabFocusReason)

    @property
    def _sections(self) -> tuple[LinkSection, ...]:
        return self.related, self.linked, self.unlinked, self.outgoing, self.broken

    def _mention(self, mention: Mention) -> LinkRow:
        row = self._row(mention.title, mention.excerpt)
        self._lead_to_passage(row, mention)
        return row

    def _unlinked(self, mention: Mention) -> LinkRow:
        row = self._row(mention.title, mention.excerpt, act=_("Link it"))
        self._lead_to_passage(row, mention)
        row.acted.connect(lambda: self.link_requested.emit(mention))
        return row

    def _outgoing(self, outgoing: Outgoing) -> LinkRow:
        row = self._row(outgoing.link.target, outgoing.excerpt)
        if outgoing.leads_to is not None:
            self._lead_to(row, outgoing.leads_to)
        return row

    def _broken(self, outgoing: Outgoing) -> LinkRow:
        row = self._row(outgoing.link.target, outgoing.excerpt, act=_("Create"))
        for signal in (row.opened, row.acted):
            signal.connect(lambda: self.creation_requested.emit(outgoing.link.target))
        return row

    def _related(self, related: Related) -> LinkRow:
        texts = {
            Relation.LINKED: _("You linked it to this note."),
            Relation.NEWER: _("It is newer than this note, which is outdated."),
            Relation.OUTDATED: _("It is outdated: this note is newer."),
        }[related.relation]
        row = self._row(related.title, Excerpt(texts, "", ""))
        self._lead_to(row, related.note_id)
        return row

    def _lead_to(self, row: LinkRow, note_id: NoteId) -> None:
        row.opened.connect(lambda: self.opened.emit(Destination(note_id)))
        row.opened_beside.connect(lambda: self.elsewhere_requested.emit(Elsewhere(note_id)))

    def _lead_to_passage(self, row: LinkRow, mention: Mention) -> None:
        beside = Elsewhere(mention.note_id, (mention.start, mention.end))
        row.opened.connect(lambda: self.passage_opened.emit(mention))
        row.opened_beside.connect(lambda: self.elsewhere_requested.emit(beside))

    def _row(self, title: str, excerpt: Excerpt, *, act: str = "") -> LinkRow:
        return LinkRow(self._theme, title or _("Untitled"), excerpt, act=act)

    def _current(self) -> int | None:
        found = (
            number for number, row in enumerate(self.rows()) if row.hasFocus() or row.act.hasFocus()
        )
        return next(found, None)

    def _move(self, step: int) -> None:
        rows = self.rows()
        at = min(max((self._current() or 0) + step, 0), len(rows) - 1)
        rows[at].setFocus(Qt.FocusReason.TabFocusReason)
        self.ensureWidgetVisible(rows[at], 0, self._theme.px(8))

    def _fill(self) -> None:
        content = QWidget()
        self._column = QVBoxLayout(content)
        for label in (self.empty, self.hint, self.more):
            label.setWordWrap(True)
        for part in (self.empty, self.hint, *self._sections, self.more):
            self._column.addWidget(part)
        self._column.addStretch(1)
        self.setWidget(content)
        self.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(8), px(8), px(8), px(16))
        self._column.setSpacing(px(2))
        for label in (self.empty, self.hint, self.more):
            label.setContentsMargins(px(10), px(8), px(10), 0)
