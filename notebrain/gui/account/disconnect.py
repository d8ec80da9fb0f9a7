"""Disconnecting an account: the questions to the user, and deleting withdrawn data first."""

from collections.abc import Callable

from notebrain.app.account import texts
from notebrain.app.account.disconnect import FilesOnlyThere, PendingRemovalCount, Receipt
from notebrain.domain.i18n import _, ngettext, number
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

    def leave(self, *, purge: bool, loses_files: bool = False) -> None:
        """Disconnect.

        Args:
            purge: First remove the copy in the account; ask if files are nowhere else.
            loses_files: Do not ask.
        """
        text = _("Removing the copy…") if purge else _("Disconnecting…")
        self._start(text, lambda: self.leave(purge=purge, loses_files=loses_files))
        account = self._context.services.cloud.account

        async def disconnect() -> Receipt | FilesOnlyThere:
            try:
                return await account.disconnect(purge=purge, loses_files=loses_files)
            except FilesOnlyThere as error:
                return error

        self._work.start(lambda _report: disconnect(), self._on_left)

    def _on_left(self, done: Receipt | FilesOnlyThere) -> None:
        if isinstance(done, FilesOnlyThere):
            self._context.tasks.start(self._ask_about_files(done))
        else:
            self._left(done)

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

    async def _ask_about_files(self, only: FilesOnlyThere) -> None:
        count = len(only.sizes)
        fetch = _("Fetch first")
        delete = ngettext("Delete the file, too", "Delete the files, too", count)
        answer = await dialogs.choose_answer(
            self._context.tasks,
            self._context.window,
            title=_("Files that are only in your account"),
            text=f"{only} {_('Fetch them first, and remove the copy when they have arrived.')}",
            answers=(fetch, delete),
            danger=delete,
        )
        if answer == delete:
            self.leave(purge=True, loses_files=True)
        elif answer == fetch:
            self._fetch(only)

    def _fetch(self, only: FilesOnlyThere) -> None:
        """Let the files come, also if files are paused; the user removes the copy once they are here."""
        cloud, count = self._context.services.cloud, len(only.sizes)
        if cloud.syncing is not None:
            cloud.syncing.resume_files()
        text = ngettext(
            "Fetching {n} file. Nothing was removed; remove the copy once the Sync page shows nothing missing.",
            "Fetching {n} files. Nothing was removed; remove the copy once the Sync page shows nothing missing.",
            count,
        )
        self._context.events.when_done(
            cloud.fetch_files(list(only.sizes)),
            lambda _done: self._context.messages.show_info(text.format(n=number(count))),
            failed=self._context.on_error,
        )

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
