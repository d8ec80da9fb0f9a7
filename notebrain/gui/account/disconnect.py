"""Disconnecting an account: the questions to the user, and deleting withdrawn data first."""

from collections.abc import Callable

from notebrain.app.account import texts
from notebrain.app.account.disconnect import PendingRemovalCount, Receipt
from notebrain.domain.i18n import _
from notebrain.gui.account.jobs import AccountWork
from notebrain.gui.core import dialogs
from notebrain.gui.core.context import Context


class DisconnectController:
    """Disconnects after asking the user what to do with the copy in the account.

    Args:
        start: Shows the step that starts, and takes the function that repeats it if it fails.
        left: Called with a receipt of what was removed.
    """

    def __init__(
        self,
        context: Context,
        work: AccountWork,
        start: Callable[[str, Callable[[], object]], object],
        left: Callable[[Receipt], object],
    ) -> None:
        self._context = context
        self._work = work
        self._start = start
        self._left = left

    def ask(self) -> None:
        """Ask what to do with the copy in the account, then disconnect."""
        self._context.tasks.start(self._ask())

    def finish_and_leave(self) -> None:
        """Delete what the user withdrew from the account, then disconnect; ask if it cannot be deleted now."""
        withdrawing = self._context.services.cloud.withdrawing
        remaining = withdrawing.remaining()
        if not remaining:
            self.leave(purge=False)
            return
        self._start(texts.withdrawing_text(remaining), self.finish_and_leave)
        self._work.start(lambda _report: withdrawing.finish(), self._on_finished)

    def leave(self, *, purge: bool) -> None:
        """Disconnect."""
        text = _("Removing the copy…") if purge else _("Disconnecting…")
        self._start(text, lambda: self.leave(purge=purge))
        account = self._context.services.cloud.account
        self._work.start(lambda _report: account.disconnect(purge=purge), self._left)

    def _on_finished(self, remaining: PendingRemovalCount) -> None:
        if remaining:
            self._context.tasks.start(self.ask_again(remaining))
        else:
            self.leave(purge=False)

    async def _ask(self) -> None:
        connection = self._context.services.cloud.connection
        if connection is None:
            return
        keep, remove = _("Leave the copy there"), _("Remove the copy too")
        text = _(
            "All notes stay on this computer. Your account has a copy in the database {name}. You can leave it "
            "there, for your other computers or for later, or remove it for good."
        ).format(name=connection.database)
        answer = await dialogs.choose_answer(
            self._context.tasks,
            self._context.window,
            title=_("Disconnect from Cloudflare"),
            text=text,
            answers=(keep, remove),
            danger=remove,
        )
        if answer == remove:
            self.leave(purge=True)
        elif answer == keep:
            self.finish_and_leave()

    async def ask_again(self, remaining: PendingRemovalCount) -> None:
        """Ask whether to leave what the user withdrew in the account."""
        leave = _("Disconnect anyway")
        lines = [
            *texts.remaining_lines(remaining),
            _("If you disconnect now, it stays there."),
        ]
        answer = await dialogs.choose_answer(
            self._context.tasks,
            self._context.window,
            title=_("Not everything could be removed"),
            text="\n".join(lines),
            answers=(leave,),
            danger=leave,
        )
        if answer == leave:
            self.leave(purge=False)
