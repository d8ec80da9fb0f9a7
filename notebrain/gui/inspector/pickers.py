"""Buttons that show a choice and open a menu with the others."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.notes.note import Category
from notebrain.gui.editor.chips import Chip
from notebrain.gui.places import CATEGORY_ICONS, category_name
from notebrain.gui.theme.theme import Theme


class Picker(Chip):
    """Shows what is chosen, with an icon; its menu offers the rest."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._name = name
        self.setMenu(QMenu(self))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.dress()

    def minimumSizeHint(self) -> QSize:
        # a long name gives up its end in a narrow pane
        return QSize(self._theme.px(56), self._theme.metrics.chip)

    def tell(self, text: str, icon: str) -> None:
        """Show this choice."""
        self._icon = icon
        self.setText(text)
        self.setAccessibleName(f"{self._name}: {text}")
        self.setToolTip(text)
        self.dress()

    def offer(self, text: str, *, on: bool, act: Callable[[], object]) -> None:
        """Add a choice to the menu."""
        action = self.menu().addAction(text.replace("&", "&&"))
        action.setCheckable(True)
        action.setChecked(on)
        action.triggered.connect(lambda _on=False: act())


class CategoryPicker(Picker):
    """Chooses the category."""

    chosen = Signal(Category)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Category"), parent)

    def show_category(self, category: Category | None) -> None:
        """Show this one; None when it differs between several notes."""
        icon = CATEGORY_ICONS[category or Category.GENERAL]
        self.tell(category_name(category) if category else _("Different"), icon)
        self.menu().clear()
        for kind in Category:
            self.offer(category_name(kind), on=kind is category, act=self._chooser(kind))

    def _chooser(self, kind: Category) -> Callable[[], None]:
        return lambda: self.chosen.emit(kind)


class WorkspacePicker(Picker):
    """Chooses the workspace."""

    chosen = Signal(str)
    new_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, _("Workspace"), parent)
        self._known: Sequence[str] = ()
        self._shown: str | None = None

    def know(self, names: Sequence[str]) -> None:
        """Offer these workspaces."""
        self._known = tuple(names)
        self.show_workspace(self._shown)

    def show_workspace(self, name: str | None) -> None:
        """Show this one; None when it differs between several notes."""
        self._shown = name
        self.tell(name if name is not None else _("Different"), "layers")
        self.menu().clear()
        for known in self._known:
            self.offer(known, on=known == name, act=self._chooser(known))
        self.menu().addSeparator()
        self.menu().addAction(_("New workspace…")).triggered.connect(self.new_asked)

    def _chooser(self, name: str) -> Callable[[], None]:
        return lambda: self.chosen.emit(name)
