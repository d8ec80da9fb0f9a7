"""What the desktop does for NoteBrain: starts it, hands it addresses. Kept by the desktop, not in the vault."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.desktop import DesktopError
from notebrain.domain.messages import _
from notebrain.gui.desk import Desk
from notebrain.gui.settings.block import Block
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.switch import Switch

if TYPE_CHECKING:
    from notebrain.domain.desktop import Autostart, LinkHandler


class DesktopBlock(Block):
    """Switches that show how the desktop has it, whoever changed that."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.theme, _("With this computer"))
        self._desk = desk
        desktop = desk.services.desktop
        self.autostart = self._add(
            desktop.autostart, _("Start when you sign in"), _("For you alone, on this computer")
        )
        self.links = self._add(
            desktop.links,
            _("Open notebrain: addresses"),
            _("Other programs can then offer a text for a note, show a note, or search"),
        )
        if self.autostart is None:
            self.say(
                _(
                    "NoteBrain runs in a sandbox; your desktop’s settings say what starts when you sign in."
                )
            )
        self.refresh()

    def refresh(self) -> None:
        """Show how things are now."""
        for line in (self.autostart, self.links):
            if line is not None:
                line.refresh()

    def _add(
        self, way: "Autostart | LinkHandler | None", title: str, told: str
    ) -> "SwitchLine | None":
        if way is None:
            return None
        line = SwitchLine(self._desk.theme, title, told, way)
        line.failed.connect(self._desk.on_failed)
        self.texts += [title, told]
        self.column.addWidget(line)
        return line


class SwitchLine(QWidget):
    """One thing that the desktop does or not."""

    failed = Signal(Exception)

    def __init__(self, theme: Theme, title: str, told: str, way: "Autostart | LinkHandler") -> None:
        super().__init__()
        self._theme = theme
        self._way = way
        self.switch = Switch(theme, title)
        self.switch.setAccessibleDescription(told)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(theme, title, role=Role.TITLE))
        help_line = Label(theme, told, role=Role.SMALL, ink="muted")
        help_line.setWordWrap(True)
        words.addWidget(help_line)
        self._line = QHBoxLayout(self)
        self._line.addLayout(words, 1)
        self._line.addWidget(self.switch)
        self.switch.clicked.connect(self._on_clicked)
        theme.changed.connect(self._dress)
        self._dress()

    def refresh(self) -> None:
        """Show how the desktop has it."""
        self.switch.setChecked(self._way.is_on())

    def _on_clicked(self) -> None:
        try:
            if self.switch.isChecked():
                self._way.turn_on()
            else:
                self._way.turn_off()
        except DesktopError as error:
            self.failed.emit(error)
        self.refresh()

    def _dress(self) -> None:
        px = self._theme.px
        self._line.setContentsMargins(0, px(8), 0, px(8))
        self._line.setSpacing(px(12))
