"""What the review shows when no card waits."""

from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout

from notebrain.app.notes.card_views import Inbox
from notebrain.domain.i18n import _
from notebrain.gui import dates
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import IconLabel, Label


class Nothing(QFrame):
    """What is shown when no card waits."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("editor")
        self.title = Label(theme, _("Nothing to decide"), role=Role.SECTION)
        self.hint = Label(theme, role=Role.BODY, ink="text2")
        self.hint.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(6))
        column.addStretch(2)
        middle = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(IconLabel(theme, "inbox", "muted", size=24), alignment=middle)
        column.addSpacing(theme.px(6))
        column.addWidget(self.title, alignment=middle)
        for label in (self.title, self.hint):
            label.setAlignment(middle)
        column.addWidget(self.hint)
        self.answers = text_button(_("Show what you answered"))
        self.answers.hide()
        column.addWidget(self.answers, alignment=middle)
        column.addStretch(3)

    def tell(self, inbox: Inbox, now: datetime) -> None:
        """Say when the last answer was given, or what will come here."""
        if inbox.last_answer is None:
            text = _("When notes repeat, replace or contradict each other, you hear of it here.")
        else:
            day = dates.short(inbox.last_answer, now)
            text = _("Your last answer: {day}").format(day=day)
        self.hint.setText(text)
        self.answers.setVisible(bool(inbox.given))
