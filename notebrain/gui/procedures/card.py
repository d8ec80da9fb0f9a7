"""One procedure on the page: what is to be done, when it applies, and what can be done with it."""

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.domain.i18n import _
from notebrain.domain.procedures.procedures import (
    DEFAULT_CATEGORY,
    Procedure,
    Source,
    TriggerKind,
)
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton
from notebrain.gui.widgets.labels import IconLabel, QuotedLabel
from notebrain.gui.widgets.toggles import Switch

_RADIUS = 8


def when_text(procedure: Procedure) -> str:
    """Return when a procedure applies, as a sentence."""
    text = procedure.trigger.text
    if procedure.trigger.kind is TriggerKind.WORDS:
        return _("When the question has: {words}").format(words=text)
    return _("When a note that fits is found by: {search}").format(search=text)


class ProcedureCard(QWidget):
    """Shows a procedure; it is lit while it would apply to the question that is tried."""

    edit_requested = Signal()
    remove_requested = Signal()
    switched = Signal()
    """The user turned it on or off, as its switch shows."""

    def __init__(self, theme: Theme, procedure: Procedure) -> None:
        super().__init__()
        self._theme = theme
        self.procedure = procedure
        self._lit = False
        self.content = _quoted(theme, procedure.content, "text")
        self.when = _quoted(theme, _facts(procedure), "muted")
        self.why = _quoted(theme, "", "accent")
        self.mark = IconLabel(theme, "circle-check", "accent")
        short = " ".join(procedure.content.split())[:80]
        self.switch = Switch(theme, _("Apply “{content}”").format(content=short))
        self.switch.setChecked(not procedure.is_off)
        self.switch.setToolTip(_("Turned off, it is kept, but never applies"))
        self.edit = IconButton(theme, "pencil-line", _("Change “{content}”").format(content=short))
        self.edit.setToolTip(_("Change"))
        self.remove = IconButton(theme, "trash-2", _("Remove “{content}”").format(content=short))
        self.remove.setToolTip(_("Remove"))
        self._fill()
        self.switch.clicked.connect(self.switched)
        self.edit.clicked.connect(self.edit_requested)
        self.remove.clicked.connect(self.remove_requested)
        self.show_why(None)
        theme.follow(self._apply_theme)

    def show_why(self, why: str | None) -> None:
        """Light the card with this reason; None takes the light away."""
        self._lit = why is not None
        self.why.setText("" if why is None else _("Would apply now: {why}").format(why=why))
        self._reason.setVisible(self._lit)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens, painter = self._theme.tokens, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(tokens.color("accent" if self._lit else "border"), 1))
        painter.setBrush(tokens.color("surface"))
        radius = self._theme.px(_RADIUS)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, radius, radius)
        if self._lit:
            painter.setPen(QPen(tokens.color("accent"), self._theme.px(3)))
            right = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
            at = box.right() - 1 if right else box.left() + 1
            top, bottom = box.top() + radius, box.bottom() - radius
            painter.drawLine(QPointF(at, top), QPointF(at, bottom))
        painter.end()

    def _fill(self) -> None:
        self._reason = QWidget()
        reason = QHBoxLayout(self._reason)
        reason.setContentsMargins(0, 0, 0, 0)
        reason.addWidget(self.mark, alignment=Qt.AlignmentFlag.AlignTop)
        reason.addWidget(self.why, 1)
        self._texts = QVBoxLayout()
        for label in (self.content, self.when):
            self._texts.addWidget(label)
        self._texts.addWidget(self._reason)
        self._row = QHBoxLayout(self)
        self._row.addLayout(self._texts, 1)
        for button in (self.switch, self.edit, self.remove):
            self._row.addWidget(button, alignment=Qt.AlignmentFlag.AlignTop)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(16), px(12), px(10), px(12))
        self._row.setSpacing(px(4))
        self._texts.setSpacing(px(3))
        self.content.set_ink("muted" if self.procedure.is_off else "text")


def _quoted(theme: Theme, text: str, ink: str) -> QuotedLabel:
    label = QuotedLabel(theme, ink=ink)
    label.setText(text)
    return label


def _facts(procedure: Procedure) -> str:
    parts = [when_text(procedure)]
    parts += [procedure.category] if procedure.category != DEFAULT_CATEGORY else []
    parts += [_("noticed in a conversation")] if procedure.source is Source.EXTRACTED else []
    return " · ".join(parts)
