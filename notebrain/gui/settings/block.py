"""A part of the settings that is more than one value: what it holds, and acts on it."""

from collections.abc import Callable

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label


class Block(QWidget):
    """Has a title and what stands under it; a group of settings shows several."""

    def __init__(self, theme: Theme, title: str, *words: str) -> None:
        super().__init__()
        self._theme = theme
        self.texts = [title, *words]
        """What the search finds it by."""
        self.column = QVBoxLayout(self)
        self._title = Label(theme, title, role=Role.SECTION)
        self.column.addWidget(self._title)
        theme.changed.connect(self._dress_block)
        self._dress_block()

    def refresh(self) -> None:
        """Show how things are now; called when the user comes to the page."""

    def narrow(self, query: str) -> None:
        """Show what a search finds in it, where it holds much; all of it for an empty query."""

    def hide_title(self) -> None:
        """Leave out the title where what stands under it has its own."""
        self._title.hide()

    def say(self, text: str, *, role: Role = Role.BODY, ink: str = "text2") -> Label:
        """Add a text that takes as many lines as it needs."""
        label = Label(self._theme, text, role=role, ink=ink)
        label.setWordWrap(True)
        self.column.addWidget(label)
        self.texts.append(text)
        return label

    def offer(self, *acts: tuple[str, Callable[[], object]]) -> list[QPushButton]:
        """Add buttons in one line."""
        line = QHBoxLayout()
        line.setSpacing(self._theme.px(8))
        buttons: list[QPushButton] = []
        for text, act in acts:
            button = QPushButton(text)
            button.setAutoDefault(True)  # Return presses it too, not only Space
            button.clicked.connect(act)
            line.addWidget(button)
            buttons.append(button)
            self.texts.append(text)
        line.addStretch(1)
        self.column.addLayout(line)
        return buttons

    def _dress_block(self) -> None:
        px = self._theme.px
        self.column.setContentsMargins(0, px(20), 0, px(4))
        self.column.setSpacing(px(8))
