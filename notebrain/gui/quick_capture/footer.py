"""The footer of the capture window: workspace, state, key hints, and the save button."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from notebrain.domain.i18n import _
from notebrain.gui.editor.header_chips import Chip
from notebrain.gui.theme import icons
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import KeyCap, native_text
from notebrain.gui.widgets.labels import ElidedLabel, IconLabel, Label
from notebrain.gui.widgets.painting import BidiPainter

_HEIGHT = 44
_CHEVRON, _CHEVRON_PAD = 12, 6


class WorkspaceChip(Chip):
    """Shows the workspace of the note, and lets the user choose another."""

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
        seen = BidiPainter(self.layoutDirection(), self.rect())
        icons.draw(painter, "chevron-down", self._theme.tokens.text2, seen.rect(corner))
        painter.end()

    def offer(self, names: Sequence[str], current: str) -> None:
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
    """Shows workspace, state, hints, and the button that saves the note."""

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
        theme.follow(self._apply_theme)
        self.show_hints_only()

    def show_hints_only(self) -> None:
        """Show nothing but the key hints."""
        self._show_state("", "", "")
        self.save.show_action(_("Save"), "Enter")

    def show_saved(self) -> None:
        """Show that the text is on disk, though it is not a note yet."""
        self._show_state(_("Draft kept"), "check", "success")
        self.save.show_action(_("Save"), "Enter")

    def show_repeat(self, day: str) -> None:
        """Show that such a note exists, and how to save this one anyway."""
        text = _("Already saved {day}").format(day=day)
        self._show_state(text, "info", "accent", ink="text", hints=False)
        self.save.show_action(_("Save anyway"), "Ctrl+Enter")

    def show_message(self, text: str) -> None:
        """Show a message that matters more than the hints."""
        self._show_state(text, "info", "accent", ink="text", hints=False)

    def _show_state(
        self, text: str, icon: str, color: str, *, ink: str = "muted", hints: bool = True
    ) -> None:
        self._hints_wanted = hints
        self.state.setText(text)
        self.state.set_ink(ink)
        if icon:
            self._mark.set_icon(icon, color)
        self._mark.setVisible(bool(icon))
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the hints that fit beside everything else."""
        gap = self._row.spacing()
        margins = self._row.contentsMargins()
        others = (self.workspace, self._mark, self.state, self.save)
        room = self.width() - margins.left() - margins.right() - self._theme.px(6)
        room -= sum(part.sizeHint().width() + gap for part in others)
        for hint in reversed(self._hints):
            room -= hint.sizeHint().width() + gap
            hint.setVisible(self._hints_wanted and room >= 0)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self.setFixedHeight(px(_HEIGHT))
        self._row.setContentsMargins(px(16), 0, px(12), 0)
        self._row.setSpacing(px(5))
        self._fit()


def _hint(theme: Theme, key: str, text: str) -> QWidget:
    """Return a key and a label for what it does."""
    hint = QWidget()
    row = QHBoxLayout(hint)
    row.setContentsMargins(0, 0, theme.px(8), 0)
    row.setSpacing(theme.px(5))
    row.addWidget(KeyCap(theme, key))
    row.addWidget(Label(theme, text, role=Role.SMALL, ink="muted"))
    return hint


_SIDE, _GAP, _CAP = 12, 8, 18
_CAP_GROUND = 0.2


class SaveButton(QPushButton):
    """A filled button that shows what it does and its key."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._key = ""
        self.setProperty("kind", "go")
        self.setAutoDefault(False)
        theme.changed.connect(self.updateGeometry)

    def show_action(self, text: str, key: str) -> None:
        """Show what pressing it does, and the key that does the same."""
        self.setText(text)
        self._key = native_text(key)
        self.setToolTip(f"{text} ({self._key})")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        px = self._theme.px
        text = QFontMetricsF(self.font()).horizontalAdvance(self.text())
        width = text + self._cap_width() + px(_GAP) + 2 * px(_SIDE)
        return QSize(round(width) + 1, self._theme.metrics.button)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, px = self._theme, self._theme.px
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, self)
        ink = theme.tokens.color("on_accent")
        seen = BidiPainter(self.layoutDirection(), self.rect())
        painter.setPen(ink)
        painter.setFont(self.font())
        room = self.rect().adjusted(px(_SIDE), 0, -px(_SIDE), 0)
        seen.text(painter, room, Qt.AlignmentFlag.AlignVCenter.value, self.text())
        self._paint_cap(painter, seen, ink)
        painter.end()

    def _paint_cap(self, painter: QPainter, seen: BidiPainter, ink: QColor) -> None:
        theme, px, width = self._theme, self._theme.px, self._cap_width()
        cap = QRectF(
            self.width() - px(_SIDE) - width, (self.height() - px(_CAP)) / 2, width, px(_CAP)
        )
        ground = QColor(ink)
        ground.setAlphaF(_CAP_GROUND)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(seen.exact(cap), px(4), px(4))
        painter.setPen(ink)
        painter.setFont(theme.font(Role.CAP))
        painter.drawText(seen.exact(cap), Qt.AlignmentFlag.AlignCenter, self._key)

    def _cap_width(self) -> float:
        return max(
            self._theme.px(_CAP), self._theme.fonts.width(Role.CAP, self._key) + self._theme.px(10)
        )
