"""The steps for creating a token, and the permissions it needs, each with a mark once it was tested."""

from collections.abc import Collection

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from notebrain.app.account import texts
from notebrain.domain.i18n import _
from notebrain.gui.account.connect_form import ConnectForm
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
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
        theme.follow(self._apply_theme)
        self.show_missing(None)

    def show_missing(self, missing: Collection[str] | None) -> None:
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


_OPEN_FIRST, _OPEN_TOKENS = 0, 2


class Steps(QWidget):
    """Lists the steps; the two that lead to a Cloudflare page have a button that opens it."""

    link_opened = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setColumnStretch(1, 1)
        self.texts = list(texts.steps())
        links = {
            _OPEN_FIRST: (_("Open Cloudflare"), texts.ACCOUNT_PAGE),
            _OPEN_TOKENS: (_("Open the tokens page"), texts.TOKENS_PAGE),
        }
        self.links = [text_button(name) for name, _url in links.values()]
        for button, (_name, url) in zip(self.links, links.values(), strict=True):
            button.setToolTip(url)
            button.clicked.connect(lambda _on=False, url=url: self.link_opened.emit(url))
        buttons = dict(zip(links, self.links, strict=True))
        row = 0
        for number, text in enumerate(self.texts):
            self._grid.addWidget(
                Label(theme, f"{number + 1}.", ink="muted"), row, 0, Qt.AlignmentFlag.AlignTop
            )
            label = Label(theme, text, ink="text2")
            label.setWordWrap(True)
            self._grid.addWidget(label, row, 1)
            row += 1
            if number in buttons:
                self._grid.addWidget(buttons[number], row, 1, Qt.AlignmentFlag.AlignLeft)
                row += 1
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._grid.setContentsMargins(0, 0, 0, px(4))
        self._grid.setHorizontalSpacing(px(8))
        self._grid.setVerticalSpacing(px(4))


class ConnectGuide(QWidget):
    """Shows the steps, the permissions and the form below each other, each with its title."""

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
        titles = _("How to connect"), _("Token permissions"), _("Connection details")
        for title, part in zip(titles, self.parts, strict=True):
            self.titles.append(Label(theme, title, role=Role.SECTION))
            column.addWidget(self.titles[-1])
            column.addWidget(part)
        theme.follow(self._apply_theme)

    def _apply_theme(self) -> None:
        for title in self.titles:
            title.setContentsMargins(0, self._theme.px(14), 0, 0)
