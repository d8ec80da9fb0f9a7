"""A line that says how often the user agreed with cards of this kind, with buttons to see fewer or all."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from notebrain.app.notes.card_views import Agreement
from notebrain.domain.i18n import _
from notebrain.gui.review import texts
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import text_button
from notebrain.gui.widgets.labels import Label

if TYPE_CHECKING:
    from notebrain.domain.review.cards import CardKind


class AgreementLine(QWidget):
    """Shows the agreement; hidden until there is something to say."""

    quieter_requested = Signal(object)
    """The user wants fewer cards of this `CardKind`."""
    all_requested = Signal(object)
    """The user wants all cards of this `CardKind` again."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._kind: CardKind | None = None
        self.text = Label(theme, role=Role.SMALL, ink="muted")
        self.text.setWordWrap(True)
        self.quieter = text_button(_("Show fewer"))
        self.all = text_button(_("Show all again"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.text, 1)
        for button in (self.quieter, self.all):
            button.setProperty("small", True)
            self._row.addWidget(button)
        self.quieter.clicked.connect(lambda: self.quieter_requested.emit(self._kind))
        self.all.clicked.connect(lambda: self.all_requested.emit(self._kind))
        theme.follow(self._apply_theme)

    def show_agreement(self, agreement: Agreement | None) -> None:
        """Show this agreement, or hide the line if there is nothing to say."""
        self._kind = agreement.kind if agreement else None
        text = texts.agreement(agreement) if agreement else ""
        self.setVisible(bool(text))
        if agreement is None:
            return
        self.text.setText(text)
        self.quieter.setVisible(agreement.next > agreement.least)
        self.quieter.setToolTip(
            _("From now on, show only cards with at least {percent}% certainty").format(
                percent=texts.percent(agreement.next)
            )
        )
        self.all.setVisible(agreement.least > 0)

    def _apply_theme(self) -> None:
        self._row.setSpacing(self._theme.px(8))
