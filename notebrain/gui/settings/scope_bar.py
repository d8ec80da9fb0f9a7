"""The choice of the workspace for which a group of settings is shown and changed."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.combo_box import Choice


class ScopeBar(QWidget):
    """Lets the user choose all workspaces, or one of them."""

    chosen = Signal(object)
    """The name of a workspace; empty for all."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.choice = Choice(theme, _("Workspaces these settings are for"))
        self.choice.chosen.connect(self.chosen.emit)
        self._row = QHBoxLayout(self)
        self._row.addWidget(self.choice)
        self._row.addStretch(1)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
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
