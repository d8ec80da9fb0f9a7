"""The message shown when a list is empty."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.core.locations import Location, LocationKind
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label


class EmptyState(QWidget):
    """Shows one line, a hint, and one button."""

    all_requested = Signal()
    new_note_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title = Label(theme, role=Role.TITLE)
        self.hint = Label(theme, role=Role.SMALL, ink="text2")
        self.act = text_button("")
        self._everything = True
        for label in (self.title, self.hint):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(True)
        self.act.clicked.connect(self._on_act)
        column = QVBoxLayout(self)
        column.setContentsMargins(*[theme.px(24)] * 4)
        column.setSpacing(theme.px(4))
        column.addStretch(2)
        column.addWidget(self.title)
        column.addWidget(self.hint)
        column.addSpacing(theme.px(8))
        column.addWidget(self.act, alignment=Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)

    def show_location(self, location: Location) -> None:
        """Show that this location is empty, and how to change that."""
        self._everything = location.kind is LocationKind.NOTES
        title, hint = _words(location)
        self.title.setText(title)
        self.hint.setText(hint)
        self.act.setText(_("New note") if self._everything else _("Show all notes"))

    def _on_act(self) -> None:
        (self.new_note_requested if self._everything else self.all_requested).emit()


def _words(location: Location) -> tuple[str, str]:
    match location.kind:
        case LocationKind.NOTES:
            return _("No notes here yet"), _("The first line of a note becomes its title.")
        case LocationKind.PINNED:
            return _("Nothing pinned"), _("Pin a note with Ctrl+D and it waits for you here.")
        case LocationKind.CHOSEN:
            return _("None of these notes is left"), _("They were deleted after you chose them.")
        case LocationKind.TRASH:
            return _("The trash is empty"), _("Deleted notes wait here and can be restored.")
        case LocationKind.TAG:
            title = _("No notes tagged “{tag}”").format(tag=location.tag)
            return title, _("Give a note this tag and it appears here.")
        case LocationKind.CATEGORY:
            title = _("No notes in “{category}”").format(category=location.title)
            return title, _("Give a note this category and it appears here.")
