"""The line below the text: where the note goes, how it stands, what the keys do."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QWidget

from notebrain.domain.i18n import _
from notebrain.gui.capture.save_button import SaveButton
from notebrain.gui.editor.chips import Chip
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.key_cap import KeyCap
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel, Label
from notebrain.gui.widgets.mirrored import Mirrored

_HEIGHT = 44
_CHEVRON, _CHEVRON_PAD = 12, 6


class WorkspaceChip(Chip):
    """Shows the workspace the note goes into, and lets the user choose another."""

    chosen = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._tail = _CHEVRON + _CHEVRON_PAD - 2
        self.setMenu(QMenu(self))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        px, side = self._theme.px, self._theme.px(_CHEVRON)
        corner = QRect(0, (self.height() - side) // 2, side, side)
        corner.moveRight(self.width() - px(_CHEVRON_PAD))
        painter = QPainter(self)
        seen = Mirrored(self.layoutDirection(), self.rect())
        icons.draw(painter, "chevron-down", self._theme.tokens.text2, seen.rect(corner))
        painter.end()

    def tell(self, names: Sequence[str], current: str) -> None:
        """Offer these workspaces."""
        self.setText(current)
        self.setAccessibleName(_("Workspace: {name}").format(name=current))
        menu = self.menu()
        menu.clear()
        for name in dict.fromkeys((*names, current)):
            action = menu.addAction(name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name == current)
            action.triggered.connect(partial(self._on_chosen, name))

    def _on_chosen(self, name: str, *_checked: bool) -> None:
        self.chosen.emit(name)


class CaptureFoot(QFrame):
    """Workspace, state, hints, and the button that keeps the note."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.workspace = WorkspaceChip(theme)
        self._mark = IconLabel(theme, "check", "success")
        self.state = ElidedLabel(theme, role=Role.SMALL, ink="muted")
        self._hints = [
            _hint(theme, "Shift+Enter", _("new line")),
            _hint(theme, "Esc", _("close, keep draft")),
        ]
        self._hints_wanted = True
        self.save = SaveButton(theme)
        self._row = QHBoxLayout(self)
        middle = Qt.AlignmentFlag.AlignVCenter
        self._row.addWidget(self.workspace, 0, middle)
        self._row.addSpacing(theme.px(6))
        self._row.addWidget(self._mark, 0, middle)
        self._row.addWidget(self.state, 0, middle)
        self._row.addStretch(1)
        for hint in self._hints:
            self._row.addWidget(hint, 0, middle)
        self._row.addWidget(self.save, 0, middle)
        theme.changed.connect(self._dress)
        self._dress()
        self.tell_plain()

    def tell_plain(self) -> None:
        """Say nothing but what the keys do."""
        self._tell("", "", "")
        self.save.tell(_("Save"), "Enter")

    def tell_kept(self) -> None:
        """Say that what is written is on disk, though no note yet."""
        self._tell(_("Draft kept"), "check", "success")
        self.save.tell(_("Save"), "Enter")

    def tell_repeat(self, day: str) -> None:
        """Say that there is such a note, and how to save it all the same."""
        text = _("Already saved {day}").format(day=day)
        self._tell(text, "info", "accent", ink="text", hints=False)
        self.save.tell(_("Save anyway"), "Ctrl+Enter")

    def tell_note(self, text: str) -> None:
        """Say something that matters more than the hints."""
        self._tell(text, "info", "accent", ink="text", hints=False)

    def _tell(
        self, text: str, icon: str, colour: str, *, ink: str = "muted", hints: bool = True
    ) -> None:
        self._hints_wanted = hints
        self.state.setText(text)
        self.state.set_ink(ink)
        if icon:
            self._mark.set_icon(icon, colour)
        self._mark.setVisible(bool(icon))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the hints for which there is room beside everything else."""
        gap = self._row.spacing()
        margins = self._row.contentsMargins()
        others = (self.workspace, self._mark, self.state, self.save)
        room = self.width() - margins.left() - margins.right() - self._theme.px(6)
        room -= sum(part.sizeHint().width() + gap for part in others)
        for hint in reversed(self._hints):
            room -= hint.sizeHint().width() + gap
            hint.setVisible(self._hints_wanted and room >= 0)

    def _dress(self) -> None:
        px = self._theme.px
        self.setFixedHeight(px(_HEIGHT))
        self._row.setContentsMargins(px(16), 0, px(12), 0)
        self._row.setSpacing(px(5))
        self._fit()


def _hint(theme: Theme, key: str, text: str) -> QWidget:
    """Return a key and what it does."""
    hint = QWidget()
    row = QHBoxLayout(hint)
    row.setContentsMargins(0, 0, theme.px(8), 0)
    row.setSpacing(theme.px(5))
    row.addWidget(KeyCap(theme, key))
    row.addWidget(Label(theme, text, role=Role.SMALL, ink="muted"))
    return hint
