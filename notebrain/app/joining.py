"""Letting the engine's tables say the same as the settings: which account the vault is connected to."""

from asyncio import wrap_future

from notebrain.app.connection import Connection
from notebrain.domain.ports import Clock, Ids
from notebrain.storage.store import Store
from notebrain.storage.sync import account


async def joined(
    store: Store, clock: Clock, ids: Ids, connection: Connection | None, *, machine: str
) -> bool:
    """Connect the tables to this account, or to none; tell whether they were to another before.

    Another account begins anew, and a first connection removes nothing.
    """
    wanted = None if connection is None else _name_of(connection)
    with store.read() as db:
        known = account.get(db)
    if (None if known is None else known.vault) == wanted:
        return False
    if wanted is None:
        await wrap_future(store.write(account.disconnect))
        return True
    device = ids.new(clock.now())
    await wrap_future(
        store.write(lambda db: account.connect(db, vault=wanted, device=device, machine=machine))
    )
    return True


def _name_of(connection: Connection) -> str:
    return f"{connection.account_id}/{connection.database_id}/{connection.vault_id}"
