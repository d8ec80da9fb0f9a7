"""Which models of the account can answer: read from its catalog once a day, kept for times without a connection."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from notebrain.app.settings.ask import ASK_MODEL, ASK_MODELS, ASK_MODELS_READ
from notebrain.app.settings.setting import Setting, Settings
from notebrain.domain.errors import NoteBrainError, NotFound
from notebrain.domain.grounding.writing_models import (
    WritingModel,
    as_json,
    chosen,
    from_json,
    offered,
    titles,
)
from notebrain.domain.i18n import _
from notebrain.domain.ports import Clock
from notebrain.domain.sync.remote import Remote

FRESH: Final = timedelta(days=1)
"""How long a catalog is good; after a failure, too: an old one answers as well."""


class WritingModels:
    """The models that may answer, for any thread; only `refresh` asks the account."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock

    @property
    def offered(self) -> Sequence[WritingModel]:
        """The models to choose from, the cheapest first; a quick read of the vault."""
        return from_json(self._settings.get(ASK_MODELS))

    @property
    def chosen(self) -> WritingModel:
        """The model that answers if the user names no other."""
        return self.of(self._settings.get(ASK_MODEL))

    def of(self, name: str) -> WritingModel:
        """Return the model of this name, or the best one in its place if the account does not have it any more."""
        return chosen(name, self.offered)

    def find(self, typed: str) -> WritingModel:
        """Return the one model whose name or title has this in it; the whole name or title comes first.

        Raises:
            NotFound: None has, or several have.
        """
        models, wanted = self.offered, typed.strip().casefold()
        called = titles(models)
        named = {one: (one.name.casefold(), called[one.name].casefold()) for one in models}
        found = [one for one, names in named.items() if wanted in names] or [
            one for one, names in named.items() if wanted and any(wanted in name for name in names)
        ]
        if len(found) != 1:
            text = (
                _("Several models match {model}: {models}.")
                if found
                else _("Your account has no model {model} that can answer, only: {models}.")
            )
            names = ", ".join(one.name for one in found or models)
            raise NotFound(text.format(model=typed, models=names))
        return found[0]

    @property
    def is_due(self) -> bool:
        """Whether the catalog was not read today."""
        try:
            read = datetime.fromisoformat(self._settings.get(ASK_MODELS_READ))
            return not timedelta(0) <= self._clock.now() - read < FRESH
        except (ValueError, TypeError):  # never read, or not written by this program
            return True

    async def refresh(self, remote: Remote) -> None:
        """Read the catalog if that is due; without an answer, what is known of it stays."""
        if remote.writing_models is None or not self.is_due:
            return
        with suppress(NoteBrainError):  # a full disk, too: the models of before will do
            await self._put(ASK_MODELS_READ, self._clock.now().isoformat())
            found = await remote.writing_models()
            if found:
                await self._put(ASK_MODELS, as_json(offered(found)))

    async def forget(self, name: str) -> None:
        """Drop a model that the account turned out not to have, and read the catalog before the next answer."""
        with suppress(NoteBrainError):
            rest = [one for one in self.offered if one.name != name]
            await self._put(ASK_MODELS, as_json(rest))
            await self._put(ASK_MODELS_READ, "")

    async def _put(self, setting: Setting[str], text: str) -> None:
        await asyncio.wrap_future(self._settings.put_silently(setting, text))
