"""How far the account is with the vectors of the notes, and what is still to be spent for them."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from notebrain.app.account.texts import estimate_lines, short_name
from notebrain.domain.embedding.usage import Estimate, RemoteNumbers
from notebrain.domain.i18n import _, ngettext
from notebrain.gui import dates
from notebrain.gui.account.meter import BudgetMeter
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.labels import Label


class VectorsView(QWidget):
    """Shows how many notes have their vectors, the budget of the day, and what the rest takes."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title = Label(theme, _("Meanings worked out in your account"), role=Role.SECTION)
        self.coverage = Label(theme, ink="text2")
        self.coverage.setWordWrap(True)
        self.left = Label(theme, role=Role.SMALL, ink="muted")
        self.left.setWordWrap(True)
        self.meter = BudgetMeter(theme)
        self._column = QVBoxLayout(self)
        for part in (self._title, self.coverage, self.left, self.meter):
            self._column.addWidget(part)
        theme.changed.connect(self._dress)
        self._dress()

    def tell(self, numbers: RemoteNumbers) -> None:
        """Show how far it is."""
        self.meter.tell(numbers)
        there = numbers.coverage[-1]
        text = ngettext(
            "{done} of {n} note has its vectors by {model}.",
            "{done} of {n} notes have their vectors by {model}.",
            there.total,
        )
        done, total = dates.number(there.done), dates.number(there.total)
        self.coverage.setText(text.format(done=done, n=total, model=short_name(there.space.model)))
        self.left.setVisible(bool(self.left.text()) and not there.whole)

    def tell_left(self, estimate: Estimate, model: str, budget: int) -> None:
        """Show what the rest takes."""
        lines = estimate_lines(estimate, short_name(model), budget) if estimate.passages else ()
        self.left.setText(" ".join(lines))
        self.left.setVisible(bool(lines))

    def _dress(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, px(20), 0, px(4))
        self._column.setSpacing(px(6))
