"""Keep answers by a model within half of the day's budget, over all computers of the vault.

The most that a question can cost is held in the account before it is asked, and settled afterwards.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from notebrain.domain.embedding.usage import day_of, next_reset
from notebrain.domain.errors import CloudError, CloudQuota, CloudTransient
from notebrain.domain.i18n import _
from notebrain.domain.ports import Clock
from notebrain.domain.sync.remote import Hold, NeuronHolds
from notebrain.indexing.batches import written
from notebrain.indexing.rate_limits import Meter
from notebrain.storage.connection import Connection
from notebrain.storage.embedding import usage
from notebrain.storage.store import Store
from notebrain.storage.sync import account

SHARE = 0.5
"""The other half of a day's budget is for the vectors of notes; second opinions share this half."""
PATIENCE_S = 6.0
"""Somebody waits for the answer."""


def neurons_left(db: Connection, meter: Meter, budget: int, now: datetime) -> float:
    """Return how many neurons answers may still use today, as far as this computer knows."""
    if usage.used_up_until(db, now=now) is not None:
        return 0.0
    return max(0.0, budget * SHARE - meter.spent(db, now))


class AnswerBudget:
    """Holds neurons for one question after the other; belongs to the loop of the account.

    Args:
        holds: What all computers of the vault hold and spent.
        budget: Returns how many neurons may be used in a day.
        draw: Returns a name that was never used.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        meter: Meter,
        holds: NeuronHolds,
        *,
        budget: Callable[[], int],
        draw: Callable[[], str],
    ) -> None:
        self._holds = holds
        self._store = store
        self._clock = clock
        self._meter = meter
        self._budget = budget
        self._draw = draw

    async def hold(self, neurons: float) -> Hold:
        """Hold the most that a question can cost.

        Raises:
            CloudQuota: The budget, or the account's allowance, does not cover it; nothing may be asked.
            CloudError: The account did not answer.
        """
        now = self._clock.now()
        with self._store.read() as db:
            until = usage.used_up_until(db, now=now)
            covered = self._meter.spent(db, now) + neurons <= self._most()
            known = account.get(db)
            spent = self._spent_here(db, now)
        if until is not None:
            raise self._quota(_used_up(until), until, now)
        if known is None:
            raise CloudQuota(
                _(
                    "These notes have not been synced with your account yet. After the first sync, a model there can "
                    "answer; until then, you see the quotes alone."
                )
            )
        hold = Hold(self._draw(), known.device, day_of(now), neurons)
        if not covered or not await self._held(hold, spent):
            until = next_reset(now)
            raise self._quota(_half_used(self._budget(), until), until, now)
        return hold

    async def settle(self, hold: Hold, neurons: float) -> None:
        """Count what a question cost, here first, and end its hold.

        If the account does not answer, the hold goes on counting until the day ends: rather too little is used than too
        much.

        Raises:
            VaultError: The vault cannot be written.
        """
        now = self._clock.now()
        await written(self._store, lambda db: self._meter.book(db, neurons, now))
        with self._store.read() as db:
            spent = self._spent_here(db, now)
        with suppress(CloudError, TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                await self._holds.settle(replace(hold, day=day_of(now)), spent=spent)

    async def refused(self, error: CloudError) -> None:
        """Remember that the account's allowance is used up, if that is what an error says."""
        if isinstance(error, CloudQuota) and error.resets_at is not None:
            now, until = self._clock.now(), error.resets_at
            await written(self._store, lambda db: usage.mark_used_up(db, day_of(now), until=until))

    async def _held(self, hold: Hold, spent: float) -> bool:
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await self._holds.hold(hold, spent=spent, most=self._most())
        except TimeoutError:
            raise CloudTransient(
                _("Your account did not answer in time, so no model was asked.")
            ) from None

    def _most(self) -> float:
        return self._budget() * SHARE

    def _spent_here(self, db: Connection, now: datetime) -> float:
        return usage.spent(db, day_of(now)) + self._meter.unwritten

    def _quota(self, text: str, until: datetime, now: datetime) -> CloudQuota:
        return CloudQuota(text, retry_after_s=(until - now).total_seconds())


def _used_up(until: datetime) -> str:
    return _(
        "Today’s free share of your Cloudflare account is used up; a model there can answer again from {time} UTC. "
        "Until then, you see the quotes alone."
    ).format(time=f"{until:%H:%M}")


def _half_used(budget: int, until: datetime) -> str:
    return _(
        "Answers by a model use at most half of the daily budget of {budget} neurons, and this one could exceed it; "
        "there is a new budget from {time} UTC. Until then, you see the quotes alone."
    ).format(budget=budget, time=f"{until:%H:%M}")
