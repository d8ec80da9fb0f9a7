"""The way into an account: the steps, what the token needs, and the fields for what Cloudflare showed."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.account.form import ConnectForm
from notebrain.gui.account.permissions import Permissions
from notebrain.gui.account.steps import Steps
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label


class ConnectWay(QWidget):
    """Shows the three under each other, each with its title."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.steps = Steps(theme)
        self.permissions = Permissions(theme)
        self.form = ConnectForm(theme)
        self.parts = self.steps, self.permissions, self.form
        self.titles: list[Label] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        titles = _("How to connect"), _("Permissions of the token"), _("What Cloudflare showed you")
        for title, part in zip(titles, self.parts, strict=True):
            self.titles.append(Label(theme, title, role=Role.SECTION))
            column.addWidget(self.titles[-1])
            column.addWidget(part)
        theme.changed.connect(self._dress)
        self._dress()

    def _dress(self) -> None:
        for title in self.titles:
            title.setContentsMargins(0, self._theme.px(14), 0, 0)
