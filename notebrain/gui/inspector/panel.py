"""The panel that shows the facts and the filing of the shown note or the selected notes."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.notes.filing import SharedFiling, shared_filing
from notebrain.domain.notes.note import Note
from notebrain.gui.core import date_format
from notebrain.gui.inspector.details import Facts
from notebrain.gui.inspector.form import FilingForm
from notebrain.gui.inspector.status import NoteStatus
from notebrain.gui.inspector.title_field import TitleBox
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import hairline

_SIDE_MOST = 20  # the pane grows less than the text in it


class InspectorPanel(QScrollArea):
    """A column with title, filing and facts of one note, or the shared filing of several notes."""

    renamed = Signal(str)
    id_copied = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.heading = Label(theme, role=Role.TITLE)
        self.nothing = Label(theme, _("No note is shown."), role=Role.SMALL, ink="muted")
        self.title = TitleBox(theme)
        self.form = FilingForm(theme)
        self.standing = NoteStatus(theme)
        self.facts = Facts(theme)
        self._fill()
        self.title.renamed.connect(self.renamed)
        self.facts.copied.connect(self.id_copied)
        theme.follow(self._apply_theme)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Show that there is no note."""
        self.nothing.show()
        self._whole.hide()

    def show_note(self, note: Note) -> None:
        """Show this note."""
        self._show(shared_filing([note]), single=True)
        self.title.show_note(note)
        self.facts.show_note(note)
        self.title.setEnabled(note.deleted_at is None)

    def show_several(self, shared: SharedFiling) -> None:
        """Show how these notes are filed and where they differ."""
        self._show(shared, single=False)
        self.heading.setText(chosen_text(shared.count))
        self.form.typed.show_tags(())

    def _show(self, shared: SharedFiling, *, single: bool) -> None:
        self.nothing.hide()
        self._whole.show()
        self.heading.setVisible(not single)
        for part in (self.title, self.facts, self._line):
            part.setVisible(single)
        if not single:
            self.standing.hide()
        self.form.show_filing(shared)

    def _fill(self) -> None:
        self._line = hairline()
        self._whole = QWidget()
        self._column = QVBoxLayout(self._whole)
        parts: tuple[QWidget, ...] = (
            *(self.heading, self.title, self.form),
            *(self._line, self.standing, self.facts),
        )
        for part in parts:
            self._column.addWidget(part)
        self._column.addStretch(1)
        ground = QWidget()
        outer = QVBoxLayout(ground)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.nothing, alignment=Qt.AlignmentFlag.AlignCenter)
        outer.addWidget(self._whole, 1)
        self.setWidget(ground)
        ground.setAutoFillBackground(False)

    def _apply_theme(self) -> None:
        px = self._theme.px
        side = min(px(16), _SIDE_MOST)
        self._column.setContentsMargins(side, px(14), side, px(16))
        self._column.setSpacing(px(14))


def chosen_text(count: int) -> str:
    """Return a text that says how many notes are selected."""
    return ngettext("{n} note selected", "{n} notes selected", count).format(
        n=date_format.number(count)
    )
