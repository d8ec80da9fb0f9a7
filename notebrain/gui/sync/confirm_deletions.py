"""The one question of syncing: whether to delete many notes here because another computer deleted them."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout

from notebrain.app.sync.texts import going_lines, question
from notebrain.domain.i18n import _
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import FlowLayout


class DeletionQuestion(QFrame):
    """Asks if there is something to ask; nothing is deleted before the user answers."""

    answered = Signal(bool)
    """True deletes the notes; False keeps them and sends them again."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("report")
        self._theme = theme
        self.text = Label(theme)
        self.text.setWordWrap(True)
        self.titles = Label(theme, ink="text2")
        self.titles.setWordWrap(True)
        self.titles.hide()
        self._count = 0
        self._computers = tuple[str, ...]()
        self.keep = push_button(_("Keep them on all computers"), "go")
        self.remove = push_button(_("Remove them here"), "danger")
        self._acts = FlowLayout()
        for button in (self.keep, self.remove):
            self._acts.addWidget(button)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.text)
        self._column.addWidget(self.titles)
        self._column.addLayout(self._acts)
        self.keep.clicked.connect(lambda: self._answer(delete=False))
        self.remove.clicked.connect(lambda: self._answer(delete=True))
        theme.follow(self._apply_theme)
        self.hide()

    def ask(self, count: int) -> None:
        """Ask about this number of notes; hide the question for 0."""
        self.text.setText(question(count, self._computers))
        for button in (self.keep, self.remove):
            button.setEnabled(True)
        self._count = count
        self.setVisible(count > 0)

    def show_going(self, titles: Sequence[str], computers: Sequence[str]) -> None:
        """Show the titles of the first notes the question is about, and the computers that removed them."""
        self._computers = tuple(computers)
        self.text.setText(question(self._count, computers))
        self.titles.setText("\n".join(going_lines(titles, self._count)))
        self.titles.setVisible(bool(titles))

    def _answer(self, *, delete: bool) -> None:
        for button in (self.keep, self.remove):
            button.setEnabled(False)
        self.answered.emit(delete)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(14), px(12), px(14), px(12))
        self._column.setSpacing(px(10))
        self._acts.setSpacing(px(8))
