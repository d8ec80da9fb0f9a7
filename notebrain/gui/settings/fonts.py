"""The typefaces of this computer, to choose from."""

from PySide6.QtGui import QFontDatabase, QKeyEvent
from PySide6.QtWidgets import QWidget

from notebrain.domain.i18n import _
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.choice import Choice

_OURS = ("NoteBrain Text", "NoteBrain Mono")


class FontChoice(Choice):
    """Offers the typefaces there are; asks the system for them only when the user wants to see them."""

    def __init__(
        self, theme: Theme, name: str, *, mono: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, name, parent)
        self._mono = mono
        self._full = False
        self.addItem(self._first(), "")

    def show_value(self, value: object) -> None:
        """Show this typeface, whether it is on this computer or not."""
        if self.findData(value) < 0:
            self.addItem(str(value), value)
        super().show_value(value)

    def showPopup(self) -> None:
        self._fill()
        super().showPopup()

    def keyPressEvent(self, e: QKeyEvent) -> None:
        self._fill()
        super().keyPressEvent(e)

    def _first(self) -> str:
        return "JetBrains Mono" if self._mono else _("Inter, as it comes")

    def _fill(self) -> None:
        if self._full:
            return
        self._full = True
        self.offer([("", self._first()), *((name, name) for name in families(mono=self._mono))])


def families(*, mono: bool) -> list[str]:
    """Return the typefaces of this computer that can write; `mono` those with letters of one width."""
    found = (name for name in QFontDatabase.families() if not QFontDatabase.isPrivateFamily(name))
    return [
        name
        for name in found
        if name not in _OURS and (not mono or QFontDatabase.isFixedPitch(name))
    ]
