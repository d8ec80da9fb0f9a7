"""The section of the settings about the semantic index: its progress, its model, and rebuilding it."""

from typing import TYPE_CHECKING

from notebrain.app.events import IndexProgress, IndexState
from notebrain.domain.i18n import _, ngettext
from notebrain.gui.core import date_format, dialogs
from notebrain.gui.settings.section import Block
from notebrain.gui.theme.fonts import Role

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk
    from notebrain.indexing.reindex import Amount


class IndexBlock(Block):
    """Shows what the indexer does; offers to rebuild the index."""

    def __init__(self, desk: "Desk") -> None:
        super().__init__(desk.theme, _("Meaning"), _("Index state"))
        self._desk = desk
        space = desk.services.model.space
        self.state = self.say("")
        model = _(
            "Model {name}, {n} numbers a passage. It runs on this computer, without a network."
        )
        self.say(model.format(name=space.model, n=space.dimensions), role=Role.SMALL, ink="muted")
        (self.again,) = self.offer((_("Rebuild the index…"), self._on_again))
        self.tell(None)

    def tell(self, progress: IndexProgress | None) -> None:
        """Show the progress of the index."""
        self.state.setText(_in_words(progress))

    def _on_again(self) -> None:
        self.again.setEnabled(False)
        self._desk.reader.read("amount", self._desk.services.reembedding.amount, self._on_amount)

    def _on_amount(self, amount: "Amount") -> None:
        self.again.setEnabled(True)
        self._desk.tasks.start(self._ask(amount))

    async def _ask(self, amount: "Amount") -> None:
        desk = self._desk
        agreed = await dialogs.confirm(
            desk.tasks,
            desk.window,
            title=_("Rebuild the index"),
            text=question(amount),
            yes=_("Rebuild"),
        )
        if agreed:
            done = desk.services.reembedding.start(amount)
            desk.bridge.when_done(done, lambda _changes: self._on_begun(), failed=desk.on_failed)

    def _on_begun(self) -> None:
        self._desk.status.tell_plain(_("The index is being rebuilt"))


def question(amount: "Amount") -> str:
    """Return the question to the user, with the amount of work and its duration."""
    notes = ngettext(
        "The meaning of {n} note is worked out again.",
        "The meanings of {n} notes are worked out again.",
        amount.notes,
    ).format(n=date_format.number(amount.notes))
    time = ngettext(
        "It takes about {n} minute, in the background.",
        "It takes about {n} minutes, in the background.",
        amount.minutes,
    ).format(n=date_format.number(amount.minutes))
    return " ".join((notes, time, _("Until then notes are found by their words.")))


def _in_words(progress: IndexProgress | None) -> str:
    if progress is None:
        return _("The state of the index is not known yet.")
    done, total = date_format.number(progress.done), date_format.number(progress.total)
    coverage = _("{done} of {total} notes can be found by meaning.").format(done=done, total=total)
    said = {
        IndexState.WORKING: _("Indexing is under way."),
        IndexState.IDLE: _("Everything is indexed."),
        IndexState.PAUSED: _("Indexing is paused."),
        IndexState.ELSEWHERE: _("Another program is indexing this vault."),
        IndexState.OFF: progress.reason or _("The model cannot be used on this computer."),
    }[progress.state]
    return f"{coverage} {said}"
