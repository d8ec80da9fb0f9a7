"""The controls above a list of notes that a page chose: back to the page, and from note to note."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.core import date_format
from notebrain.gui.core.locations import Location
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, native_text
from notebrain.gui.widgets.labels import Label


class BackButton(IconButton):
    """Leads back to the page that chose the notes; hidden for any other list."""

    requested = Signal(str)
    """The page to show."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, "arrow-left", _("Back"))
        self._page = ""
        self.clicked.connect(lambda: self.requested.emit(self._page))
        self.hide()

    def show_location(self, location: Location) -> None:
        """Offer the way back from this location."""
        self._page = location.page
        self.setVisible(bool(location.page))


class StepButtons(QWidget):
    """Which note of how many is shown, and a button to the one before and after it; hidden for an ordinary list."""

    stepped = Signal(int)
    """The user wants the note that is this many rows further down."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.place = Label(theme, role=Role.NUMBER, ink="muted")
        self.before = IconButton(theme, "chevron-up", _("Previous note"))
        self.after = IconButton(theme, "chevron-down", _("Next note"))
        self.before.clicked.connect(lambda: self.stepped.emit(-1))
        self.after.clicked.connect(lambda: self.stepped.emit(1))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.place)
        row.addSpacing(theme.px(4))
        row.addWidget(self.before)
        row.addWidget(self.after)
        self.hide()

    def show_keys(self, before: str, after: str) -> None:
        """Show the keys that do the same."""
        self.before.set_key(native_text(before))
        self.after.set_key(native_text(after))

    def show_place(self, row: int, count: int) -> None:
        """Show which note of how many this is, and disable the button that would lead out of the list."""
        numbers = {"n": date_format.number(row + 1), "total": date_format.number(count)}
        self.place.setText(_("{n} of {total}").format(**numbers) if 0 <= row < count else "")
        self.before.setEnabled(row > 0)
        self.after.setEnabled(0 <= row < count - 1)
