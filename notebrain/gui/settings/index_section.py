"""The section of the settings about the semantic index: its progress, its model, and rebuilding it.

The cost of another model of the account is shown first, and nothing is spent before the user agrees.
"""

from typing import TYPE_CHECKING

from notebrain.app.account.texts import estimate_lines, short_name
from notebrain.app.events import IndexProgress, IndexState
from notebrain.app.settings.setting import Value
from notebrain.app.settings.table import ACCOUNT_MODEL
from notebrain.domain.embedding.usage import Estimate
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.core.context import Context
from notebrain.gui.settings.section import Block
from notebrain.gui.theme.fonts import Role

if TYPE_CHECKING:
    from notebrain.domain.embedding.usage import Amount


class IndexBlock(Block):
    """Shows what the indexer does; offers to rebuild the index."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.theme, _("Meaning"), _("Index status"))
        self._context = context
        self.state = self.add_text("")
        self.model = self.add_text(_model(context), role=Role.SMALL, ink="muted")
        (self.again,) = self.offer((_("Rebuild the index…"), self._on_again))
        context.events.index_progress.connect(self.show_progress)
        self.show_progress(context.events.last_index_progress)

    def show_progress(self, progress: IndexProgress | None) -> None:
        """Show the progress of the index."""
        self.model.setText(_model(self._context))
        self.state.setText(_in_words(progress))

    def _on_again(self) -> None:
        self.again.setEnabled(False)
        self._context.reader.read(
            "amount", self._context.services.reembedding.amount, self._on_amount
        )

    def _on_amount(self, amount: "Amount") -> None:
        self.again.setEnabled(True)
        self._context.tasks.start(self._ask(amount))

    async def _ask(self, amount: "Amount") -> None:
        agreed = await dialogs.confirm(
            self._context.tasks,
            self._context.window,
            title=_("Rebuild the index"),
            text=question(amount),
            yes=_("Rebuild"),
        )
        if agreed:
            done = self._context.services.reembedding.start(amount)
            self._context.events.when_done(
                done, lambda _changes: self._on_begun(), failed=self._context.on_error
            )

    def _on_begun(self) -> None:
        self._context.messages.show_info(_("The index is being rebuilt"))


def question(amount: "Amount") -> str:
    """Return the question to the user, with the amount of work and its duration."""
    notes = ngettext(
        "The meaning of {n} note will be computed again.",
        "The meanings of {n} notes will be computed again.",
        amount.notes,
    ).format(n=date_format.number(amount.notes))
    time = ngettext(
        "It takes about {n} minute, in the background.",
        "It takes about {n} minutes, in the background.",
        amount.minutes,
    ).format(n=date_format.number(amount.minutes))
    return " ".join((notes, time, _("Until then notes are found by their words.")))


def _model(context: Context) -> str:
    space = context.services.model.space
    text = _("Model {name}, {n} numbers per passage. It runs on this computer, without a network.")
    return text.format(name=space.model, n=space.dimensions)


def _in_words(progress: IndexProgress | None) -> str:
    if progress is None:
        return _("The index status is not known yet.")
    done, total = date_format.number(progress.done), date_format.number(progress.total)
    if progress.renewing:
        return _(
            "Another model is reading your notes: {done} of {total}. Until it is done, search uses what the "
            "previous one read."
        ).format(done=done, total=total)
    coverage = _("{done} of {total} notes can be found by meaning.").format(done=done, total=total)
    texts = {
        IndexState.WORKING: _("Indexing is in progress."),
        IndexState.IDLE: _("Everything is indexed."),
        IndexState.PAUSED: _("Indexing is paused."),
        IndexState.ELSEWHERE: _("Another program is indexing this vault."),
        IndexState.OFF: progress.reason or _("The model cannot be used on this computer."),
    }[progress.state]
    return f"{coverage} {texts}"


class ModelChoice:
    """Accepts a choice at once if it costs nothing, and asks the user otherwise."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def passes(self, value: Value | None) -> bool:
        """Return whether the choice applies at once; otherwise the user is asked, and it applies when they agree."""
        wanted = str(value or ACCOUNT_MODEL.default)
        if self._context.services.cloud.connection is None:
            return True  # the cost is shown when connecting
        if wanted == self._context.settings.get(ACCOUNT_MODEL):
            return True
        vectors = self._context.services.cloud.vectors
        self._context.reader.read(
            "estimate",
            lambda: (vectors.estimate(wanted), vectors.preferences().budget),
            lambda found: self._decide(wanted, *found),
        )
        return False

    def _decide(self, wanted: str, estimate: Estimate, budget: int) -> None:
        if estimate.passages:
            self._context.tasks.start(self._ask(wanted, estimate, budget))
        else:
            self._choose(wanted)

    async def _ask(self, wanted: str, estimate: Estimate, budget: int) -> None:
        begin = _("Embed and use it")
        lines = [
            *estimate_lines(estimate, short_name(wanted), budget),
            _(
                "The current model’s vectors stay; switching back costs nothing. You can pause the embedding at any "
                "time."
            ),
        ]
        answer = await dialogs.choose_answer(
            self._context.tasks,
            self._context.window,
            title=_("Another model"),
            text="\n".join(lines),
            answers=(begin,),
            danger="",
        )
        if answer == begin:
            self._choose(wanted)

    def _choose(self, wanted: str) -> None:
        self._context.settings.put(ACCOUNT_MODEL, wanted)
