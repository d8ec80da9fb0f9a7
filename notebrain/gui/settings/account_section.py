"""The section of the settings about the account: steps for connecting, or the status of the connection."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from notebrain.app.account import texts
from notebrain.app.account.connect import ConnectPreview, Step
from notebrain.app.account.connection import database_name
from notebrain.app.account.disconnect import Receipt
from notebrain.app.account.status import Connected, Status
from notebrain.app.sync.file_texts import estimate_lines
from notebrain.domain.errors import CloudAuth, CloudMissing, CloudWaits, NoteBrainError
from notebrain.domain.i18n import _
from notebrain.domain.sync.file_estimate import FileEstimate
from notebrain.gui.account.connect_form import ACCOUNT, TOKEN, ConnectForm
from notebrain.gui.account.connected_view import ConnectedView
from notebrain.gui.account.disconnect import DisconnectController
from notebrain.gui.account.embedding_status import VectorsView, VectorsWatch
from notebrain.gui.account.error_view import ErrorView
from notebrain.gui.account.jobs import AccountWork
from notebrain.gui.account.unused_models import OtherModelsView, OtherModelsWatch
from notebrain.gui.core.context import Context
from notebrain.gui.settings.index_section import ModelChoice
from notebrain.gui.settings.section import Block, Place
from notebrain.gui.widgets.focus import reveal
from notebrain.gui.widgets.labels import Label
from notebrain.gui.widgets.layouts import TwoColumns


class AccountBlock(Block):
    """Guides the user through connecting and disconnecting an account; all requests run on the background loop."""

    place = Place.WHOLE

    def __init__(self, context: Context, open_link: Callable[[str], object]) -> None:
        super().__init__(
            context.theme,
            _("Your own Cloudflare account"),
            *(_("Sync between computers"), _("Account ID"), _("Token"), _("Disconnect")),
        )
        self._context = context
        self._account = context.services.cloud.account
        self._open_link = open_link
        self._prospect: ConnectPreview | None = None
        self._replacing = False
        self._again: Callable[[], object] | None = None
        self.work = AccountWork(context.services, context.events, self)
        self.leaving = DisconnectController(context, self.work, self._start, self._on_left)
        self._why = self.add_text(
            _(
                "With your own account, your notes are on all your computers, and in nobody else’s hands. The free "
                "plan is enough for most people. NoteBrain works without it too: you need nothing here to write or "
                "to search."
            )
        )
        self.form = ConnectForm(context.theme)
        self.texts += texts.step_titles()
        self.view = ConnectedView(context.theme)
        self.vectors = VectorsView(context.theme)
        self._watch = VectorsWatch(context, self.vectors, lambda: self._is_connected)
        self._choice = ModelChoice(context)
        self._watch.use_requested.connect(self._choice.passes)
        self.others = OtherModelsView(context.theme)
        self._others = OtherModelsWatch(context, self.others, lambda: self._is_connected)
        self.trouble = ErrorView(context.theme)
        self.receipt = Label(context.theme, ink="text2")
        self.receipt.setWordWrap(True)
        self.receipt.hide()
        columns = TwoColumns(context.theme)
        columns.add(self._why, self.receipt, self.form, self.view, self.trouble, self.others)
        columns.add(self.form.found, self.vectors, self.view.leaving, beside=True)
        self.column.addWidget(columns)
        self._connect()
        self._show_part()

    def refresh(self) -> None:
        """Show the current state; what was found out about an account that is not connected yet is kept."""
        token = self.form.token
        self._replacing = self._replacing and (token.hasFocus() or bool(token.text()))
        self._show_part()
        if self._is_connected and not self.work.busy:
            self._begin(_("Looking for the token…"))
            self.work.start(lambda _report: self._account.status(online=False), self.show_status)
        self._watch.refresh()
        self._others.forget_receipt()
        self._others.refresh()

    def check_account(self) -> None:
        """Find out what the token in the field permits, and what connecting would create."""
        self.receipt.hide()
        form = self.form
        try:
            database = database_name(form.database.text())
        except NoteBrainError as error:
            self.trouble.show_error(error)
            return
        token, account_id = form.token.text(), form.account_id.text()
        self._start(texts.step_text(Step.TOKEN), self.check_account)
        self._forget_found()
        self.work.start(
            lambda report: self._account.preview(
                token, account_id, database=database, on_step=report
            ),
            self.show_prospect,
        )

    def connect_account(self) -> None:
        """Create what was listed, and connect."""
        prospect = self._prospect
        if prospect is None:
            return
        self._start(texts.step_text(Step.DATABASE), self.connect_account)
        self.work.start(
            lambda report: self._account.connect(prospect, on_step=report), self._on_connected
        )

    def check_connection(self) -> None:
        """Ask the account for its status."""
        self._start(_("Asking Cloudflare…"), self.check_connection)
        self.work.start(lambda _report: self._account.status(), self.show_status)

    def replace_token(self) -> None:
        """Let the user enter another token for the connected account."""
        connection = self._account.connection
        if connection is None:
            return
        self._replacing = True
        self.trouble.hide()
        self.form.account_id.setText(connection.account_id)
        self.form.database.setText(connection.database)
        self._show_part()
        self.form.show_page(TOKEN)

    def show_prospect(self, prospect: ConnectPreview) -> None:
        """Show what was found out, and offer to connect if nothing is missing."""
        self.form.permissions.show_missing(texts.lacking(prospect), prospect.files)
        self.form.show_found(texts.found_texts(prospect), lacking=bool(prospect.missing))
        if prospect.missing:
            self._on_failed(texts.refusal(prospect))
            return
        self._prospect = prospect
        files = texts.files_lines(prospect.files)
        lines = [*texts.plan(prospect), *texts.doubts(prospect)]
        self.form.show_plan([*lines, *(("", *files) if files else ())], prospect.files)
        self._watch.estimate(self._show_planned)
        overviews = self._context.services.cloud.overviews
        self._context.reader.read("files to send", overviews.files, self._show_files)
        reveal(self.form.go)

    def show_status(self, status: Status) -> None:
        """Show the status of the connected account."""
        self.view.show_status(status)
        self._show_part()
        if status.problem is None:
            self.trouble.hide()
        else:
            self._on_failed(status.problem)

    def show_receipt(self, receipt: Receipt) -> None:
        """Show what disconnecting removed, and what it left in place."""
        self.receipt.setText("\n".join(texts.receipt(receipt)))
        self.receipt.show()

    def _connect(self) -> None:
        self.form.link_opened.connect(self._open_link)
        self.form.refused.connect(self._on_failed)
        self.form.moved.connect(self.trouble.hide)
        self.form.check_requested.connect(self.check_account)
        self.form.connect_requested.connect(self.connect_account)
        self.form.edited.connect(self._forget_found)
        self.view.link_opened.connect(self._open_link)
        self.view.check_requested.connect(self.check_connection)
        self.view.replace_requested.connect(self.replace_token)
        self.view.leave_requested.connect(self.leaving.ask)
        for part in (self.form, self.view):
            part.cancel_requested.connect(self.work.cancel)
        self.work.stepped.connect(self._on_step)
        self.work.failed.connect(self._on_failed)
        self.work.ended.connect(lambda: self._begin(""))

    @property
    def _is_connected(self) -> bool:
        """Whether the connected account is shown, rather than the steps for connecting."""
        return self._account.connection is not None and not self._replacing

    @property
    def _leading(self) -> QPushButton:
        """The button that starts the current step."""
        if self._is_connected:
            return self.view.check
        return self.form.check if self._prospect is None else self.form.go

    def _show_part(self) -> None:
        connected = self._is_connected
        for part in (self._why, self.form, self.form.found):
            part.setVisible(not connected)
        self.view.setVisible(connected)
        self.view.leaving.setVisible(connected)
        if not connected:
            self.vectors.hide()
            self.others.hide()

    def _start(self, text: str, again: Callable[[], object]) -> None:
        """Show the step that starts, and remember how to retry it if it fails."""
        # this button is about to disappear; the one that retries gets the focus
        if self.trouble.act.hasFocus():
            self._leading.setFocus(Qt.FocusReason.OtherFocusReason)
        self.trouble.hide()
        self._again = again
        self._begin(text)

    def _begin(self, text: str) -> None:
        for part in (self.form, self.view):
            part.show_step(text)

    def _on_step(self, step: Step) -> None:
        self._begin(texts.step_text(step))

    def _show_planned(self, lines: list[str]) -> None:
        """Add what the vectors use to the list of what would be created, before anything is spent."""
        if self._prospect is not None:
            self.form.add_to_plan(lines)
            reveal(self.form.go)  # the lines moved it down

    def _show_files(self, estimate: FileEstimate) -> None:
        """Add what sending the files takes, before the first one goes."""
        if estimate.files:
            self._show_planned([*estimate_lines(estimate)])

    def _forget_found(self) -> None:
        self._prospect = None
        self.form.show_plan(())
        self.form.permissions.show_missing(None)
        self.form.show_found(())
        self.trouble.hide()

    def _on_connected(self, connected: Connected) -> None:
        self._replacing = False
        self._context.services.cloud.sync_soon()
        self.form.forget_token()
        self._forget_found()
        self._context.messages.show_info(_("Connected to your Cloudflare account"))
        self._show_part()
        self._watch.refresh()
        self.show_status(Status(connected.connection, place=connected.place))
        if connected.warning is not None:
            self.trouble.warn(connected.warning)
        self.view.check.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_left(self, receipt: Receipt) -> None:
        self.show_receipt(receipt)
        self._context.messages.show_info(_("Disconnected from Cloudflare; all notes are here"))
        self._show_part()
        self.form.show_page(ACCOUNT)

    def _on_failed(self, error: NoteBrainError) -> None:
        self.trouble.show_error(error, *self._way_out(error))
        reveal(self.trouble)

    def _way_out(self, error: NoteBrainError) -> tuple[str, Callable[[], object] | None]:
        """Return the one action that helps: its label and its function."""
        connected = self._account.connection is not None
        if isinstance(error, CloudMissing) and connected:
            return _("Disconnect to connect again"), lambda: self.leaving.leave(purge=False)
        if isinstance(error, CloudAuth) and connected and not self._replacing:
            return _("Replace the token"), self.replace_token
        if isinstance(error, CloudAuth):
            page = texts.TOKENS_PAGE
            return _("Open the tokens page"), lambda: self._open_link(page)
        if isinstance(error, CloudWaits) or connected:
            return _("Try again"), self._again or self.check_connection
        return "", None
