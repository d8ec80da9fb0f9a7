"""The form for tags, importance, category, workspace and pin."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.filing import SharedFiling
from notebrain.domain.notes.note import Category
from notebrain.gui.core.locations import CATEGORY_ICONS, category_name
from notebrain.gui.editor.header_chips import Chip, ImportanceDots
from notebrain.gui.inspector.tag_editor import TagBox, TypedBox
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FlowLayout, hairline
from notebrain.gui.widgets.toggles import TickBox
from notebrain.notes.service import Filing

_NAMES_MOST, _GAP_MOST, _LONG = 100, 14, 110


class FilingForm(QWidget):
    """Shows what the notes have in common, leaves differing values open, and emits the user's changes."""

    filing_requested = Signal(object, str)
    """A `Filing`, and a message with `{title}` that says what was done."""
    workspace_requested = Signal()
    """The user wants to move the notes to a new workspace."""
    tag_shown = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._known: tuple[Sequence[str], Sequence[str]] = ((), ())
        self.tags = TagBox(theme)
        self.typed = TypedBox(theme)
        self.importance = ImportanceDots(theme)
        self.category = CategoryPicker(theme)
        self.workspace = WorkspacePicker(theme)
        self.pinned = TickBox(theme, _("Pinned"))
        self.local_only = TickBox(theme, _("Local only"))
        self.local_only.setToolTip(_("Stays on this computer"))
        self._fill()
        self._connect()
        theme.follow(self._apply_theme)

    def show_filing(self, shared: SharedFiling) -> None:
        """Show how these notes are filed."""
        self.tags.show_tags(shared.tags, shared.some_tags)
        self.importance.show_importance(shared.importance)
        self.category.show_category(shared.category)
        self.workspace.show_workspace(shared.workspace)
        self.pinned.show_on(shared.pinned)
        self.local_only.show_on(shared.local_only)
        self.setEnabled(shared.trashed is False)

    def enter(self) -> None:
        """Move the focus to the tags."""
        self.tags.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def know(self, workspaces: Sequence[str], tags: Sequence[str]) -> None:
        """Offer these workspaces and tags."""
        if (workspaces, tags) != self._known:  # a list that is open would lose its selection
            self._known = (workspaces, tags)
            self.workspace.know(workspaces)
            self.tags.know(tags)

    def _fill(self) -> None:
        names = (_("Importance"), _("Category"), _("Workspace"))
        fields = (self.importance, self.category, self.workspace)
        self._lines: list[tuple[FlowLayout, Label, QWidget]] = []
        self._fields = QVBoxLayout()
        for name, field in zip(names, fields, strict=True):
            line, label = FlowLayout(), Label(self._theme, name, role=Role.SMALL, ink="muted")
            line.addWidget(label)
            line.addWidget(field)
            self._lines.append((line, label, field))
            self._fields.addLayout(line)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for part in (self.tags, self.typed, hairline()):
            self._column.addWidget(part)
        self._column.addLayout(self._fields)
        self._ticks = QVBoxLayout()
        self._ticks.addWidget(self.pinned)
        self._ticks.addWidget(self.local_only)
        self._column.addLayout(self._ticks)

    def _connect(self) -> None:
        self.tags.added.connect(self._on_added)
        self.tags.removed.connect(self._on_removed)
        self.tags.shown.connect(self.tag_shown)
        self.typed.chosen.connect(self._on_typed)
        self.importance.valueChanged.connect(self._on_importance)
        self.category.chosen.connect(self._on_category)
        self.workspace.chosen.connect(self._on_workspace)
        self.workspace.new_requested.connect(self.workspace_requested)
        self.pinned.clicked.connect(self._on_pinned)
        self.local_only.clicked.connect(self._on_local_only)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setSpacing(px(14))
        self._ticks.setSpacing(px(6))
        self._fields.setSpacing(px(8))
        names = max(label.sizeHint().width() for _line, label, _field in self._lines)
        for line, label, field in self._lines:
            line.setContentsMargins(0, 0, 0, 0)
            line.setSpacing(min(px(12), _GAP_MOST))
            label.setMinimumSize(max(names, min(px(76), _NAMES_MOST)), field.sizeHint().height())

    def _on_added(self, tag: str) -> None:
        self.filing_requested.emit(Filing(add_tags=(tag,)), _("Tagged “{title}”"))

    def _on_typed(self, tags: tuple[str, ...]) -> None:
        filing = Filing(add_tags=tags, from_text=True)
        self.filing_requested.emit(filing, _("Tagged “{title}”"))

    def _on_removed(self, tag: str) -> None:
        self.filing_requested.emit(Filing(remove_tags=(tag,)), _("Removed a tag from “{title}”"))

    def _on_importance(self, value: int) -> None:
        text = _("Changed the importance of “{title}”")
        self.filing_requested.emit(Filing(importance=value), text)

    def _on_category(self, category: Category) -> None:
        text = _("Changed the category of “{title}”")
        self.filing_requested.emit(Filing(category=category), text)

    def _on_workspace(self, name: str) -> None:
        self.filing_requested.emit(Filing(workspace=name), _("Moved “{title}”"))

    def _on_pinned(self) -> None:
        pinned = self.pinned.isChecked()
        text = _("Pinned “{title}”") if pinned else _("Unpinned “{title}”")
        self.filing_requested.emit(Filing(pinned=pinned), text)

    def _on_local_only(self) -> None:
        here = self.local_only.isChecked()
        stays, may_leave = (
            _("“{title}” stays on this computer"),
            _("“{title}” may leave this computer again"),
        )
        self.filing_requested.emit(Filing(local_only=here), stays if here else may_leave)


