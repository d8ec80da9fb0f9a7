"""What is known of the note that is shown, or of those that are chosen, and how they are filed."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from notebrain.capture.service import Filing
from notebrain.domain.messages import _, ngettext
from notebrain.domain.note import Category, Note
from notebrain.domain.shared_filing import SharedFiling, shared_filing
from notebrain.gui import dates
from notebrain.gui.editor.importance import ImportanceDots
from notebrain.gui.inspector.facts import Facts
from notebrain.gui.inspector.pickers import CategoryPicker, WorkspacePicker
from notebrain.gui.inspector.tag_box import TagBox
from notebrain.gui.inspector.title_box import TitleBox
from notebrain.gui.inspector.typed_box import TypedBox
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.lines import hairline


class InspectorPanel(QScrollArea):
    """One column: title, tags, filing, facts. For several notes the filing of all of them."""

    filing_asked = Signal(object, str)
    """A `Filing`, and what was done as a sentence with `{title}`."""
    renamed = Signal(str)
    workspace_asked = Signal()
    """The notes are to go into a workspace that is not there yet."""
    tag_shown = Signal(str)
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
        self.tags = TagBox(theme)
        self.typed = TypedBox(theme)
        self.importance = ImportanceDots(theme)
        self.importance.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.category = CategoryPicker(theme)
        self.workspace = WorkspacePicker(theme)
        self.pinned = QCheckBox(_("Pinned"))
        self.local_only = QCheckBox(_("Local only"))
        self.local_only.setToolTip(_("Stays on this computer"))
        self.facts = Facts(theme)
        self._fill()
        self._connect()
        theme.changed.connect(self._dress)
        self._dress()
        self.show_nothing()

    def show_nothing(self) -> None:
        """Show that there is no note."""
        self.nothing.show()
        self._form.hide()

    def show_note(self, note: Note) -> None:
        """Show this note."""
        self._show(shared_filing([note]))
        self.title.show_note(note)
        self.facts.show_note(note)
        for part in (self.title, self.facts, self._facts_line):
            part.show()
        self.title.setEnabled(note.deleted_at is None)

    def show_several(self, shared: SharedFiling) -> None:
        """Show how these notes are filed, and where they differ."""
        self._show(shared)
        self.heading.setText(
            ngettext("{n} note chosen", "{n} notes chosen", shared.count).format(
                n=dates.number(shared.count)
            )
        )
        self.heading.show()
        self.typed.show_tags(())

    def enter(self) -> None:
        """Give the keyboard to the tags."""
        self.tags.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def know(self, workspaces: Sequence[str], tags: Sequence[str]) -> None:
        """Offer these workspaces and tags."""
        self.workspace.know(workspaces)
        self.tags.know(tags)

    def _show(self, shared: SharedFiling) -> None:
        self.nothing.hide()
        self._form.show()
        shown: tuple[QWidget, ...] = (self.heading, self.title, self.facts, self._facts_line)
        for part in shown:
            part.hide()
        self.tags.show_tags(shared.tags, shared.some_tags)
        self.importance.show_importance(shared.importance)
        self.category.show_category(shared.category)
        self.workspace.show_workspace(shared.workspace)
        _tick(self.pinned, shared.pinned)
        _tick(self.local_only, shared.local_only)
        for field in (self.tags, self.typed, *self._filing):
            field.setEnabled(shared.trashed is False)

    def _fill(self) -> None:
        self._filing = (
            self.importance,
            self.category,
            self.workspace,
            self.pinned,
            self.local_only,
        )
        self._names = [
            Label(self._theme, name, role=Role.SMALL, ink="muted")
            for name in (_("Importance"), _("Category"), _("Workspace"))
        ]
        self._grid = QGridLayout()
        self._grid.setColumnStretch(1, 1)
        for row, (name, field) in enumerate(zip(self._names, self._filing[:3], strict=True)):
            self._grid.addWidget(name, row, 0)
            self._grid.addWidget(field, row, 1, alignment=Qt.AlignmentFlag.AlignLeft)
        self._facts_line = hairline()
        self._form = QWidget()
        self._column = QVBoxLayout(self._form)
        above: tuple[QWidget, ...] = (self.heading, self.title, self.tags, self.typed, hairline())
        below: tuple[QWidget, ...] = (self.pinned, self.local_only, self._facts_line, self.facts)
        for part in above:
            self._column.addWidget(part)
        self._column.addLayout(self._grid)
        for part in below:
            self._column.addWidget(part)
        self._column.addStretch(1)
        whole = QWidget()
        outer = QVBoxLayout(whole)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self.nothing, alignment=Qt.AlignmentFlag.AlignCenter)
        outer.addWidget(self._form, 1)
        self.setWidget(whole)
        whole.setAutoFillBackground(False)

    def _connect(self) -> None:
        self.title.renamed.connect(self.renamed)
        self.tags.added.connect(self._on_added)
        self.tags.removed.connect(self._on_removed)
        self.tags.shown.connect(self.tag_shown)
        self.typed.chosen.connect(self._on_typed)
        self.importance.valueChanged.connect(self._on_importance)
        self.category.chosen.connect(self._on_category)
        self.workspace.chosen.connect(self._on_workspace)
        self.workspace.new_asked.connect(self.workspace_asked)
        self.pinned.clicked.connect(self._on_pinned)
        self.local_only.clicked.connect(self._on_local_only)
        self.facts.copied.connect(self.id_copied)

    def _dress(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(16), px(14), px(16), px(16))
        self._column.setSpacing(px(14))
        self._grid.setHorizontalSpacing(px(12))
        self._grid.setVerticalSpacing(px(8))
        self._grid.setColumnMinimumWidth(0, px(76))
        for box in (self.pinned, self.local_only):
            box.setFont(self._theme.font(Role.BODY))

    def _on_added(self, tag: str) -> None:
        self.filing_asked.emit(Filing(add_tags=(tag,)), _("Tagged “{title}”"))

    def _on_typed(self, tags: tuple[str, ...]) -> None:
        self.filing_asked.emit(Filing(add_tags=tags), _("Tagged “{title}”"))

    def _on_removed(self, tag: str) -> None:
        self.filing_asked.emit(Filing(remove_tags=(tag,)), _("Removed a tag from “{title}”"))

    def _on_importance(self, value: int) -> None:
        text = _("Changed the importance of “{title}”")
        self.filing_asked.emit(Filing(importance=value), text)

    def _on_category(self, category: Category) -> None:
        text = _("Changed the category of “{title}”")
        self.filing_asked.emit(Filing(category=category), text)

    def _on_workspace(self, name: str) -> None:
        self.filing_asked.emit(Filing(workspace=name), _("Moved “{title}”"))

    def _on_pinned(self) -> None:
        pinned = self.pinned.isChecked()
        text = _("Pinned “{title}”") if pinned else _("Unpinned “{title}”")
        self.filing_asked.emit(Filing(pinned=pinned), text)

    def _on_local_only(self) -> None:
        here = self.local_only.isChecked()
        text = (
            _("“{title}” stays on this computer")
            if here
            else _("“{title}” may leave this computer")
        )
        self.filing_asked.emit(Filing(local_only=here), text)


def _tick(box: QCheckBox, on: bool | None) -> None:
    """Show whether all are, none is, or some of the notes are."""
    if on is None:
        box.setCheckState(Qt.CheckState.PartiallyChecked)
        return
    box.setTristate(False)
    box.setChecked(on)
