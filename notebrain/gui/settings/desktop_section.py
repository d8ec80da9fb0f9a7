"""What the desktop does for NoteBrain: start it and open addresses with it. Stored by the desktop, not in the vault."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.core.context import Context
from notebrain.gui.settings.section import Block, Place
from notebrain.gui.theme.fonts import Role
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.toggles import Switch

if TYPE_CHECKING:
    from notebrain.domain.desktop.ports import Autostart, LinkHandler


class DesktopBlock(Block):
    """Switches that show the state of the desktop, including changes made elsewhere."""

    place = Place.WHOLE

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, _("On this computer"))
        self._context = context
        desktop = context.services.desktop
        self.autostart = self._add(
            desktop.autostart, _("Start when you sign in"), _("Only for you, on this computer")
        )
        self.links: SwitchLine | None = None
        if desktop.links is not None:
            self.links = self._add(
                desktop.links,
                _("Open notebrain: links"),
                _("Other programs can then suggest a text for a note, show a note, or search"),
            )
        self.refresh()

    def refresh(self) -> None:
        """Show the current state."""
        for line in (self.autostart, self.links):
            if line is not None:
                line.refresh()

    def _add(self, way: "Autostart | LinkHandler", title: str, description: str) -> "SwitchLine":
        line = SwitchLine(self._context, title, description, way)
        self.texts += [title, description]
        self.column.addWidget(line)
        return line


class SwitchLine(QWidget):
    """One switch for something the desktop does; the desktop may ask the user before it answers."""

    def __init__(
        self, context: Context, title: str, description: str, way: "Autostart | LinkHandler"
    ) -> None:
        super().__init__()
        self._context = context
        self._theme = theme = context.theme
        self._way = way
        self._asked: bool | None = None
        self.switch = Switch(theme, title)
        self.switch.setAccessibleDescription(description)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(Label(theme, title, role=Role.TITLE))
        help_line = Label(theme, description, role=Role.SMALL, ink="muted")
        help_line.setWordWrap(True)
        words.addWidget(help_line)
        self._line = QHBoxLayout(self)
        self._line.addLayout(words, 1)
        self._line.addWidget(self.switch)
        self.switch.clicked.connect(self._on_clicked)
        theme.follow(self._apply_theme)

    @property
    def waits(self) -> bool:
        """Whether the desktop was asked and has not answered yet."""
        return self._asked is not None

    def refresh(self) -> None:
        """Show the state of the desktop, or the requested state while it has not answered yet."""
        self.switch.setChecked(self._way.is_on() if self._asked is None else self._asked)

    def _on_clicked(self) -> None:
        if self._asked is not None:  # disabled, it would lose the focus to its neighbor
            self.refresh()
            return
        on = self.switch.isChecked()
        done = self._context.services.desktop.switch(self._way, on=on)
        self._asked = on
        self._context.events.when_done(done, self._on_done, failed=self._on_failed)

    def _on_done(self, _nothing: None) -> None:
        self._asked = None
        self.refresh()

    def _on_failed(self, error: Exception) -> None:
        self._asked = None
        self.refresh()
        self._context.on_error(error)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._line.setContentsMargins(0, px(8), 0, px(8))
        self._line.setSpacing(px(12))
