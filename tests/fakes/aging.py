"""Time that passes for a vault."""

from datetime import timedelta

from notebrain.app.maintenance.file_care import FileCare
from notebrain.app.settings.setting import Settings
from notebrain.domain.ports import Clock
from notebrain.domain.sync.vault_time import VaultTime
from notebrain.storage import vault_time
from notebrain.storage.connection import Connection
from notebrain.storage.files import unused
from notebrain.storage.store import Store


def age(store: Store, clock: Clock, days: float) -> None:
    """Let a vault's own time pass, and do what the upkeep does with files then."""
    now = clock.now()

    def act(db: Connection) -> timedelta:
        known = vault_time.get(db)
        before = timedelta() if known is None else known.time.passed
        passed = before + timedelta(days=days)
        vault_time.put(db, VaultTime(passed, now), running=timedelta(), looked_at=now)
        unused.record_new(db, passed=before, now=now)
        return passed

    passed = store.write(act).result()
    FileCare(store, Settings(store), clock).remove_due(passed)
