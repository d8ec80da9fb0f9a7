"""The progress of the embedding: vectors that are done and vectors that are missing."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from notebrain.app.account.texts import estimate_lines, short_name, suggestion_text
from notebrain.app.settings.remembered import ENGLISH_KEPT
from notebrain.app.settings.table import ACCOUNT_MODEL, EMBEDDING_PAUSED, NEURON_BUDGET
from notebrain.domain.embedding.usage import Estimate, RemoteNumbers
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.account.budget_meter import BudgetMeter
from notebrain.gui.core import date_format
from notebrain.gui.core.context import Context
from notebrain.gui.theme.fonts import Role
from notebrain.gui.theme.theme import Theme
from notebrain.gui.widgets.buttons import push_button
from notebrain.gui.widgets.labels import Label


class VectorsView(QWidget):
    """Shows how many notes have vectors, the daily budget, and what the remaining vectors will cost.

    Suggests the model that knows the languages of the notes, if another one is in use.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._title = Label(theme, _("Search by meaning in your account"), role=Role.SECTION)
        self.coverage = Label(theme, ink="text2")
        self.coverage.setWordWrap(True)
        self.left = Label(theme, role=Role.SMALL, ink="muted")
        self.left.setWordWrap(True)
        self.meter = BudgetMeter(theme)
        self.suggestion = Label(theme, ink="text2")
        self.suggestion.setWordWrap(True)
        self.use, self.keep = push_button(""), push_button("")
        self._answers = QHBoxLayout()
        for button in (self.use, self.keep):
            self._answers.addWidget(button)
        self._answers.addStretch(1)
        self.show_suggestion("", None)
        self._column = QVBoxLayout(self)
        for part in (self._title, self.coverage, self.left, self.meter):
            self._column.addWidget(part)
        self._column.addWidget(self.suggestion)
        self._column.addLayout(self._answers)
        theme.follow(self._apply_theme)

    def show_numbers(self, numbers: RemoteNumbers) -> None:
        """Show the progress."""
        self.meter.show_numbers(numbers)
        there = numbers.coverage[-1]
        text = ngettext(
            "{done} of {n} note is ready, read by {model}.",
            "{done} of {n} notes are ready, read by {model}.",
            there.total,
        )
        done, total = date_format.number(there.done), date_format.number(there.total)
        self.coverage.setText(text.format(done=done, n=total, model=short_name(there.space.model)))
        self.left.setVisible(bool(self.left.text()) and not there.whole)

    def show_remaining(self, estimate: Estimate, model: str, budget: int) -> None:
        """Show what the remaining vectors will cost."""
        lines = estimate_lines(estimate, short_name(model), budget) if estimate.passages else ()
        self.left.setText(" ".join(lines))
        self.left.setVisible(bool(lines))

    def show_suggestion(self, model: str, suggested: str | None) -> None:
        """Offer another model than the one in use; None offers none."""
        if suggested is not None:
            self.suggestion.setText(suggestion_text(model, suggested))
            self.use.setText(_("Use {model}…").format(model=short_name(suggested)))
            self.keep.setText(_("Keep {model}").format(model=short_name(model)))
        for part in (self.suggestion, self.use, self.keep):
            part.setVisible(suggested is not None)

    def _apply_theme(self) -> None:
        px = self._theme.px
        self._column.setContentsMargins(0, 0, 0, px(4))
        self._column.setSpacing(px(6))


_TELLING = (ACCOUNT_MODEL, NEURON_BUDGET, EMBEDDING_PAUSED, ENGLISH_KEPT)


class VectorsWatch(QObject):
    """Reads the progress and the remaining cost of the account in the background.

    Args:
        wanted: Returns whether the view is shown now.
    """

    use_requested = Signal(str)
    """The user wants this model, and has yet to be told what it costs."""

    def __init__(self, context: Context, view: VectorsView, wanted: Callable[[], bool]) -> None:
        super().__init__(view)
        self._context = context
        self._vectors = context.services.cloud.vectors
        self._view = view
        self._wanted = wanted
        self._suggested: str | None = None
        view.use.clicked.connect(self._on_use)
        view.keep.clicked.connect(lambda: context.settings.put(ENGLISH_KEPT, True))
        context.events.vectors_progress.connect(self._on_progress)
        context.settings.changed.connect(self._on_setting)

    def refresh(self) -> None:
        """Show the current state; do nothing unless the view is shown."""
        self._refresh_numbers()
        if self._wanted():
            self._context.reader.read(
                "left", self._estimated, lambda found: self._view.show_remaining(*found)
            )

    def estimate(self, then: Callable[[list[str]], object]) -> None:
        """Pass the cost of the missing vectors to `then`, as lines of text."""

        def show(found: tuple[Estimate, str, int]) -> None:
            estimate, model, budget = found
            then([*estimate_lines(estimate, short_name(model), budget)])

        self._context.reader.read("estimate", self._estimated, show)

    def _estimated(self) -> tuple[Estimate, str, int]:
        """Return what is missing, the model and the budget; not for the window's thread."""
        vectors = self._vectors
        return vectors.estimate(), vectors.model.name, vectors.preferences().budget

    def _refresh_numbers(self) -> None:
        if self._wanted():
            self._context.reader.read(
                "neurons of the account",
                lambda: (self._vectors.numbers(), self._vectors.suggested),
                lambda found: self._show(*found),
            )

    def _show(self, numbers: RemoteNumbers, suggested: str | None) -> None:
        if self._wanted():
            self._suggested = suggested
            self._view.show_numbers(numbers)
            self._view.show_suggestion(numbers.coverage[-1].space.model, suggested)
            self._view.show()

    def _on_use(self) -> None:
        if self._suggested is not None:
            self.use_requested.emit(self._suggested)

    def _on_progress(self, _progress: object) -> None:
        if self._view.isVisible():
            self._refresh_numbers()

    def _on_setting(self, setting: object) -> None:
        if setting in _TELLING and self._view.isVisible():
            self.refresh()
