"""The account's models that are not in use but still have vectors there, and how to remove those."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from notebrain.app.model.removal_state import Part, Removal, removal_in
from notebrain.app.settings.setting import Settings
from notebrain.app.settings.table import ACCOUNT_MODEL, ACCOUNT_REMOVAL
from notebrain.cloud.d1 import D1
from notebrain.cloud.vectors import SpaceVectors
from notebrain.cloud.workers_ai import MODELS, SMALL, Model
from notebrain.domain.errors import UserError
from notebrain.domain.i18n import _
from notebrain.domain.ports import Space
from notebrain.storage.embedding import vectors as other_spaces
from notebrain.storage.store import Store

if TYPE_CHECKING:
    from concurrent.futures import Future
    from contextlib import AbstractAsyncContextManager

    from notebrain.app.account.connection import Connection
    from notebrain.cloud.transport import Cloudflare
    from notebrain.domain.notes.changes import Changes

    OwnClient = Callable[[], AbstractAsyncContextManager[tuple[Cloudflare, Connection]]]


@dataclass(frozen=True, slots=True)
class OtherModel:
    """A model that is not in use but still has vectors.

    Attributes:
        passages: How many passages have a vector by it, in the account or else on this computer.
        here: How many vectors are on this computer.
    """

    model: Model
    passages: int
    here: int

    @property
    def bytes_here(self) -> int:
        """About how much space its vectors take on this computer."""
        return self.here * 4 * self.model.dimensions


class OtherModels:
    """Lists unused models, and has the leading process remove one's vectors (`ModelRemoving`).

    Args:
        client: Opens a client for the account; raises the same errors as `Account.own_client`.
        local: Returns the embedding space of the model on this computer, which is unrelated to these vectors.
    """

    def __init__(
        self, store: Store, settings: Settings, client: "OwnClient", *, local: Callable[[], Space]
    ) -> None:
        self._store = store
        self._settings = settings
        self._client = client
        self._local = local

    @property
    def chosen(self) -> str:
        """The name of the model in use."""
        return self._settings.get(ACCOUNT_MODEL)

    @property
    def removal(self) -> Removal | None:
        """The removal in progress, or the last one that was not acknowledged; a quick read of the vault."""
        return removal_in(self._settings.get(ACCOUNT_REMOVAL))

    def known(self) -> list[OtherModel]:
        """Return the models this computer knows of; counts a lot, so do not call it on the window's thread."""
        with self._store.read() as db:
            held = {space: (points, here) for space, points, here in other_spaces.held(db)}
        found = (
            OtherModel(model, max(held.get(model.space, (0, 0))), held.get(model.space, (0, 0))[1])
            for model in self._others()
        )
        return [other for other in found if other.passages]

    async def find_all(self) -> list[OtherModel]:
        """Return also the models in the account, such as those added by another computer.

        Raises:
            CloudError, UserError: The account cannot be asked right now.
        """
        known = {one.model: one for one in self.known()}
        async with self._client() as (cloud, connection):
            vectors = SpaceVectors(D1(cloud), connection.database_id)
            for model in self._others():
                amount = await vectors.amount(model.space)
                one = known.get(model, OtherModel(model, 0, 0))
                known[model] = replace(one, passages=max(one.passages, amount.passages))
        return [
            known[model] for model in self._others() if model in known and known[model].passages
        ]

    def begin(self, name: str) -> "Future[Changes]":
        """Record that a model's vectors are to be removed; the leading process removes them.

        Raises:
            UserError: It is the model in use, or another model is being removed.
        """
        if name == self.chosen:
            raise UserError(
                _("{model} is the model in use. Choose another one first.").format(model=name)
            )
        under_way = self.removal
        if under_way is not None and under_way.part is not Part.DONE and under_way.model != name:
            raise UserError(
                _(
                    "The vectors by {model} are being removed. Wait until that is done, or cancel it."
                ).format(model=under_way.model)
            )
        if under_way is not None and under_way.model == name and under_way.part is not Part.DONE:
            return self._settings.put(ACCOUNT_REMOVAL, under_way.to_text())
        return self._settings.put(ACCOUNT_REMOVAL, Removal(name).to_text())

    def end(self) -> "Future[Changes]":
        """Delete the record of the removal, either to give it up or to acknowledge that it is done."""
        return self._settings.put(ACCOUNT_REMOVAL, None)

    def _others(self) -> list[Model]:
        chosen = MODELS.get(self.chosen, SMALL)
        return [
            model
            for model in MODELS.values()
            if model is not chosen and model.space != self._local()
        ]
