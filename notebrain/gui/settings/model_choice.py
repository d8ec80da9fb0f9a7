"""Choosing another model of the account: its cost is shown first, and nothing is spent before the user agrees."""

from typing import TYPE_CHECKING

from notebrain.app.account.texts import estimate_lines, short_name
from notebrain.app.settings.setting import Value
from notebrain.app.settings.table import ACCOUNT_MODEL
from notebrain.domain.embedding.usage import Estimate
from notebrain.domain.i18n import _
from notebrain.gui.core import dialogs

if TYPE_CHECKING:
    from notebrain.gui.app.window_builder import Desk


class ModelChoice:
    """Accepts a choice at once if it costs nothing, and asks the user otherwise."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

    def passes(self, value: Value | None) -> bool:
        """Return whether the choice applies at once; otherwise the user is asked, and it applies when they agree."""
        desk, wanted = self._desk, str(value or ACCOUNT_MODEL.default)
        if desk.services.cloud.connection is None:
            return True  # the cost is shown when connecting
        if wanted == desk.preferences.get(ACCOUNT_MODEL):
            return True
        vectors = desk.services.cloud.vectors
        desk.reader.read(
            "estimate",
            lambda: (vectors.estimate(wanted), vectors.wishes().budget),
            lambda found: self._decide(wanted, *found),
        )
        return False

    def _decide(self, wanted: str, estimate: Estimate, budget: int) -> None:
        if estimate.passages:
            self._desk.tasks.start(self._ask(wanted, estimate, budget))
        else:
            self._take(wanted)

    async def _ask(self, wanted: str, estimate: Estimate, budget: int) -> None:
        desk, begin = self._desk, _("Embed and use it")
        lines = [
            *estimate_lines(estimate, short_name(wanted), budget),
            _(
                "The vectors of the model that is used now stay; going back to it costs nothing."
                " You can pause the embedding at any time."
            ),
        ]
        answer = await dialogs.choose_answer(
            desk.tasks,
            desk.window,
            title=_("Another model"),
            text="\n".join(lines),
            answers=(begin,),
            danger="",
        )
        if answer == begin:
            self._take(wanted)

    def _take(self, wanted: str) -> None:
        self._desk.preferences.put(ACCOUNT_MODEL, wanted)
