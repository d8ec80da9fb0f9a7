"""The section of Home that leads to Review: how many cards wait, what they are about, and a button."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.review.cards import CardKind
from notebrain.gui.core import date_format
from notebrain.gui.home.section import Section, small
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.labels import ElidedLabel, Label

_NAMED = 2
"""How many kinds the line names; the others are counted together."""


class ReviewSection(Section):
    """Shows the number of waiting cards in large print; hidden while there are none."""

    requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, _("Review"))
        self.count = Label(theme, role=Role.COUNT)
        self.text = ElidedLabel(theme)
        self.kinds = small(theme)
        self.kinds.setWordWrap(True)
        self.button = push_button(_("Review"))
        self.button.setAccessibleName(_("Review the waiting cards"))
        self.button.clicked.connect(self.requested)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.text)
        words.addWidget(self.kinds)
        self._row = QHBoxLayout()
        self._row.addWidget(self.count)
        self._row.addLayout(words, 1)
        self._row.addWidget(self.button)
        self.column.addLayout(self._row)
        theme.changed.connect(self._apply_theme_to_row)
        self._apply_theme_to_row()

    def show_counts(self, counts: Mapping[CardKind, int]) -> None:
        """Show how many cards of each kind wait."""
        number = sum(counts.values())
        self.count.setText(date_format.number(number))
        self.text.setText(ngettext("card is waiting", "cards are waiting", number))
        self.kinds.setText(kinds_text(counts))
        self.setVisible(number > 0)

    def _apply_theme_to_row(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(0, px(14), 0, 0)
        self._row.setSpacing(px(16))


def kinds_text(counts: Mapping[CardKind, int]) -> str:
    """Return what the cards are about in one line, the most frequent kinds by name."""
    most = sorted((count, kind) for kind, count in counts.items() if count)[::-1]
    named = most if len(most) <= _NAMED + 1 else most[:_NAMED]
    parts = [_kind_text(kind, count) for count, kind in named]
    rest = sum(count for count, _kind in most) - sum(count for count, _kind in named)
    if rest:
        parts.append(ngettext("{n} more", "{n} more", rest).format(n=date_format.number(rest)))
    return ", ".join(parts)


def _kind_text(kind: CardKind, count: int) -> str:
    texts = {
        CardKind.REPEAT: ngettext("{n} repeats", "{n} repeat", count),
        CardKind.DUPLICATE: ngettext("{n} says the same", "{n} say the same", count),
        CardKind.OVERLAP: ngettext("{n} overlaps", "{n} overlap", count),
        CardKind.REPLACED: ngettext("{n} is newer", "{n} are newer", count),
        CardKind.CONTRADICTION: ngettext("{n} may disagree", "{n} may disagree", count),
        CardKind.FLAGGED: ngettext("{n} is related", "{n} are related", count),
        CardKind.CONFLICT: ngettext("{n} edited twice", "{n} edited twice", count),
        CardKind.LEARNED: ngettext("{n} learned", "{n} learned", count),
    }
    return texts[kind].format(n=date_format.number(count))
