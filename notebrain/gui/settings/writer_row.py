"""The setting of the model that answers: a choice among those that the account has, each with its cost.

Apart from the other rows because its choices are not known to the program, but come from the account.
"""

from typing import TYPE_CHECKING

from notebrain.app.settings.ask import ASK_MODEL
from notebrain.gui.core.context import Context
from notebrain.gui.settings.row import SettingRow

if TYPE_CHECKING:
    from notebrain.app.account.model_answers import ModelAnswers


class WriterRow(SettingRow):
    """Offers what is known of the account's catalog, and reads it again when the row is shown, once a day."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._asking = False
        super().__init__(context.theme, ASK_MODEL, context.settings)

    def refresh(self) -> None:
        """Show the models and the chosen one."""
        self._show_models()
        if self._asking or not self._answers.connected or not self._answers.models.is_due:
            return
        self._asking = True
        self._context.events.when_done(
            self._answers.refresh_models(), self._on_read, failed=lambda _error: self._on_read()
        )

    @property
    def _answers(self) -> "ModelAnswers":
        return self._context.services.cloud.answers

    def _on_read(self, _done: None = None) -> None:
        self._asking = False
        self._show_models()

    def _show_models(self) -> None:
        self.control.offer(self._answers.choices())
        super().refresh()
        # in place of one that the account does not have any more, another answers
        self.control.show_value(self._answers.models.of(self._settings.get(ASK_MODEL)).name)
