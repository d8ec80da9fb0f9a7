"""Who wrote the merge that is shown, and the other text that there is."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.widgets.segments import Segments

MODEL, PROGRAM = "model", "program"


class MergeWriters(QWidget):
    """Says who wrote the text; tells which one is wanted."""

    chosen = Signal(str)
    """`MODEL` or `PROGRAM`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._icon = IconLabel(theme, "cloud", "muted")
        self.told = Label(theme, role=Role.SMALL, ink="text2")
        self.told.setWordWrap(True)
        texts = (MODEL, _("From your account")), (PROGRAM, _("From this computer"))
        self.switch = Segments(theme, texts, _("Proposed merge"))
        self.switch.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.switch.chosen.connect(self.chosen)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._icon)
        row.addWidget(self.told, 1)
        row.addWidget(self.switch)

    def show_writer(self, writer: str, *, lossy: bool) -> None:
        """Say who wrote the text that is shown.

        Args:
            lossy: Whether the model's text leaves something out, which is why the other one came first.
        """
        self.switch.show_chosen(writer)
        self._icon.set_icon("cloud" if writer == MODEL else "monitor", "muted")
        if writer == MODEL:
            self.told.setText(_("Written by the model in your account"))
        elif lossy:
            self.told.setText(_("The text from your account leaves something out"))
        else:
            self.told.setText(_("Put together on this computer"))
