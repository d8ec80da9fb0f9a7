"""One group of settings: its rows and blocks, and the choice of the workspace it is shown for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import cached_property

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.app.settings.setting import Group, finds
from notebrain.domain.i18n import _, shown
from notebrain.gui.settings.row import SettingRow
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.combo_box import Choice
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FlowLayout, TwoColumns


class ScopeBar(QWidget):
    """Lets the user choose all workspaces, or one of them."""

    chosen = Signal(object)
    """The name of a workspace; empty for all."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.choice = Choice(theme, _("Workspace these settings apply to"))
        self.choice.chosen.connect(self.chosen.emit)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.choice)
        self._row.addStretch(1)
        theme.follow(self._apply_theme)
        self.offer(())

    def offer(self, workspaces: Sequence[str]) -> None:
        """Offer these workspaces."""
        before = self.choice.currentData()
        named = [(name, _("For {workspace}").format(workspace=name)) for name in workspaces]
        self.choice.offer([("", _("For all workspaces")), *named])
        if before is not None and self.choice.currentData() != before:
            self.choice.show_value("")
            self.chosen.emit("")

    def _apply_theme(self) -> None:
        self._row.setContentsMargins(0, 0, 0, self._theme.px(4))


class Place(Enum):
    """Where a block stands on the page."""

    MAIN = auto()
    """In the wide column."""
    SIDE = auto()
    """In the narrow column beside it."""
    WHOLE = auto()
    """Over both columns."""


class Block(QWidget):
    """A title with content below it; a group of settings shows several blocks."""

    place = Place.MAIN

    def __init__(self, theme: Theme, title: str, *words: str) -> None:
        super().__init__()
        self._theme = theme
        self.texts = [title, *words]
        """The texts in which the search looks for it."""
        self.column = QVBoxLayout(self)
        self._title = Label(theme, title, role=Role.SECTION)
        self.column.addWidget(self._title)
        theme.changed.connect(self._apply_theme_to_block)
        self._apply_theme_to_block()

    def refresh(self) -> None:
        """Show the current state; called when the user opens the page."""

    def narrow(self, query: str) -> None:
        """Show what matches a search, if the block has many entries; all of them for an empty query."""

    def add_text(self, text: str, *, role: Role = Role.BODY, ink: str = "text2") -> Label:
        """Add a text that wraps onto as many lines as it needs."""
        label = Label(self._theme, text, role=role, ink=ink)
        label.setWordWrap(True)
        self.column.addWidget(label)
        self.texts.append(text)
        return label

    def offer(self, *acts: tuple[str, Callable[[], object]]) -> list[QPushButton]:
        """Add buttons in one row, or on more lines if there is little room."""
        line = FlowLayout()
        line.setSpacing(self._theme.px(8))
        buttons: list[QPushButton] = []
        for text, act in acts:
            button = push_button(text)
            button.clicked.connect(act)
            line.addWidget(button)
            buttons.append(button)
            self.texts.append(text)
        self.column.addLayout(line)
        return buttons

    def _apply_theme_to_block(self) -> None:
        px = self._theme.px
        self.column.setContentsMargins(0, px(20), 0, px(12))
        self.column.setSpacing(px(8))


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a group."""

    rows: Sequence[SettingRow]
    blocks: Sequence[Block] = ()


class Section(QWidget):
    """Shows a whole group, or only what matches a search. The content is created when it is first needed."""

    def __init__(
        self,
        theme: Theme,
        group: Group,
        make: Callable[[], Content],
        *,
        blocks_first: bool = False,
    ) -> None:
        super().__init__()
        self.group = group
        self._make = make
        self._content: Content | None = None
        self._blocks_first = blocks_first
        self._theme = theme
        self._workspaces: Sequence[str] = ()
        self._title = Label(theme, shown(group.value), role=Role.SECTION)
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.addWidget(self._title)
        theme.follow(self._apply_theme)

    @property
    def rows(self) -> Sequence[SettingRow]:
        """The settings, one per row."""
        return self._made().rows

    @property
    def blocks(self) -> Sequence[Block]:
        """The parts that are more than a single value."""
        return self._made().blocks

    @cached_property
    def scope(self) -> ScopeBar | None:
        """The choice of the workspace for these settings; None if they apply to all."""
        return ScopeBar(self._theme) if any(r.setting.per_workspace for r in self.rows) else None

    def _made(self) -> Content:
        self.make()
        assert self._content is not None  # noqa: S101 - `make` made it
        return self._content

    def make(self) -> None:
        """Create the content unless it exists."""
        if self._content is None:
            self._content = self._make()
            self._fill()

    def refresh(self, workspaces: Sequence[str]) -> None:
        """Show the current state."""
        self._workspaces = workspaces
        if self._content is not None:
            self._refresh()

    def show_whole(self) -> None:
        """Show the whole group; the page shows its name."""
        self.make()
        self._title.hide()
        if self.scope is not None:
            self.scope.show()
        for part in self._parts:
            part.show()
        for block in self.blocks:
            block.narrow("")
        self.show()

    def show_found(self, query: str) -> int:
        """Show only what matches the query, under the name of the group; return the number of matches."""
        self.make()
        named = shown(self.group.value)
        found = [part for part in self._parts if _is_found(part, query, named)]
        for part in self._parts:
            part.setVisible(part in found)
        for block in self.blocks:
            if block in found:
                block.narrow(query)
        if self.scope is not None:
            self.scope.setVisible(any(isinstance(part, SettingRow) for part in found))
        self._title.show()
        self.setVisible(bool(found))
        return len(found)

    @property
    def _parts(self) -> Sequence[SettingRow | Block]:
        rows, blocks = self.rows, self.blocks
        return [*blocks, *rows] if self._blocks_first else [*rows, *blocks]

    def _fill(self) -> None:
        if self.scope is not None:
            self._column.addWidget(self.scope)
            self.scope.chosen.connect(self._on_workspace)
        columns: TwoColumns | None = None
        for part in self._parts:
            if isinstance(part, SettingRow) or part.place is Place.WHOLE:
                self._column.addWidget(part)
                continue
            if columns is None:
                columns = TwoColumns(self._theme)
                self._column.addWidget(columns)
            columns.add(part, beside=part.place is Place.SIDE)
        self._refresh()

    def _refresh(self) -> None:
        if self.scope is not None:
            self.scope.offer(self._workspaces)
        for part in self._parts:
            part.refresh()

    def _on_workspace(self, workspace: object) -> None:
        for row in self.rows:
            row.use_workspace(str(workspace) or None)

    def _apply_theme(self) -> None:
        self._column.setContentsMargins(0, 0, 0, self._theme.px(16))


def _is_found(part: SettingRow | Block, query: str, group: str) -> bool:
    """Return whether a query matches a setting, or one of the texts of a block."""
    if isinstance(part, SettingRow):
        return finds(query, part.texts)
    title = part.texts[0]
    return any(finds(query, [group, title, text]) for text in part.texts)
