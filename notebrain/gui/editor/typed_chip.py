"""The chip behind the tags that offers those written in the text."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from notebrain.domain.i18n import _, ngettext
from notebrain.gui.editor.chips import Chip
from notebrain.gui.theme.theme import Theme


class TypedChip(Chip):
    """Names the tag it adds, or counts them; pressing it, or Enter on it, adds all."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._icon = "plus"
        self.tags: Sequence[str] = ()
        self.hide()

    def offer(self, tags: Sequence[str], key: str = "") -> None:
        """Offer these tags; `key` is the shortcut that adds them too, as the system writes it."""
        self.tags = tuple(tags)
        named = ", ".join(f"#{tag}" for tag in tags)
        several = ngettext("Add {n} tag", "Add {n} tags", len(tags)).format(n=len(tags))
        self.setText(_("Add {tags}").format(tags=named) if len(tags) == 1 else several)
        name = _("Add the tags typed in the text: {tags}").format(tags=named)
        self.setAccessibleName(name)
        self.setToolTip(f"{name} ({key})" if key else name)
        self.dress()

    def dress(self) -> None:
        super().dress()
        self._ink = self._theme.tokens.text2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
            return
        super().keyPressEvent(event)
