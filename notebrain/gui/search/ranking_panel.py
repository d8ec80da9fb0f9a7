"""The pane that shows and changes how hits are ranked: decay, alpha, and the score of a hit."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QSlider,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from notebrain.domain.i18n import _, ngettext
from notebrain.domain.search.ranking.scores import DEFAULT_ALPHA, PROFILES
from notebrain.domain.search.types import Hit, ProfileName
from notebrain.gui.search import texts
from notebrain.gui.search.decay_curve import DecayCurve
from notebrain.gui.search.score_panel import ScorePanel
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import IconButton, text_button
from notebrain.gui.widgets.labels import IconLabel, Label
from notebrain.gui.widgets.layouts import hairline
from notebrain.gui.widgets.segmented_control import Segments

_HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Ranking:
    """How hits are ordered; None uses the setting of the workspace."""

    profile: ProfileName = ProfileName.BALANCED
    half_life_days: float | None = None
    alpha: float | None = None


class RankingPane(QFrame):
    """Shows and changes how hits are ordered."""

    changed = Signal(object)
    """The user wants another `Ranking`."""
    unfold_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side_panel")
        self._theme = theme
        self.ranking = Ranking()
        self.more = IconButton(theme, "ellipsis", _("More about ranking"))
        names = (
            (ProfileName.BALANCED.value, _("Balanced")),
            (ProfileName.STRICT.value, _("Strict")),
            (ProfileName.TIMELESS.value, _("Timeless")),
        )
        self.profiles = Segments(theme, names, _("How much age counts"))
        self._days = Label(theme, role=Role.TITLE)
        self.curve = DecayCurve(theme)
        self.hidden = _Hidden(theme)
        self.why = ScorePanel(theme)
        self._alpha_box = QWidget()
        self.alpha = QSlider(Qt.Orientation.Horizontal)
        self._alpha_text = Label(theme, role=Role.SMALL, ink="muted")
        self._memory = QAction(_("Memory: match, importance, age and use added up"), self)
        self._weights = QAction(_("Weigh words against meaning"), self)
        self._fill()
        self._connect()
        self.show_ranking(self.ranking)
        self.show_hit(None, 0)
        self.show_hidden([])

    def show_ranking(self, ranking: Ranking) -> None:
        """Show this ranking without emitting a signal."""
        self.ranking = ranking
        rules = PROFILES[ranking.profile]
        self.profiles.show_chosen(ranking.profile.value)
        self._memory.setChecked(ranking.profile is ProfileName.MEMORY)
        self.curve.show_floor(rules.floor)
        days = ranking.half_life_days or rules.half_life_days
        self.curve.show_half_life(days)
        self._show_days(days)
        blocked = self.alpha.blockSignals(True)
        alpha = DEFAULT_ALPHA if ranking.alpha is None else ranking.alpha
        self.alpha.setValue(round(alpha * _HUNDRED))
        self.alpha.blockSignals(blocked)
        self._show_alpha()

    def show_hits(self, ages: Sequence[tuple[float, bool]]) -> None:
        """Show the hits on the curve: their ages in days, and which one is selected."""
        self.curve.show_ages(ages)

    def show_hit(self, hit: Hit | None, rank: int) -> None:
        """Show why this hit has its rank."""
        self.why.setVisible(hit is not None)
        self._line.setVisible(hit is not None)
        self.why.show_hit(hit, rank)

    def show_hidden(self, older: Sequence[Hit]) -> None:
        """Show which older versions are folded under newer ones."""
        self.hidden.show_older(older)

    def _fill(self) -> None:
        self._column = QVBoxLayout(self)
        head = QHBoxLayout()
        head.setContentsMargins(0, self._theme.px(4), 0, self._theme.px(6))
        head.addWidget(Label(self._theme, _("Ranking"), role=Role.SECTION))
        head.addStretch(1)
        head.addWidget(self.more)
        half = QHBoxLayout()
        half.addWidget(Label(self._theme, _("Half-life")))
        hint = Label(self._theme, _("each dot is a note in the list"), role=Role.SMALL, ink="muted")
        half.addWidget(hint)
        half.addStretch(1)
        half.addWidget(self._days)
        self._line = hairline()
        self._column.addLayout(head)
        self._column.addWidget(self.profiles)
        self._column.addLayout(half)
        self._column.addWidget(self.curve)
        self._column.addWidget(self._alpha_area())
        self._column.addWidget(self.hidden)
        self._column.addWidget(self._line)
        self._column.addWidget(self.why)
        self._column.addStretch(1)
        self._add_menu()
        self._apply_theme()

    def _alpha_area(self) -> QWidget:
        self.alpha.setRange(0, _HUNDRED)
        self.alpha.setSingleStep(5)
        self.alpha.setPageStep(10)
        self.alpha.setAccessibleName(_("Weight of words against meaning"))
        column = QVBoxLayout(self._alpha_box)
        column.setContentsMargins(0, 0, 0, 0)
        row = QHBoxLayout()
        row.addWidget(Label(self._theme, _("Words against meaning")))
        row.addStretch(1)
        row.addWidget(self._alpha_text)
        column.addLayout(row)
        column.addWidget(self.alpha)
        self._alpha_box.hide()
        return self._alpha_box

    def _add_menu(self) -> None:
        menu = QMenu(self.more)
        for action in (self._memory, self._weights):
            action.setCheckable(True)
            menu.addAction(action)
        reset = menu.addAction(_("Same as workspace"))
        reset.triggered.connect(lambda: self._choose(Ranking()))
        self.more.setMenu(menu)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _connect(self) -> None:
        self.profiles.chosen.connect(self._on_profile)
        self.curve.half_life_chosen.connect(self._on_half_life)
        self.alpha.valueChanged.connect(self._on_alpha)
        self._memory.triggered.connect(self._on_memory)
        self._weights.toggled.connect(self._alpha_box.setVisible)
        self.hidden.show_button.clicked.connect(self.unfold_requested)
        self._theme.changed.connect(self._apply_theme)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(px(20), px(14), px(20), px(14))
        self._column.setSpacing(px(10))

    def _choose(self, ranking: Ranking) -> None:
        self.show_ranking(ranking)
        self.changed.emit(ranking)

    def _on_profile(self, name: str) -> None:
        self._choose(replace(self.ranking, profile=ProfileName(name), half_life_days=None))

    def _on_memory(self, on: bool) -> None:
        self._on_profile(ProfileName.MEMORY.value if on else ProfileName.BALANCED.value)

    def _on_half_life(self, days: float) -> None:
        self.ranking = replace(self.ranking, half_life_days=days)
        self._show_days(days)
        self.changed.emit(self.ranking)

    def _on_alpha(self, value: int) -> None:
        self.ranking = replace(self.ranking, alpha=value / _HUNDRED)
        self._show_alpha()
        self.changed.emit(self.ranking)

    def _show_days(self, days: float) -> None:
        whole = round(days)
        text = ngettext("{n} day", "{n} days", whole).format(n=whole)
        off = self.ranking.profile is ProfileName.TIMELESS
        self._days.setText(_("off") if off else text)

    def _show_alpha(self) -> None:
        words = self.alpha.value()
        text = _("{words}% words, {meaning}% meaning")
        self._alpha_text.setText(text.format(words=words, meaning=_HUNDRED - words))


class _Hidden(QFrame):
    """Shows how many older versions are hidden by decay."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title = Label(theme, role=Role.SMALL_STRONG, ink="text2")
        self._text = Label(theme, role=Role.SMALL, ink="text2")
        self._text.setWordWrap(True)
        self.show_button = text_button(_("Show them"))
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addWidget(self.show_button, alignment=Qt.AlignmentFlag.AlignLeft)
        self._row = QHBoxLayout(self)
        self._row.addWidget(IconLabel(theme, "history", "text2"), 0, Qt.AlignmentFlag.AlignTop)
        self._row.addLayout(column, 1)
        theme.follow(self._apply_theme)

    def show_older(self, older: Sequence[Hit]) -> None:
        """Show the number of hidden versions; hide if there are none."""
        self.setVisible(bool(older))
        if older:
            self._title.setText(texts.hidden(len(older)))
            text = _("Older versions of notes in this list, including “{title}”.")
            self._text.setText(text.format(title=older[0].title or _("Untitled")))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.tokens.color("inset"))
        painter.drawRoundedRect(self.rect(), self._theme.px(7), self._theme.px(7))
        painter.end()

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._row.setContentsMargins(px(12), px(10), px(12), px(6))
        self._row.setSpacing(px(10))
        self.show_button.setFont(self._theme.font(Role.SMALL_MEDIUM))