class Picker(Chip):
    """Shows the current choice with an icon; its menu offers the others."""

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__(theme)
        self._name = name
        self.setMenu(QMenu(self))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.apply_theme()

    def minimumSizeHint(self) -> QSize:
        # in a narrow pane it stands below the name of the field, and a longer choice is cut off at its end
        return self.sizeHint().boundedTo(QSize(self._theme.px(_LONG), self._theme.metrics.chip))

    def show_choice(self, text: str, icon: str) -> None:
        """Show this choice."""
        self._icon = icon
        self.setText(text)
        self.setAccessibleName(f"{self._name}: {text}")
        self.setToolTip(text)
        self.apply_theme()

    def offer(self, text: str, *, on: bool, act: Callable[[], object]) -> None:
        """Add a choice to the menu."""
        action = self.menu().addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(on)
        action.triggered.connect(lambda _on=False: act())


class CategoryPicker(Picker):
    """Lets the user choose the category."""

    chosen = Signal(Category)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _("Category"))

    def show_category(self, category: Category | None) -> None:
        """Show this category; None if it differs between several notes."""
        icon = CATEGORY_ICONS[category or Category.GENERAL]
        self.show_choice(category_name(category) if category else _("Mixed"), icon)
        self.menu().clear()
        for kind in Category:
            self.offer(category_name(kind), on=kind is category, act=self._chooser(kind))

    def _chooser(self, kind: Category) -> Callable[[], None]:
        return lambda: self.chosen.emit(kind)


class WorkspacePicker(Picker):
    """Lets the user choose the workspace."""

    chosen = Signal(str)
    new_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _("Workspace"))
        self._known: Sequence[str] = ()
        self._shown: str | None = None

    def know(self, names: Sequence[str]) -> None:
        """Offer these workspaces."""
        self._known = tuple(names)
        self.show_workspace(self._shown)

    def show_workspace(self, name: str | None) -> None:
        """Show this workspace; None if it differs between several notes."""
        self._shown = name
        self.show_choice(name if name is not None else _("Mixed"), "layers")
        self.menu().clear()
        for known in self._known:
            self.offer(known, on=known == name, act=self._chooser(known))
        self.menu().addSeparator()
        self.menu().addAction(_("New workspace…")).triggered.connect(self.new_requested)

    def _chooser(self, name: str) -> Callable[[], None]:
        return lambda: self.chosen.emit(name)
