"""The account that is not there, in a process of its own, so that what it takes is not counted as ours."""

import subprocess
import sys
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from notebrain.app.account.connection import DATABASE
from notebrain.app.core.clock import SystemClock, UuidIds
from notebrain.cloud.d1 import D1
from notebrain.cloud.rate_limit import RateLimiter
from notebrain.cloud.remote import remote_of
from notebrain.cloud.transport import Cloudflare
from notebrain.cloud.vault_schema import make
from notebrain.cloud.workers_ai import SMALL
from notebrain.domain.credentials import Credentials, clean
from notebrain.domain.sync.remote import Remote
from notebrain.storage.store import Store
from notebrain.storage.sync import account as account_table
from notebrain.sync.engine import SyncEngine
from tests.fakes.passing_time import PassingTime

_VAULT = "vault"


@dataclass(frozen=True, slots=True)
class Account:
    """Where an account is to be found, and who may.

    Attributes:
        environment: The same, as a process of the program takes it.
    """

    address: str
    credentials: Credentials
    environment: dict[str, str]


@contextmanager
def started() -> Generator[Account, None, None]:
    """Start an account that takes any number of requests."""
    command = [sys.executable, "-m", "tests.fakes.cloudflare", "--fast", "--no-limit"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = dict(process.stdout.readline().split() for _ in range(3))
        environment = {
            "NOTEBRAIN_CLOUDFLARE_API": told["address"],
            "NOTEBRAIN_CF_TOKEN": told["token"],
            "NOTEBRAIN_CF_ACCOUNT": told["account"],
        }
        try:
            yield Account(told["address"], clean(told["token"], told["account"]), environment)
        finally:
            process.terminate()


@asynccontextmanager
async def reached(account: Account) -> AsyncGenerator[tuple[Cloudflare, Remote], None]:
    """Open an account with its database made; requests never wait for each other."""
    cloud = Cloudflare(
        account.credentials,
        clock=SystemClock(),
        base_url=account.address,
        pace=RateLimiter(passing=PassingTime()),
    )
    try:
        made = await make(D1(cloud), DATABASE, vault_id=_VAULT)
        yield cloud, remote_of(cloud, made.database.id, SMALL)
    finally:
        await cloud.close()


def joined(store: Store, remote: Remote) -> SyncEngine:
    """Connect a vault to an account; return what syncs the two."""
    clock, ids = SystemClock(), UuidIds()
    device = ids.new(clock.now())
    store.write(
        lambda db: account_table.connect(db, vault=_VAULT, device=device, machine="")
    ).result()
    return SyncEngine(store, clock, ids, remote.vault, vectors=remote.vectors)
