"""One group of settings: its rows, and what else belongs to it."""

from collections.abc import Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.setting import Group
from notebrain.app.settings_search import finds
from notebrain.domain.messages import shown
from notebrain.gui.settings.block import Block
from notebrain.gui.settings.row import SettingRow
from notebrain.gui.settings.scope import ScopeBar
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label


class Section(QWidget):
    """Shows a group whole, or only what a search finds in it."""

    def __init__(
        self,
        theme: Theme,
        group: Group,
        rows: Sequence[SettingRow],
        blocks: Sequence[Block],
        *,
        blocks_first: bool = False,
    ) -> None:
        super().__init__()
        self.group = group
        self.rows = list(rows)
        self.blocks = list(blocks)
        self._theme = theme
        self._title = Label(theme, shown(group.value), role=Role.SECTION)
        self.scope = ScopeBar(theme) if any(r.setting.per_workspace for r in rows) else None
        self._column = QVBoxLayout(self)
        self._column.setSpacing(0)
        self._column.addWidget(self._title)
        if self.scope is not None:
            self._column.addWidget(self.scope)
            self.scope.chosen.connect(self._on_workspace)
        self._parts: list[SettingRow | Block] = [*self.rows, *self.blocks]
        if blocks_first:
            self._parts = [*self.blocks, *self.rows]
        for part in self._parts:
            self._column.addWidget(part)
        theme.changed.connect(self._dress)
        self._dress()

    def refresh(self, workspaces: Sequence[str]) -> None:
        """Show how things are now."""
        if self.scope is not None:
            self.scope.offer(workspaces)
        for part in self._parts:
            part.refresh()

    def show_whole(self) -> None:
        """Show all of the group; the page says what it is called."""
        self._title.hide()
        if self.scope is not None:
            self.scope.show()
        for part in self._parts:
            part.show()
        for block in self.blocks:
            block.narrow("")
        self.show()

    def show_found(self, query: str) -> int:
        """Show only what the query finds, under the name of the group; return how much it is."""
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

    def _on_workspace(self, workspace: object) -> None:
        for row in self.rows:
            row.use_workspace(str(workspace) or None)

    def _dress(self) -> None:
        self._column.setContentsMargins(0, 0, 0, self._theme.px(16))


def _is_found(part: SettingRow | Block, query: str, group: str) -> bool:
    """Tell whether a query means a setting, or one of the things that a block holds."""
    if isinstance(part, SettingRow):
        return finds(query, part.texts)
    title = part.texts[0]
    return any(finds(query, [group, title, text]) for text in part.texts)
