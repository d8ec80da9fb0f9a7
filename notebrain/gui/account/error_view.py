"""An error shown next to what it concerns: what happened, what to do, and that everything else keeps working."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.errors import NoteBrainError
from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import IconLabel, Label

if TYPE_CHECKING:
    from collections.abc import Callable


class ErrorView(QWidget):
    """Shows one error in place of a dialog; hidden while there is none."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._icon = IconLabel(theme, "circle-alert", "danger")
        self.text = Label(theme, ink="danger")
        self.text.setWordWrap(True)
        self.text.setTextFormat(Qt.TextFormat.PlainText)
        self.act = text_button("")
        self._do: Callable[[], object] | None = None
        self.act.clicked.connect(self._on_act)
        self.rest = Label(
            theme,
            _("NoteBrain keeps working on this computer."),
            role=Role.SMALL,
            ink="muted",
        )
        self.rest.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.text)
        words.addWidget(self.rest)
        words.addWidget(self.act, 0, Qt.AlignmentFlag.AlignLeft)
        self._line = QHBoxLayout(self)
        self._line.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._line.addLayout(words, 1)
        theme.follow(self._apply_theme)
        self.hide()

    def show_error(
        self, error: NoteBrainError | str, act: str = "", do: "Callable[[], object] | None" = None
    ) -> None:
        """Show what went wrong; `act` names an optional button and `do` is what it does."""
        self._apply_theme_as("circle-alert", "danger")
        self._show_text(str(error), act, do)

    def warn(self, text: str) -> None:
        """Show a warning: it worked, but with limits."""
        self._apply_theme_as("triangle-alert", "warning")
        self._show_text(text, "", None)

    def _apply_theme_as(self, icon: str, ink: str) -> None:
        self._icon.set_icon(icon, ink)
        self.text.set_ink(ink)
        self.rest.setVisible(ink == "danger")

    def _show_text(self, text: str, act: str, do: "Callable[[], object] | None") -> None:
        self._do = do
        self.text.setText(text)
        self.setAccessibleName(text)
        self.act.setText(act)
        self.act.setVisible(bool(act))
        self.show()

    def _on_act(self) -> None:
        if self._do is not None:
            self._do()

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._line.setContentsMargins(0, px(8), 0, px(8))
        self._line.setSpacing(px(8))
        self._icon.setContentsMargins(0, px(3), 0, 0)
