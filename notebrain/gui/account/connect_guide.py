"""What each step of connecting shows: how to get the account ID and the token, and the permissions it needs."""

from collections.abc import Collection, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from notebrain.app.account import texts
from notebrain.domain.i18n import _
from notebrain.domain.sync.file_transfer import FilesAccess
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import IconLabel, Label


class Permissions(QWidget):
    """Lists the permissions, each with a mark once it was tested."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.names: list[str] = []
        self._marks: list[IconLabel] = []
        self.words: list[Label] = []
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(2, 1)
        rows = [(name, what_for) for _tried_by, name, what_for in texts.needed()]
        for row, (name, what_for) in enumerate([*rows, texts.optional()]):
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
        theme.follow(self._apply_theme)
        self.show_missing(None)

    def show_missing(
        self, missing: Collection[str] | None, files: FilesAccess = FilesAccess.UNKNOWN
    ) -> None:
        """Mark which permissions are granted and which are missing; None if nothing was tested.

        Args:
            files: What was found out about the last one, which notes do without.
        """
        for name, mark, word in zip(self.names, self._marks, self.words, strict=True):
            is_last = name == self.names[-1]
            if is_last and files is FilesAccess.DENIED:
                mark.set_icon("x", "muted")
                text = _("{permission}: not granted, and not needed for notes")
                word.setAccessibleName(text.format(permission=name))
            elif missing is None or (is_last and files is FilesAccess.UNKNOWN):
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
        for mark in self._marks:
            mark.setContentsMargins(0, px(3), 0, 0)
        self._grid.setContentsMargins(0, px(4), 0, px(4))
        self._grid.setHorizontalSpacing(px(10))
        self._grid.setVerticalSpacing(px(6))


class Instructions(QWidget):
    """Says what to do in Cloudflare, and opens the page for it."""

    opened = Signal(str)
    """The user wants to see this address."""

    def __init__(
        self, theme: Theme, lines: Sequence[str], link: str = "", address: str = ""
    ) -> None:
        super().__init__()
        self._theme = theme
        self.link = text_button(link)
        self.link.setProperty("flush", "true")
        self.link.setToolTip(address)
        self.link.clicked.connect(lambda: self.opened.emit(address))
        self._column = QVBoxLayout(self)
        for text in lines:
            label = Label(theme, text, ink="text2")
            label.setWordWrap(True)
            self._column.addWidget(label)
        if link:
            self._column.insertWidget(1, self.link, 0, Qt.AlignmentFlag.AlignLeft)
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(self._theme.px(6))
