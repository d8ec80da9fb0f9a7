"""The permissions a token needs, each with its purpose and, once tested, a mark."""

from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from notebrain.app.account import texts
from notebrain.domain.i18n import _
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import IconLabel, Label


class Permissions(QWidget):
    """Lists the permissions."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.names: list[str] = []
        self._marks: list[IconLabel] = []
        self.words: list[Label] = []
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(2, 1)
        for row, (_tried_by, name, what_for) in enumerate(texts.needed()):
            mark = IconLabel(theme, "key-round", "muted")
            word = Label(theme, name)
            purpose = Label(theme, what_for, ink="text2")
            purpose.setWordWrap(True)
            top = Qt.AlignmentFlag.AlignTop
            self._grid.addWidget(mark, row, 0, top)
            self._grid.addWidget(word, row, 1, top)
            self._grid.addWidget(purpose, row, 2, top)
            self.names.append(name)
            self._marks.append(mark)
            self.words.append(word)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()
        self.tell(None)

    def tell(self, missing: Collection[str] | None) -> None:
        """Mark which permissions are granted and which are missing; None if nothing was tested."""
        for name, mark, word in zip(self.names, self._marks, self.words, strict=True):
            if missing is None:
                mark.set_icon("key-round", "muted")
                word.setAccessibleName(name)
            elif name in missing:
                mark.set_icon("triangle-alert", "warning")
                word.setAccessibleName(_("{permission}: missing").format(permission=name))
            else:
                mark.set_icon("check", "success")
                word.setAccessibleName(_("{permission}: granted").format(permission=name))

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._grid.setContentsMargins(0, 0, 0, px(4))
        self._grid.setHorizontalSpacing(px(10))
        self._grid.setVerticalSpacing(px(6))
