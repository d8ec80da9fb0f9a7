"""Asks what one program may see of the notes, and how it may write."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QScrollArea, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.tags import fold_tag
from notebrain.domain.programs.program import ProgramVerb, Scope
from notebrain.gui.inspector.tag_editor import TagBox
from notebrain.gui.programs.texts import may_text
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import paint_kind
from notebrain.gui.widgets.labels import ElidedLabel, Label
from notebrain.gui.widgets.segmented_control import Segments
from notebrain.gui.widgets.toggles import TickBox

_WIDTH, _MOST_HEIGHT = 460, 132
_AS_ALL, _OWN = "all", "own"


class ProgramDialog(QDialog):
    """The limits of one program; `scope` is what the user chose.

    Args:
        may: How all programs may write that have no choice of their own.
    """

    def __init__(
        self,
        theme: Theme,
        program: str,
        scope: Scope,
        *,
        may: Collection[ProgramVerb],
        workspaces: Sequence[str],
        tags: Sequence[str],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Limits of {program}").format(program=program))
        self._theme = theme
        self._was = scope
        self._tags = list(scope.tags)
        self.name = ElidedLabel(theme, program, role=Role.SECTION)
        names = dict.fromkeys((*workspaces, *scope.workspaces))
        self.workspaces = {name: TickBox(theme, name) for name in names}
        for name, box in self.workspaces.items():
            box.show_on(name in scope.workspaces)
        self.tags = TagBox(theme)
        self.tags.know(tags)
        self.tags.show_tags(self._tags)
        kinds = [(_AS_ALL, _("As all programs")), (_OWN, _("Its own choice"))]
        self.kind = Segments(theme, kinds, _("What it may write"))
        self.verbs = {verb: TickBox(theme, may_text(verb)) for verb in ProgramVerb}
        self._may = frozenset(may)
        self._own = self._may if scope.may is None else frozenset(scope.may)
        self._is_own = False
        standard = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(standard.Save | standard.Cancel)
        paint_kind(self.buttons.button(standard.Save), "go")
        self._fill()
        self.kind.chosen.connect(self._on_kind)
        self.tags.added.connect(self._on_tag)
        self.tags.removed.connect(self._on_tag_removed)
        self.tags.shown.connect(self._on_tag_removed)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._on_kind(_AS_ALL if scope.may is None else _OWN)

    @property
    def scope(self) -> Scope:
        """What the user chose."""
        return replace(
            self._was,
            workspaces=tuple(name for name, box in self.workspaces.items() if box.isChecked()),
            tags=tuple(self._tags),
            may=self._ticked() if self._is_own else None,
        )

    def _fill(self) -> None:
        theme, px = self._theme, self._theme.px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(20), px(16), px(20), px(16))
        column.setSpacing(px(8))
        column.addWidget(self.name)
        column.addWidget(Label(theme, _("Sees only notes in"), role=Role.TITLE))
        column.addWidget(self._boxes(list(self.workspaces.values())))
        column.addWidget(self._hint(_("Without any, it sees those of all workspaces.")))
        column.addWidget(Label(theme, _("Sees only notes with one of these tags"), role=Role.TITLE))
        column.addWidget(self.tags)
        column.addWidget(
            self._hint(_("Notes that stay on this computer are never shown to a program."))
        )
        column.addWidget(Label(theme, _("What it may write"), role=Role.TITLE))
        column.addWidget(self.kind)
        for box in self.verbs.values():
            column.addWidget(box)
        column.addSpacing(px(8))
        column.addWidget(self.buttons)
        self.setMinimumWidth(px(_WIDTH))

    def _boxes(self, boxes: Sequence[QWidget]) -> QWidget:
        """Return the boxes below each other, scrolled if there are many."""
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for box in boxes:
            column.addWidget(box)
        height = inside.sizeHint().height()
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inside)
        inside.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        area.setFixedHeight(min(height, self._theme.px(_MOST_HEIGHT)))
        return area

    def _hint(self, text: str) -> Label:
        label = Label(self._theme, text, role=Role.SMALL, ink="muted")
        label.setWordWrap(True)
        return label

    def _ticked(self) -> frozenset[ProgramVerb]:
        return frozenset(verb for verb, box in self.verbs.items() if box.isChecked())

    def _on_kind(self, kind: str) -> None:
        if self._is_own:
            self._own = self._ticked()
        self._is_own = kind == _OWN
        self.kind.show_chosen(kind)
        for verb, box in self.verbs.items():
            box.show_on(verb in (self._own if self._is_own else self._may))
            box.setEnabled(self._is_own)

    def _on_tag(self, tag: str) -> None:
        if fold_tag(tag) not in map(fold_tag, self._tags):
            self._tags.append(tag)
            self.tags.show_tags(self._tags)

    def _on_tag_removed(self, tag: str) -> None:
        self._tags = [one for one in self._tags if one != tag]
        self.tags.show_tags(self._tags)
