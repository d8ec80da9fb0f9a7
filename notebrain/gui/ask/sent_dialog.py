"""Shows what left this computer for a question, byte for byte.

Apart because the page itself never needs it.
"""

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.ports import Sent
from notebrain.gui.core import date_format
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label

_WIDTH, _HEIGHT = 640, 480


class SentDialog(QDialog):
    """The request to a model, as it was sent."""

    def __init__(self, theme: Theme, sent: Sent, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("What was sent"))
        text = _("Sent to {model} in your Cloudflare account, {n} bytes:").format(
            model=sent.model.rpartition("/")[2], n=date_format.number(len(sent.body))
        )
        self.head = Label(theme, text)
        self.head.setWordWrap(True)
        self.body = QPlainTextEdit()
        self.body.setReadOnly(True)
        self.body.setAccessibleName(_("What was sent"))
        self.body.setFont(theme.font(Role.MONO))
        self.body.setPlainText(sent.body.decode("utf-8", "replace"))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.head)
        column.addWidget(self.body, 1)
        column.addWidget(buttons)
        self.resize(theme.px(_WIDTH), theme.px(_HEIGHT))
