"""The values of the settings of one vault."""

from concurrent.futures import Future

from notebrain.app.settings.setting import Setting, Value
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.notes.changes import Act, Changes, touched
from notebrain.storage import settings as table
from notebrain.storage.connection import Connection
from notebrain.storage.store import Store


class Settings:
    """Reads and writes settings of one vault."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def get(self, setting: Setting, *, workspace: str | None = None) -> Value:
        """Return a setting: the workspace's own value, else the vault's, else the default."""
        scopes = [workspace] if workspace and setting.per_workspace else []
        for scope in (*scopes, table.APP):
            value = self._kept(setting, scope)
            if value is not None:
                return value
        return setting.default

    def own(self, setting: Setting, *, workspace: str | None = None) -> Value | None:
        """Return the value set for this workspace, or for the vault if none is given; None if not set."""
        return self._kept(setting, workspace or table.APP)

    def put(
        self, setting: Setting, value: Value | None, *, workspace: str | None = None
    ) -> Future[Changes]:
        """Set a value for the vault or for one workspace; None restores the default.

        Reads return the new value once the future is done.

        Raises:
            UserError: The setting does not allow this value.
        """
        if value is not None and not setting.takes(value):
            raise UserError(
                _("{name} does not take {value}.").format(name=setting.name, value=value)
            )
        scope = workspace if workspace and setting.per_workspace else table.APP

        def act(db: Connection) -> Changes:
            for name in (setting.name, setting.renamed_from):
                if name is not None:
                    table.put(db, name, value if name == setting.name else None, scope=scope)
            return touched(Act.SETTINGS, (), filing=False)

        return self._store.write(act)

    def _kept(self, setting: Setting, scope: str) -> Value | None:
        with self._store.read() as db:
            for name in (setting.name, setting.renamed_from):
                value = None if name is None else table.get(db, name, scope=scope)
                if isinstance(value, str | int | float | bool) and setting.takes(value):
                    return value
        return None
