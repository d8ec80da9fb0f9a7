"""Short facts below each other: an icon, a name, and a line about it; and what was found out while connecting."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.account import texts
from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import IconLabel, Label


class Fact(QWidget):
    """An icon, a name, and a line about it, which is hidden while it is empty."""

    def __init__(self, theme: Theme, icon: str, name: str = "", *, role: Role = Role.BODY) -> None:
        super().__init__()
        self._theme = theme
        self.icon = IconLabel(theme, icon, "muted")
        self.name = Label(theme, name, role=role)
        self.text = Label(theme, role=Role.SMALL, ink="muted")
        self.text.hide()
        words = QVBoxLayout()
        words.setSpacing(0)
        for label in (self.name, self.text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            words.addWidget(label)
        self._line = QHBoxLayout(self)
        self._line.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignTop)
        self._line.addLayout(words, 1)
        theme.follow(self._apply_theme)

    def show_text(self, text: str) -> None:
        """Show this line about it."""
        self.text.setText(text)
        self.text.setVisible(bool(text))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._line.setContentsMargins(0, px(5), 0, px(5))
        self._line.setSpacing(px(10))
        self.icon.setContentsMargins(0, px(3), 0, 0)


_KNOWN, _LACKING = ("circle-check", "success"), ("triangle-alert", "warning")
_NOW, _PASSED, _LATER = ("arrow-right", "accent"), ("check", "muted"), ("ellipsis", "muted")


class FoundSoFar(QWidget):
    """The steps of connecting with what was found out in each, and a mark on the one at hand."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title = Label(theme, _("What was found so far"), role=Role.SECTION)
        self.steps = [Fact(theme, "ellipsis", title) for title in texts.step_titles()]
        self._column = QVBoxLayout(self)
        for part in (self._title, *self.steps):
            self._column.addWidget(part)
        theme.follow(self._apply_theme)

    def show_found(self, at: int, found: Sequence[str], *, lacking: bool = False) -> None:
        """Show the step at hand and what was found; `lacking` says that the last of it stands in the way."""
        for number, step in enumerate(self.steps):
            known = number < len(found)
            mark = _KNOWN if known else _PASSED if number < at else _LATER
            if lacking and number == len(found) - 1:
                mark = _LACKING
            elif number == at:
                mark = _NOW
            step.icon.set_icon(*mark)
            step.name.set_ink("text" if number == at or known else "muted")
            step.show_text(found[number] if known else "")
            name = step.name.text()
            step.name.setAccessibleName(
                _("{step}, the step at hand").format(step=name) if number == at else name
            )

    def _apply_theme(self) -> None:
        self._column.setContentsMargins(0, 0, 0, self._theme.px(4))
        self._column.setSpacing(self._theme.px(2))
